import { setTimeout as delay } from 'node:timers/promises'
import type { TestResponse } from '../../../testing/client.ts'
import { changesDone, type Ending } from './lives.ts'
import type { Portal, Told } from './portal.ts'
import { clientsOf, REQUESTS, RIVALS, type Request, type RivalName } from './requests.ts'
import { arrange, type Scene } from './scene.ts'
import { difference, faultsIn, seenIn, waitingIn, type Records } from './state.ts'

/** A request, what others do before its write `rivalAt`, and the write at which a process ends. */
export interface Case {
  readonly operation: string
  readonly rival?: RivalName
  readonly rivalAt?: number
  /** Such as `user: erasures.updateOne`, or any if absent. Background work writes in any order. */
  readonly write?: string
  /** The first of these writes is 1. */
  readonly endsAt?: number
  readonly ending?: Ending
  /** Whether the caller repeats the request before anything else goes on; otherwise when all is quiet. */
  readonly isRepeatedAtOnce?: true
}

export const nameOf = (one: Case): string => {
  const { operation, rival, rivalAt, write = 'write', endsAt, ending, isRepeatedAtOnce } = one
  return [
    operation,
    rival && `${rival} before write ${rivalAt}`,
    endsAt && `ends at ${write} ${endsAt}, ${ending}`,
    isRepeatedAtOnce && 'is repeated at once',
  ]
    .filter(Boolean)
    .join('; ')
}

/** Longer than any lease, so that what a process held is found by the next round. */
const ROUND_MS = 40_000
const MAX_WAITS = 30
/** The others do not wait longer for a process that has ended. */
const MAX_WAITS_WITHOUT = 8
/** Something may never end. */
const MAX_ROUNDS = 200
const TURN_MS = 15
const ENDINGS: readonly Ending[] = ['not done', 'done']
/** What an operation may write more after a rival: it undoes what it has done. */
const MORE_WRITES = 2

interface Undisturbed {
  /** After each step: without a rival the request is the only one. */
  readonly left: readonly string[]
  readonly writes: readonly string[]
  /** How many of the writes came before the answer. */
  readonly answered: number
  readonly told: Told
  /** The same when the request is sent twice; not tried with a rival. */
  readonly leftTwice: string
  readonly toldTwice: Told
}

/** What a case acts on, as it was before. */
interface Arranged {
  readonly scene: Scene
  readonly before: readonly string[]
  readonly faults: readonly string[]
  readonly told: Told
}

interface Disturbed {
  /** Undefined if the process ended before it. */
  readonly answer: TestResponse | undefined
  readonly hasEnded: boolean
  readonly hasUnrecordedMail: boolean
  readonly repeatedAtOnce: TestResponse | undefined
}

export class Campaign {
  readonly #portal: Portal
  scenes = 0
  /** What is left of a request that nothing disturbs, by operation and rival. */
  readonly #undisturbed: Map<string, Promise<Undisturbed>>

  /** @param former whose requests that nothing disturbs need not be sent again */
  constructor(portal: Portal, former?: Campaign) {
    this.#portal = portal
    this.#undisturbed = former ? former.#undisturbed : new Map()
  }

  /**
   * A process ends at each write until the answer, then at each until the answer after a rival, then at each
   * that follows.
   */
  async casesOf(operation: string): Promise<Case[][]> {
    const { writes, answered } = await this.#dry(operation)
    const { rivals = [], keyed, service } = REQUESTS[operation] as Request
    const alone = writes.map((write, i) => ({
      operation,
      write,
      endsAt: timesIn(writes.slice(0, i + 1), write),
    }))
    // With a key, a request is not carried out again before the first attempt must have ended.
    const atOnce = (keyed ? [] : alone.slice(0, answered))
      .filter(({ write }) => write.startsWith(`${service}: `))
      .map((one) => ({ ...one, isRepeatedAtOnce: true as const }))
    const withRivals = rivals.flatMap((rival) =>
      upTo(1, answered).flatMap((rivalAt) =>
        upTo(rivalAt, answered + MORE_WRITES).map((endsAt) => ({ operation, rival, rivalAt, endsAt })),
      ),
    )
    return [[...alone.slice(0, answered), ...atOnce], withRivals, alone.slice(answered)].map((some) =>
      some.flatMap((one) => ENDINGS.map((ending) => ({ ...one, ending }))),
    )
  }

