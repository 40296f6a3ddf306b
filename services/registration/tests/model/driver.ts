import { isDeepStrictEqual } from 'node:util'
import { renderDateTime } from '../../../shared/date-time.ts'
import type { Answer, Client } from '../../../shared/tests/kit/client.ts'
import { eventually } from '../../../shared/tests/kit/eventually.ts'
import { NORTH, NORTH_SCHOOL, ROOT, SOUTH, type Portal } from '../kit/portal.ts'
import { operationOf, type Call, type Tag } from './calls.ts'
import type { Coverage } from './coverage.ts'
import { Model } from './model.ts'
import type { Expected, ModelAccount } from './records.ts'
import { courseId, firstCourses, firstUsers, PROBE, type Operation, type World } from './operations.ts'
import { requestOf } from './requests.ts'

/** An account as the services know it and as the model does. */
export interface Caller {
  readonly model: ModelAccount
  readonly api: Client
  readonly users: Client
}

/** Stands still while a call is answered, so that the model knows every date; a second passes between calls. */
export class SteppingClock {
  #now = new Date(Math.floor(Date.now() / 1000) * 1000)
  now = () => this.#now
  tick(): void {
    this.#now = new Date(this.#now.getTime() + 1000)
  }
}

export interface Stage {
  readonly portal: Portal
  readonly callers: readonly Caller[]
  readonly clock: SteppingClock
  readonly coverage: Coverage
}

const HEADERS = [
  'location',
  'x-resolved-by',
  'idempotent-replayed',
  'preference-applied',
  'x-total-count',
] as const
/** `Vary` is promised where preferences are understood; a link is opaque, all that matters is whether there is one. */
const COMPARED_WHEN_EXPECTED = ['vary', 'link'] as const

const BELOW: Readonly<Record<number, readonly number[]>> = {
  [ROOT]: [ROOT, NORTH, NORTH_SCHOOL, SOUTH],
  [NORTH]: [NORTH, NORTH_SCHOOL],
  [NORTH_SCHOOL]: [NORTH_SCHOOL],
  [SOUTH]: [SOUTH],
}
export const below = (groupId: number): readonly number[] => BELOW[groupId] ?? []

let runs = 0

/** Runs one sequence against the services and the model side by side. @throws at the first difference */
export class Driver {
  readonly #stage: Stage
  readonly #tags = new Map<number, Tag>()
  readonly #world: World
  /** Lists show what came after: other sequences came before. */
  readonly #since: { registrations: string; users: string }

  constructor(stage: Stage) {
    this.#stage = stage
    const model = new Model(
      stage.callers.map(({ model }) => model),
      below,
    )
    this.#world = { run: ++runs, model, tags: this.#tags }
    this.#since = { registrations: stage.clock.now().toISOString(), users: new Date().toISOString() }
  }

  async run(operations: readonly Operation[]): Promise<void> {
    await Promise.all(firstCourses(this.#world).map((call) => this.#step(call)))
    for (const call of firstUsers(this.#world)) await this.#step(call)
    for (const operation of operations) {
      const call = operation.in(this.#world)
      const { code, status } = await this.#step(call)
      this.#stage.coverage.reached(operationOf(call), code ?? String(status))
    }
    await this.#everythingAgrees()
  }

  async #step(call: Call): Promise<Expected> {
    const { clock } = this.#stage
    clock.tick()
    const answer = await this.#send(call)
    const expected = this.#world.model.answer(call, answer.body, renderDateTime(clock.now()))
    this.#compare(call, answer, expected)
    const changed = this.#world.model.changedUser
    this.#remember(call, answer)
    if (call.kind === 'createUser' && answer.status === 201) await this.#probe(answer.body.id as number)
    if (changed) await this.#arrived(changed.id)
    return expected
  }

  #send(call: Call): Promise<Answer> {
    const { callers, portal } = this.#stage
    const { side, method, path, body, headers } = requestOf(call, this.#since)
    const client =
      'account' in call
        ? callers[call.account]?.[side]
        : portal.operator[side === 'api' ? 'courses' : 'users']
    if (!client) throw new Error('no such account')
    return client.send(method, path, body, headers)
  }

  #compare(call: Call, answer: Answer, expected: Expected): void {
    const names = [
      ...HEADERS,
      ...COMPARED_WHEN_EXPECTED.filter((name) => expected.headers[name] !== undefined),
    ]
    const headers = Object.fromEntries(
      names.map((name) => {
        const value = answer.headers.get(name)
        return [name, name === 'link' && value !== null ? 'next' : value]
      }),
    )
    const actual = {
      status: answer.status,
      code: answer.headers.get('x-error-code'),
      body: answer.body as unknown,
      headers,
    }
    const wanted = {
      ...expected,
      headers: Object.fromEntries(names.map((name) => [name, expected.headers[name] ?? null])),
    }
    try {
      expect(actual).toEqual(wanted)
    } catch (difference) {
      throw new Error(`${JSON.stringify(call)}\n${(difference as Error).message}`, { cause: difference })
    }
  }

  #remember(call: Call, { status, headers, body }: Answer): void {
    const value = headers.get('etag')
    if (!value || (status !== 200 && status !== 201) || 'userId' in call || !body?.statusName) return
    const { id } = body as { id: number }
    const registration = this.#world.model.registrations.find((one) => one.id === id)
    const shown = registration && this.#world.model.present(registration)
    // The answer to a replay shows what was, not what is.
    if (isDeepStrictEqual(shown, body)) this.#tags.set(id, { value, shown: JSON.stringify(shown) })
  }

  /** Registers a new user for the course that is in every group. */
  async #probe(userId: number): Promise<void> {
    await this.#step({
      kind: 'create',
      account: 0,
      body: { courseId: courseId(this.#world, PROBE), userId },
      strict: false,
      validateOnly: false,
      key: undefined,
    })
  }

  /** Waits until the registration side shows a changed user to each account as the model does (A2b: within 5 s). */
  async #arrived(userId: number): Promise<void> {
    const query = { course_id: courseId(this.#world, PROBE), user_id: userId }
    await this.#forEachAccount((account) =>
      eventually(() => this.#look({ kind: 'list', account, query, count: false })),
    )
  }

  /** Compares without letting time pass. */
  async #look(call: Call): Promise<void> {
    const answer = await this.#send(call)
    this.#compare(call, answer, this.#world.model.answer(call, answer.body, ''))
  }

  /** At the end: every list and every history, as everybody sees it. */
  async #everythingAgrees(): Promise<void> {
    await this.#forEachAccount(async (account) => {
      await this.#look({ kind: 'list', account, query: {}, count: true })
      await this.#look({ kind: 'listUsers', account, groupId: undefined, includeDeleted: true })
    })
    await Promise.all(
      this.#world.model.registrations.map(({ id }) => this.#look({ kind: 'history', account: 0, id })),
    )
  }

  async #forEachAccount(look: (account: number) => Promise<void>): Promise<void> {
    await Promise.all(this.#stage.callers.map((_caller, account) => look(account)))
  }
}
