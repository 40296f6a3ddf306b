import { setTimeout as delay } from 'node:timers/promises'
import type { TestResponse } from '../../../testing/client.ts'
import { lastChange, type Ending, type Life, type Write } from './lives.ts'
import type { Portal, Told } from './portal.ts'
import { isKeyed, needsOf, REQUESTS, rivalsOf, send, sendAsRival, serviceOf } from './requests.ts'
import { arrange, type Scene } from './scene.ts'
import { difference, faultsIn, seenIn, waitingIn, type Records } from './state.ts'

/** A request, what others do before its write `rivalAt`, and the write at which a process ends. */
export interface Case {
  readonly operation: string
  readonly rival?: string
  readonly rivalAt?: number
  /** Such as `user: erasures.updateOne`, or any if absent. Background work writes in any order. */
  readonly write?: string
  /** The first of these writes is 1. With a rival, no process ends if there are fewer. */
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
/** Until what is refused waits for its next attempt. */
const MAX_WAITS_FOR_ATTEMPT = 8
/** The others do not wait longer for a process that has ended. */
const MAX_WAITS_WITHOUT = 3
const TURN_MS = 10
const ENDINGS: readonly Ending[] = ['not done', 'done']
/** After a rival, a request undoes what it has done. */
const WRITES_AFTER_RIVAL = 2

/** What a request leaves that nothing disturbs. */
interface Alone {
  readonly left: string
  readonly told: Told
  readonly writes: readonly Write[]
  /** How many of the writes came before the answer. */
  readonly answered: number
  /** The same when it is sent twice. */
  readonly leftTwice: string
  readonly toldTwice: Told
}

/** What a request and a rival leave, whichever comes first, also if the other one follows. */
interface BesideRival {
  readonly lefts: readonly string[]
  readonly told: Told
}

/** What is known of requests that nothing disturbs, by their names. */
export class Undisturbed {
  readonly alone = new Map<string, Promise<Alone>>()
  readonly beside = new Map<string, Promise<BesideRival | undefined>>()
}

/** What a case acts on, as it was before. */
interface Before {
  readonly scene: Scene
  readonly seen: readonly string[]
  readonly faults: readonly string[]
  readonly told: Told
}

interface Disturbed {
  /** Undefined if the process ended before it. */
  readonly answer: TestResponse | undefined
  readonly hasEnded: boolean
  readonly hasUnrecordedMail: boolean
  readonly repeatedAtOnce: TestResponse | undefined
  readonly writes: readonly Write[]
  readonly untilAnswer: number
}

export class Campaign {
  readonly #portal: Portal
  readonly #undisturbed: Undisturbed
  scenes = 0
  /** The cases in which a process has ended. */
  ended = 0

  constructor(portal: Portal, undisturbed: Undisturbed) {
    this.#portal = portal
    this.#undisturbed = undisturbed
  }

  /**
   * A process ends at each write. At those until the answer, callers repeat at once, or rivals act.
   * @returns the cases without a rival, then those with each
   */
  async casesOf(operation: string): Promise<Case[][]> {
    const { writes, answered } = await this.#ofAlone(operation)
    // The others change nothing.
    const at = writes.flatMap(({ hasChanged }, i) => (hasChanged ? [i] : []))
    const alone = at.map((i): Case => {
      const write = writes[i]?.name ?? ''
      return { operation, write, endsAt: writes.slice(0, i + 1).filter(({ name }) => name === write).length }
    })
    const untilAnswer = at.filter((i) => i < answered)
    // With a key, a request is not carried out again before the first attempt must have ended.
    const atOnce = (isKeyed(operation) ? [] : alone.slice(0, untilAnswer.length))
      .filter(({ write }) => write?.startsWith(`${serviceOf(operation)}: `))
      .map((one): Case => ({ ...one, isRepeatedAtOnce: true }))
    const besideRivals = rivalsOf(operation).map((rival) =>
      untilAnswer.flatMap((i): Case[] => {
        const one = { operation, rival, rivalAt: i + 1 }
        const ends = upTo(one.rivalAt, one.rivalAt + WRITES_AFTER_RIVAL)
        return [
          // Any other write that is not done is the next one of which nothing is done.
          { ...one, endsAt: one.rivalAt, ending: 'not done' },
          ...ends.map((endsAt): Case => ({ ...one, endsAt, ending: 'done' })),
        ]
      }),
    )
    const inBothForms = [...alone, ...atOnce].flatMap((one) => ENDINGS.map((ending) => ({ ...one, ending })))
    return [inBothForms, ...besideRivals]
  }

