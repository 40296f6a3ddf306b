import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceName } from '../../scripts/dev/gateway/routes.ts'
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { AnswerCheck, faultsAgainstExample } from './check.ts'
import { exampled, type Exampled, type Shown } from './examples.ts'
import { misfits } from './fit.ts'
import { NEVER_SHOWN, sceneOf, type Scene } from './scenes.ts'
import { send, targetOf, type Answer, type Outgoing } from './send.ts'
import { variations, type Variation } from './variations.ts'
import type { Chapter } from './story.ts'
import type { World } from './world.ts'

/** An answer that is not what the contract shows. */
export interface Problem {
  readonly operationId: string
  /** The status or the error code that was to be seen. */
  readonly about: string
  readonly fault: string
}

interface Case {
  readonly exampled: Exampled
  readonly shown: Shown
  readonly scene: Scene
}

/** Where cases start that don't care: there is something of everything. */
const ANYWHERE: Chapter = 'crowded'
/** How often a scene is played when a server does not answer in time. */
const ATTEMPTS = 3
/** Takes two requests at a time. */
const IN_FLIGHT = 'idempotency-in-flight'
/** Codes whose cause is not a request but a fault of the system, and which take all operations of a service at once. */
const FAULTS = ['internal-error', 'dependency-unavailable'] as const

/**
 * Sends every request that the contract shows, brings about every answer that it declares, and compares: status, error
 * code, headers, body. Leaves the world as `crowded`.
 */
export async function runExamples(
  contract: OpenApiDocument,
  world: World,
  { only }: { readonly only?: readonly string[] } = {},
): Promise<Problem[]> {
  const run = new Run(contract, world)
  const wanted = exampled(contract).filter(({ id }) => !only || only.includes(id))
  await world.forgetCalls()
  return run.all(wanted)
}

class Run {
  readonly #world: World
  readonly #check: AnswerCheck
  readonly #problems: Problem[] = []
  /** Declared headers of successes that were seen, by operation and status. */
  readonly #seen = new Map<string, Set<string>>()
  #at: Chapter | undefined

  constructor(contract: OpenApiDocument, world: World) {
    this.#world = world
    this.#check = new AnswerCheck(contract)
  }