  /** Carries out one case. @returns what is wrong with its end */
  async run(one: Case): Promise<string[]> {
    const request = REQUESTS[one.operation] as Request
    // Each adds records, so before the look at what is there.
    await this.#dry(one.operation, one.rival)
    const arranged = await this.#arranged(request)
    const disturbed = await this.#disturbed(request, arranged.scene, one)
    const { hasEnded, repeatedAtOnce } = disturbed
    const wrong = repeatedAtOnce ? [] : await this.#wrongIfNotRepeated(one, arranged, disturbed)
    if (!hasEnded) return one.endsAt === undefined || one.rival ? wrong : [...wrong, 'no process has ended']
    if (!repeatedAtOnce) this.#portal.clock.advance(ROUND_MS)
    const repeated = repeatedAtOnce ?? (await this.#repeat(request, arranged.scene))
    const wrongAtEnd = await this.#wrongIfRepeated(one, arranged, disturbed, repeated)
    return [...new Set([...wrong, ...wrongAtEnd])]
  }

  async #wrongIfNotRepeated(one: Case, arranged: Arranged, disturbed: Disturbed): Promise<string[]> {
    const { scene, before, told } = arranged
    const { answer, hasEnded } = disturbed
    const { isHalfSeen } = REQUESTS[one.operation] as Request
    const undisturbed = await this.#dry(one.operation, one.rival)
    const records = await this.#settled()
    const wrong = newFaultsIn(records, arranged)
    const left = difference(before, seenIn(records, scene))
    const orders = ['', ...undisturbed.left]
    // What a rival finds sent depends on when it comes. The counts below judge that.
    const isOfAnOrder = one.rival
      ? orders.map(withoutMessages).includes(withoutMessages(left))
      : orders.includes(left)
    if (!isOfAnOrder && !(isHalfSeen && hasEnded)) wrong.push(`left what no order of events leaves:\n${left}`)
    const isDone = !one.rival && undisturbed.left.includes(left)
    if (!one.rival && answer && answer.status < 300 && !isDone)
      wrong.push(`answered ${answer.status} and left\n${left}`)
    const toldOnce = toldSince(told, this.#portal.toldOf(scene))
    const most = mostOf(undisturbed.told, disturbed)
    wrong.push(...unlessBetween(isDone ? undisturbed.told : NOTHING, toldOnce, most))
    return [...wrong, ...this.#portal.changedMailsOf(scene)]
  }

  /** Without an `Idempotency-Key`, a repeated request may be done twice: once or twice are both right. */
  async #wrongIfRepeated(one: Case, arranged: Arranged, disturbed: Disturbed, repeated: TestResponse) {
    const { scene, before, told } = arranged
    const records = await this.#settled()
    const wrong = [...newFaultsIn(records, arranged), ...this.#portal.changedMailsOf(scene)]
    if (one.rival) return wrong
    const { left, leftTwice, told: toldOnce, toldTwice } = await this.#dry(one.operation)
    const finally_ = difference(before, seenIn(records, scene))
    if (![...left, leftTwice].includes(finally_))
      wrong.push(`the repetition, answered ${repeated.status}, left\n${finally_}`)
    const most = mostOf(finally_ === leftTwice ? toldTwice : toldOnce, disturbed)
    return [...wrong, ...unlessBetween(toldOnce, toldSince(told, this.#portal.toldOf(scene)), most)]
  }

  async #arranged(request: Request): Promise<Arranged> {
    const scene = await arrange(this.#portal, ++this.scenes)
    for (const need of request.needs ?? []) {
      await this.#settled()
      await need(scene, this.#portal)
    }
    const records = await this.#settled(request.waits ? MAX_WAITS_WITHOUT : MAX_WAITS)
    const faults = [...faultsIn(records), ...waitingIn(records)]
    return { scene, before: seenIn(records, scene), faults, told: this.#portal.toldOf(scene) }
  }

  #dry(operation: string, rival?: RivalName) {
    const name = `${operation} ${rival}`
    const known = this.#undisturbed.get(name) ?? this.#dryRun(operation, rival)
    this.#undisturbed.set(name, known)
    return known
  }

  async #dryRun(operation: string, rival?: RivalName) {
    const request = REQUESTS[operation] as Request
    const left: string[] = []
    let writes: readonly string[] = []
    let answered = 0
    let [tells, toldTwice] = [NOTHING, NOTHING]
    let leftTwice = ''
    const orders = rival
      ? [
          ['rival', 'request'],
          ['request', 'rival'],
        ]
      : [['request']]
    for (const order of orders) {
      const { scene, before, told } = await this.#arranged(request)
      for (const step of order) {
        if (step === 'rival') await RIVALS[rival as RivalName](this.#portal, scene)
        else {
          const { answer, writes: done, untilAnswer } = await this.#disturbed(request, scene, { operation })
          if (order[0] === step && !isAccepted(answer))
            throw new Error(`${operation} is answered ${answer?.status} ${JSON.stringify(answer?.body)}`)
          writes = done
          answered = untilAnswer
        }
        left.push(difference(before, seenIn(await this.#settled(), scene)))
      }
      tells = toldSince(told, this.#portal.toldOf(scene))
      if (rival) continue
      await this.#repeat(request, scene)
      leftTwice = difference(before, seenIn(await this.#settled(), scene))
      toldTwice = toldSince(told, this.#portal.toldOf(scene))
    }
    return { left, writes, answered, told: tells, leftTwice, toldTwice }
  }

  /** Sends the request, and lets a process end at one of the writes that follow. */
  async #disturbed(request: Request, scene: Scene, one: Case) {
    const { rival, rivalAt, write, endsAt, ending } = one
    const portal = this.#portal
    const lives = Object.values(portal.processes).map(({ life }) => life)
    const writes: string[] = []
    let isRivalActing = false
    for (const life of lives)
      life.beforeWrite = async (what) => {
        if (isRivalActing) return undefined
        const name = `${life.name}: ${what}`
        const number = writes.push(name)
        if (number === rivalAt && rival) {
          isRivalActing = true
          await RIVALS[rival](portal, scene)
          isRivalActing = false
        }
        if (write === undefined) return number === endsAt ? ending : undefined
        return name === write && timesIn(writes, name) === endsAt ? ending : undefined
      }
    const { life } = portal.processes[request.service]
    const sent = request.send(clientsOf(portal, scene, request.service), scene, keyOf(scene, request))
    const answer = await Promise.race([sent.catch(() => undefined), life.ended.then(() => undefined)])
    const wasAnswered = !life.hasEnded
    const untilAnswer = writes.length
    let repeatedAtOnce: TestResponse | undefined
    if (!wasAnswered && one.isRepeatedAtOnce) {
      await portal.replaceEnded()
      repeatedAtOnce = await this.#repeat(request, scene)
    }
    await this.#settled(life.hasEnded ? MAX_WAITS_WITHOUT : MAX_WAITS)
    for (const life of lives) life.beforeWrite = undefined
    const hasEnded = lives.some((life) => life.hasEnded)
    const hasUnrecordedMail = lives.some(({ done }) => isInWindow(done))
    await sent.catch(() => undefined)
    await portal.replaceEnded()
    if (hasEnded) await portal.runTasks()
    return {
      answer: wasAnswered ? (answer as TestResponse | undefined) : undefined,
      hasEnded,
      hasUnrecordedMail,
      repeatedAtOnce,
      writes,
      untilAnswer,
    }
  }

  async #repeat(request: Request, scene: Scene): Promise<TestResponse> {
    return await request.send(clientsOf(this.#portal, scene, request.service), scene, keyOf(scene, request))
  }

  /**
   * Lets time pass until nothing moves, and regular work finds nothing to do.
   * @param maxWaits how often the clock goes on for what still waits
   * @returns the records
   */
  async #settled(maxWaits = MAX_WAITS): Promise<Records> {
    const portal = this.#portal
    let moved = -1
    let waits = 0
    let hasWorked = false
    for (let round = 0; ; round++) {
      await delay(TURN_MS)
      const isQuiet = changesDone() === moved
      moved = changesDone()
      if (isQuiet && hasWorked) {
        const records = await portal.records()
        const isWaiting = waitingIn(records).length > 0 || (await portal.messagesWait())
        if (!isWaiting || waits > maxWaits || round > MAX_ROUNDS) return records
        // What was just written is often done in a moment, before its lease ends.
        if (++waits > 2) portal.clock.advance(ROUND_MS)
      }
      hasWorked = isQuiet
      if (hasWorked) await portal.runTasks()
    }
  }
}

const newFaultsIn = (records: Records, { faults }: Arranged): string[] =>
  difference(faults, [...faultsIn(records), ...waitingIn(records)])
    .split('\n')
    .filter((line) => line.startsWith('+'))

/** The mail server may get an e-mail again whose process has ended before it recorded it. */
const mostOf = ({ emails, webhooks }: Told, { hasUnrecordedMail }: Disturbed): Told => ({
  emails: emails + (hasUnrecordedMail ? 1 : 0),
  webhooks,
})

/** Of a batch, each item. */
const isAccepted = (answer: TestResponse | undefined): boolean =>
  answer !== undefined &&
  [answer, ...(Array.isArray(answer.body) ? answer.body : [])].every(({ status }) => !(status >= 300))

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)

const timesIn = (writes: readonly string[], name: string): number =>
  writes.filter((write) => write === name).length

const withoutMessages = (left: string): string =>
  left
    .split('\n')
    .filter((line) => !/^[+-] (deliveries|webhookDeliveries|webhookEndpoints) /.test(line))
    .join('\n')

const NOTHING: Told = { emails: 0, webhooks: 0 }
const toldSince = (before: Told, now: Told): Told => ({
  emails: now.emails - before.emails,
  webhooks: now.webhooks - before.webhooks,
})
const unlessBetween = (least: Told, told: Told, most: Told): string[] =>
  (['emails', 'webhooks'] as const)
    .filter((kind) => told[kind] < least[kind] || told[kind] > most[kind])
    .map((kind) => `${told[kind]} ${kind}, not ${least[kind]} to ${most[kind]}`)

/** Whether the mail server has an e-mail that its process has not recorded as sent. */
function isInWindow(done: readonly string[]): boolean {
  const last = (part: string) => done.findLastIndex((write) => write.includes(part))
  return last('send an e-mail') > last('deliveries.update')
}

const keyOf = ({ tag }: Scene, { keyed }: Request): Record<string, string> =>
  keyed ? { 'idempotency-key': tag } : {}