  /** Carries out cases, in scenes that are made together. @returns what is wrong with the end of each */
  async run(cases: readonly Case[]): Promise<string[][]> {
    for (const { operation, rival } of cases) {
      await this.#ofAlone(operation)
      if (rival) await this.#ofBoth(operation, rival)
    }
    const scenes = await this.#scenesFor(cases)
    const found: string[][] = []
    for (const [i, one] of cases.entries()) found.push(await this.#runIn(scenes[i] as Scene, one))
    return found
  }

  async #runIn(scene: Scene, one: Case): Promise<string[]> {
    if (one.rival && !(await this.#ofBoth(one.operation, one.rival))) return []
    const before = await this.#before(scene)
    const disturbed = await this.#disturbed(scene, one)
    const { hasEnded, repeatedAtOnce } = disturbed
    const wrong = repeatedAtOnce ? [] : await this.#wrongIfNotRepeated(one, before, disturbed)
    // Background work may need fewer writes than it did when nothing disturbed it.
    if (!hasEnded) return wrong
    this.ended++
    if (!repeatedAtOnce) this.#portal.advance(ROUND_MS)
    const repeated = repeatedAtOnce ?? (await send(this.#portal, scene, one.operation))
    const wrongAtEnd = await this.#wrongIfRepeated(one, before, disturbed, repeated)
    return [...new Set([...wrong, ...wrongAtEnd])]
  }

  async #wrongIfNotRepeated(one: Case, before: Before, disturbed: Disturbed): Promise<string[]> {
    const { answer, hasEnded } = disturbed
    const records = await this.#settled()
    const wrong = this.#faultsSince(before, records)
    const left = difference(before.seen, seenIn(records, before.scene))
    const { left: leftAlone, told } = await this.#ofAlone(one.operation)
    const beside = one.rival && (await this.#ofBoth(one.operation, one.rival))
    const isHalf = REQUESTS[one.operation]?.isHalfSeen && hasEnded
    // What a rival finds sent depends on when it comes. The counts below judge that.
    const isOfAnOrder = beside
      ? beside.lefts.map(withoutMessages).includes(withoutMessages(left))
      : ['', leftAlone].includes(left)
    if (!isOfAnOrder && !isHalf) wrong.push(`left what no order of events leaves:\n${left}`)
    const isDone = !one.rival && left === leftAlone
    if (!one.rival && answer && answer.status < 300 && !isDone)
      wrong.push(`answered ${answer.status} and left\n${left}`)
    const most = mostOf(beside ? beside.told : told, disturbed)
    return [...wrong, ...unlessBetween(isDone ? told : NOTHING, this.#toldSince(before), most)]
  }

  /** Without an `Idempotency-Key`, a repeated request may be done twice: once or twice are both right. */
  async #wrongIfRepeated(one: Case, before: Before, disturbed: Disturbed, repeated: TestResponse) {
    const records = await this.#settled()
    const wrong = this.#faultsSince(before, records)
    if (one.rival) return wrong
    const { left, leftTwice, told, toldTwice } = await this.#ofAlone(one.operation)
    const finally_ = difference(before.seen, seenIn(records, before.scene))
    if (![left, leftTwice].includes(finally_))
      wrong.push(`the repetition, answered ${repeated.status}, left\n${finally_}`)
    const most = mostOf(finally_ === leftTwice ? toldTwice : told, disturbed)
    return [...wrong, ...unlessBetween(told, this.#toldSince(before), most)]
  }

  #faultsSince({ scene, faults }: Before, records: Records): string[] {
    const found = difference(faults, [...faultsIn(records), ...waitingIn(records)])
    return [
      ...found.split('\n').filter((line) => line.startsWith('+')),
      ...this.#portal.changedMailsOf(scene),
    ]
  }

  #toldSince({ scene, told }: Before): Told {
    const now = this.#portal.toldOf(scene)
    return toldBy((kind) => now[kind] - told[kind])
  }

  async #leftSince({ scene, seen }: Before): Promise<string> {
    return difference(seen, seenIn(await this.#settled(), scene))
  }

  /** Makes a scene for each case, and what its requests need in turn. */
  async #scenesFor(cases: readonly Case[]): Promise<Scene[]> {
    const portal = this.#portal
    const scenes = await Promise.all(cases.map(() => arrange(portal, ++this.scenes)))
    const needs = cases.map(({ operation, rival }) => [...needsOf(operation, rival)])
    for (let i = 0; needs.some((some) => some.length > i); i++) {
      await this.#settled()
      await Promise.all(scenes.map(async (scene, one) => await needs[one]?.[i]?.(scene, portal)))
    }
    const mayWait = cases.some(({ operation }) => REQUESTS[operation]?.waits)
    await this.#settled(mayWait ? MAX_WAITS_FOR_ATTEMPT : MAX_WAITS)
    return scenes
  }

  async #before(scene: Scene): Promise<Before> {
    const records = await this.#portal.records()
    const faults = [...faultsIn(records), ...waitingIn(records)]
    return { scene, seen: seenIn(records, scene), faults, told: this.#portal.toldOf(scene) }
  }

  #ofAlone(operation: string): Promise<Alone> {
    return once(this.#undisturbed.alone, operation, async () => {
      const [scene] = (await this.#scenesFor([{ operation }])) as [Scene]
      const before = await this.#before(scene)
      const { answer, writes, untilAnswer: answered } = await this.#disturbed(scene, { operation })
      if (!isAccepted(answer))
        throw new Error(`${operation} is answered ${answer?.status} ${JSON.stringify(answer?.body)}`)
      const left = await this.#leftSince(before)
      const told = this.#toldSince(before)
      await send(this.#portal, scene, operation)
      const leftTwice = await this.#leftSince(before)
      return { left, told, writes, answered, leftTwice, toldTwice: this.#toldSince(before) }
    })
  }

  /** @returns undefined if the request can't be carried out where the rival can act */
  #ofBoth(operation: string, rival: string): Promise<BesideRival | undefined> {
    return once(this.#undisturbed.beside, `${operation} ${rival}`, async () => {
      const { answered } = await this.#ofAlone(operation)
      const isStopped = REQUESTS[operation]?.isStoppedBy?.includes(rival)
      const between = (isStopped ? upTo(1, answered) : []).map((rivalAt) => ({ operation, rival, rivalAt }))
      const both = { operation, rival }
      const scenes = await this.#scenesFor([both, both, ...between])
      const befores: Before[] = []
      const lefts: string[] = []
      const act = async (before: Before, isRival: boolean) => {
        const { scene } = before
        const sent = isRival ? sendAsRival(this.#portal, scene, rival) : send(this.#portal, scene, operation)
        const answer = await sent
        lefts.push(await this.#leftSince(before))
        return answer
      }
      for (const [i, scene] of scenes.entries()) {
        const before = await this.#before(scene)
        befores.push(before)
        const one = between[i - 2]
        if (one) {
          await this.#disturbed(scene, one)
          lefts.push(await this.#leftSince(before))
          continue
        }
        const isRivalFirst = i === 1
        const first = await act(before, isRivalFirst)
        if (!isRivalFirst && !isAccepted(first)) return undefined
        await act(before, !isRivalFirst)
      }
      return { lefts, told: befores.map((before) => this.#toldSince(before)).reduce(mostOfBoth) }
    })
  }

  /** Sends the request, and lets a process end at one of the writes that follow. */
  async #disturbed(scene: Scene, one: Case): Promise<Disturbed> {
    const { operation, rival, rivalAt, write, endsAt, ending } = one
    const portal = this.#portal
    const lives = Object.values(portal.processes).map(({ life }) => life)
    const writes: Write[] = []
    let isRivalActing = false
    for (const life of lives)
      life.beforeWrite = async (begun) => {
        if (isRivalActing) return undefined
        const number = writes.push(begun)
        const isNamed = write === undefined || begun.name === write
        const count = writes.filter(({ name }) => write === undefined || name === write).length
        if (number === rivalAt && rival) {
          isRivalActing = true
          await sendAsRival(portal, scene, rival)
          isRivalActing = false
        }
        return isNamed && count === endsAt ? ending : undefined
      }
    const { life } = portal.processes[serviceOf(operation)]
    const sent = send(portal, scene, operation).catch(() => undefined)
    const first = await Promise.race([sent, life.ended.then(() => undefined)])
    const answer = life.hasEnded ? undefined : first
    const untilAnswer = writes.length
    let repeatedAtOnce: TestResponse | undefined
    if (life.hasEnded && one.isRepeatedAtOnce) {
      await portal.replaceEnded()
      repeatedAtOnce = await send(portal, scene, operation)
    }
    await this.#settled()
    for (const life of lives) life.beforeWrite = undefined
    const hasEnded = lives.some((life) => life.hasEnded)
    const hasUnrecordedMail = lives.some(isInWindow)
    await sent
    await portal.replaceEnded()
    return { answer, hasEnded, hasUnrecordedMail, repeatedAtOnce, writes, untilAnswer }
  }

  /**
   * Lets time pass until nothing moves, and regular work finds nothing to do.
   * @param maxWaits how often the clock goes on for what still waits
   * @returns the records
   */
  async #settled(maxWaits = MAX_WAITS): Promise<Records> {
    const portal = this.#portal
    for (let waits = 0; ; waits++) {
      let moved: number
      do {
        moved = lastChange()
        await portal.runTasks()
        // A process that has met another one's end does not try again at once, whatever its clock says.
        await delay(TURN_MS * (1 + waits))
      } while (lastChange() !== moved)
      const records = await portal.records()
      const isWaiting = waitingIn(records).length > 0 || (await portal.messagesWait())
      const hasEnded = Object.values(portal.processes).some(({ life }) => life.hasEnded)
      if (!isWaiting || waits >= (hasEnded ? MAX_WAITS_WITHOUT : maxWaits)) return records
      // What was just written is often done in a moment, before its lease ends.
      if (waits > 2) portal.advance(ROUND_MS)
    }
  }
}

/** Remembers what was found out, also for those who ask meanwhile. */
function once<T>(known: Map<string, Promise<T>>, name: string, findOut: () => Promise<T>): Promise<T> {
  const found = known.get(name) ?? findOut()
  known.set(name, found)
  return found
}

/** Of a batch, each item. */
const isAccepted = (answer: TestResponse | undefined): boolean =>
  answer !== undefined &&
  [answer, ...(Array.isArray(answer.body) ? answer.body : [])].every(({ status }) => !(status >= 300))

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)

/** A merge that was stopped says so, as if it was never asked for. */
const withoutMessages = (left: string): string =>
  left
    .split('\n')
    .filter(
      (line) => !/^[+-] (deliveries |webhookDeliveries |webhookEndpoints |merges .*"reason":)/.test(line),
    )
    .join('\n')

const toldBy = (count: (kind: keyof Told) => number): Told => ({
  emails: count('emails'),
  webhooks: count('webhooks'),
})
const NOTHING = toldBy(() => 0)
const mostOfBoth = (one: Told, other: Told): Told => toldBy((kind) => Math.max(one[kind], other[kind]))
/** The mail server may get an e-mail again whose process has ended before it recorded it. */
const mostOf = ({ emails, webhooks }: Told, { hasUnrecordedMail }: Disturbed): Told => ({
  emails: emails + (hasUnrecordedMail ? 1 : 0),
  webhooks,
})
const unlessBetween = (least: Told, told: Told, most: Told): string[] =>
  (['emails', 'webhooks'] as const)
    .filter((kind) => told[kind] < least[kind] || told[kind] > most[kind])
    .map((kind) => `${told[kind]} ${kind}, not ${least[kind]} to ${most[kind]}`)

/** Whether the mail server has an e-mail that its process has not recorded as sent. */
function isInWindow({ done }: Life): boolean {
  const last = (part: string) => done.findLastIndex((name) => name.includes(part))
  return last('send an e-mail') > last('deliveries.bulkWrite')
}