  async all(operations: readonly Exampled[]): Promise<Problem[]> {
    const cases = operations.flatMap((operation) => this.#casesOf(operation))
    const isFault = ({ shown }: Case) => (FAULTS as readonly unknown[]).includes(shown.code)
    // Reads first: what a write has set going can still be under way when the next case begins.
    const [reads, writes] = partition(operations, ({ entry }) => entry.method === 'get')
    for (const group of [reads, writes]) {
      for (const each of cases.filter((one) => !isFault(one) && group.includes(one.exampled)))
        await this.#play(each)
      for (const operation of group) await this.#vary(operation)
    }
    await this.#faults(cases.filter(isFault))
    this.#headersNeverSeen(operations)
    await this.#world.goTo(ANYWHERE)
    return this.#problems
  }

  #casesOf(operation: Exampled): Case[] {
    return operation.shown().flatMap((shown) => {
      const about = aboutOf(shown)
      if (`${operation.id} ${about}` in NEVER_SHOWN) return []
      const isFault = (FAULTS as readonly unknown[]).includes(shown.code)
      const scene = isFault ? {} : sceneOf(operation, shown)
      if (scene) return [{ exampled: operation, shown, scene }]
      this.#report(operation, about, [
        'nobody has said how to bring it about: contract-tests/examples/scenes.ts',
      ])
      return []
    })
  }

  async #play({ exampled: operation, shown, scene }: Case, attempt = 1): Promise<void> {
    const outgoing = await this.#arranged(operation, scene)
    const answer = await this.#answerTo(operation, shown, scene, outgoing)
    if (isStall(shown, answer) && attempt < ATTEMPTS) {
      await delay(1000 * Number(answer.headers.get('retry-after') ?? 0))
      this.#at = undefined
      return this.#play({ exampled: operation, shown, scene }, attempt + 1)
    }
    this.#judge(operation, shown, answer, scene)
    this.#report(operation, aboutOf(shown), this.#misfits(operation, outgoing, answer))
    if (shown.code === undefined) return
    // A refusal changes nothing; of two requests with one key the other one went through.
    const again = shown.code === IN_FLIGHT ? await this.#arranged(operation, scene) : outgoing
    await this.#asProblem(operation, shown, scene, again)
  }

  /** Brings about what a scene needs. Returns the request of its operation. */
  async #arranged(operation: Exampled, { at = ANYWHERE, arrange }: Scene): Promise<Outgoing> {
    await this.#goTo(at)
    const request = this.#actual(operation.request())
    if (!arrange) return request
    const arranged = await arrange({ world: this.#world, exampled: operation, request })
    this.#at = undefined
    return { ...request, ...this.#actual(arranged) }
  }

  /** Sends the request as its scene wants: as somebody else, or while the same one is being handled. */
  async #answerTo(operation: Exampled, shown: Shown, scene: Scene, outgoing: Outgoing): Promise<Answer> {
    const sent = () => this.#send(operation, outgoing, scene.as ?? spender(operation, shown))
    return shown.code === IN_FLIGHT ? await this.#world.gate.hold(sent, sent) : await sent()
  }

  /** The same error for a caller that asks for RFC 9457 (decision S4). */
  async #asProblem(operation: Exampled, shown: Shown, scene: Scene, outgoing: Outgoing): Promise<void> {
    const headers = { ...outgoing.headers, accept: 'application/problem+json' }
    const answer = await this.#answerTo(operation, shown, scene, { ...outgoing, headers })
    const { status, detail, code } = (answer.body ?? {}) as Record<string, unknown>
    const response = operation.response(shown.status)
    const said = { type: answer.type, status, code }
    const wanted = { type: 'application/problem+json', status: shown.status, code: shown.code }
    this.#report(operation, `${aboutOf(shown)} as a problem`, [
      ...(JSON.stringify(said) === JSON.stringify(wanted) && typeof detail === 'string'
        ? []
        : [`answered ${JSON.stringify(said)}, not ${JSON.stringify(wanted)}`]),
      ...(response ? this.#check.againstResponse(response, answer) : []),
    ])
  }

  async #vary(operation: Exampled): Promise<void> {
    for (const variation of variations(operation)) await this.#playVariation(operation, variation)
  }

  /** An optional parameter with the value that the contract shows: any success that is declared will do. */
  async #playVariation(operation: Exampled, { name, place, value, at, twice }: Variation): Promise<void> {
    await this.#goTo(at)
    const request = this.#actual(operation.request())
    const outgoing = { ...request, [place]: { ...request[place], [name]: value } } as Outgoing
    let answer = await this.#send(operation, outgoing)
    if (twice) answer = await this.#send(operation, outgoing)
    const about = `${name}: ${String(value)}`
    const response = operation.response(answer.status)
    if (answer.status >= 300 || !response)
      return this.#report(operation, about, [`answered ${answer.status} ${answer.text.slice(0, 300)}`])
    this.#see(operation, answer)
    this.#report(operation, about, [
      ...this.#check.againstResponse(response, answer),
      ...this.#misfits(operation, outgoing, answer),
    ])
  }

  /** Faults of the system: each service in turn with a database that fails, then all without any. */
  async #faults(cases: readonly Case[]): Promise<void> {
    await this.#goTo(ANYWHERE)
    const ofCode = (code: string) => cases.filter(({ shown }) => shown.code === code)
    const [failing, away] = FAULTS.map(ofCode) as [Case[], Case[]]
    const sendAll = async (some: readonly Case[]) => {
      for (const { exampled: operation, shown, scene } of some) {
        const outgoing = this.#actual(operation.request())
        this.#judge(operation, shown, await this.#send(operation, outgoing), scene)
        await this.#asProblem(operation, shown, scene, outgoing)
      }
    }
    for (const [service, some] of Map.groupBy(
      failing,
      ({ exampled: { entry } }) => entry.operation.tags[0],
    )) {
      await this.#world.caller.get('/registrations/') // its credential is known for the next seconds
      await this.#world.whileFailing(service as ServiceName, () => sendAll(some))
    }
    if (away.length > 0) await this.#world.whileAway(() => sendAll(away))
    this.#at = undefined
  }

  #judge(operation: Exampled, shown: Shown, answer: Answer, scene: Scene): void {
    const against = { ...shown, example: this.#replaced(shown.example) }
    const faults = faultsAgainstExample(against, answer, scene)
    const response = operation.response(shown.status)
    this.#see(operation, answer)
    this.#report(operation, aboutOf(shown), [
      ...faults,
      ...(answer.status === shown.status && response ? this.#check.againstResponse(response, answer) : []),
    ])
  }

  #misfits(operation: Exampled, outgoing: Outgoing, answer: Answer): string[] {
    return misfits(operation, { ...outgoing, target: targetOf(operation, outgoing) }, answer)
  }

  #see(operation: Exampled, answer: Answer): void {
    const key = `${operation.id} ${answer.status}`
    const seen = this.#seen.get(key) ?? new Set()
    this.#seen.set(key, seen)
    for (const name of answer.headers.keys()) seen.add(name)
  }

  #headersNeverSeen(operations: readonly Exampled[]): void {
    for (const operation of operations)
      for (const { status } of operation.shown()) {
        if (status >= 400) continue
        const seen = this.#seen.get(`${operation.id} ${status}`)
        const never = Object.keys(operation.response(status)?.headers ?? {}).filter(
          (name) => !seen?.has(name.toLowerCase()),
        )
        this.#report(
          operation,
          String(status),
          never.map((name) => `declares header ${name}, which no answer had`),
        )
      }
  }

  async #send(
    operation: Exampled,
    outgoing: Outgoing,
    as: keyof World['credentials'] = credentialOf(operation),
  ): Promise<Answer> {
    const { entry } = operation
    if (entry.method !== 'get') this.#at = undefined
    const headers = { ...outgoing.headers, ...this.#world.credentials[as] }
    return send(this.#world.addressOf(operation), operation, { ...outgoing, headers })
  }

  async #goTo(chapter: Chapter): Promise<void> {
    if (this.#at !== chapter) await this.#world.goTo(chapter)
    this.#at = chapter
  }

  #actual<T extends Partial<Outgoing>>(request: T): T {
    return this.#replaced(request) as T
  }

  /** The same value with what can't be chosen replaced by what it is in this world. */
  #replaced(value: unknown): unknown {
    if (value === undefined) return undefined
    return JSON.parse(JSON.stringify(value), (_, part: unknown) => this.#world.actual(part)) as unknown
  }

  #report({ id }: Exampled, about: string, faults: readonly string[]): void {
    for (const fault of faults) this.#problems.push({ operationId: id, about, fault })
  }
}

/**
 * On a busy machine a database may not answer in time, which is a 503, or Redis not within its few milliseconds, and then
 * a process counts alone (decision R20): the scene has to be played again from its start.
 */
const isStall = ({ code }: Shown, { status }: Answer): boolean =>
  status === 503 || (code === 'too-many-requests' && status !== 429)

const aboutOf = ({ code, status }: Shown): string => code ?? String(status)

function credentialOf({ entry: { operation } }: Exampled): keyof World['credentials'] {
  const audience = operation['x-audience']
  return audience === 'public' ? 'caller' : audience === 'operator' ? 'operator' : 'service'
}

function spender(operation: Exampled, { code }: Shown): keyof World['credentials'] {
  const usual = credentialOf(operation)
  if (code !== 'too-many-requests') return usual
  return usual === 'operator' ? 'hastyOperator' : 'hasty'
}

function partition<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
  return [all.filter(first), all.filter((one) => !first(one))]
}
