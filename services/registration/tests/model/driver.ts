import { isDeepStrictEqual } from 'node:util'
import { renderDateTime } from '../../../shared/time.ts'
import type { TestResponse, Client } from '../../../../testing/client.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { nextPageOf } from '../../../../testing/pages.ts'
import type { Portal } from '../../../../testing/registration/portal.ts'
import type { Expected } from './answers.ts'
import { firstCourses, firstUsers } from './beginning.ts'
import type { Callers } from './callers.ts'
import { kindOf, ofUsers, requestOf, type Call, type Request } from './calls.ts'
import type { Coverage } from './coverage.ts'
import { FLAWS } from './flaws.ts'
import { expectedAnswer } from './model.ts'
import { presentCourse } from './operating.ts'
import type { Operation } from './operation.ts'
import { presentRegistration } from './registrations.ts'
import { State, type ModelUser } from './state.ts'
import { presentUser } from './users.ts'
import { PROBE, World } from './world.ts'

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
  readonly callers: Callers
  readonly clock: SteppingClock
  readonly coverage: Coverage
  /** How many sequences it has seen: the same ones come after the same seed. */
  runs: number
}

const HEADERS = [
  'location',
  'x-resolved-by',
  'idempotent-replayed',
  'preference-applied',
  'x-total-count',
  'www-authenticate',
  'link',
] as const

/** The registration side has 5 s (A2b), which tests of their own hold it to; here it is given what a busy machine takes. */
const MAX_ARRIVAL_MS = 30_000

/** A server was away for a moment: what became of the call is not known, so the sequence can't go on. */
export class ServerAway extends Error {}

/** Runs one sequence against the services and the model side by side. @throws at the first difference */
export class Driver {
  readonly #stage: Stage
  readonly #state: State
  readonly #world: World
  /** Lists show what came after: other sequences came before. */
  readonly #since: { registrations: string; users: string }
  #reachChanged = false

  constructor(stage: Stage) {
    this.#stage = stage
    this.#state = new State(stage.callers.inModel())
    this.#world = new World(++stage.runs, this.#state)
    this.#since = { registrations: stage.clock.now().toISOString(), users: new Date().toISOString() }
  }

  async run(operations: readonly Operation[]): Promise<void> {
    try {
      await Promise.all(firstCourses(this.#world).map((call) => this.#step(call)))
      for (const call of firstUsers(this.#world)) await this.#step(call)
      for (const step of operations) {
        const call = step.in(this.#world)
        const { code, status } = await this.#step(call)
        this.#stage.coverage.reached(call.operation, code ?? String(status))
      }
      await this.#everythingAgrees()
    } finally {
      if (this.#reachChanged) await this.#stage.callers.reset()
    }
  }

  async #step(call: Call): Promise<Expected> {
    const { clock, callers } = this.#stage
    clock.tick()
    const answer = await this.#send(call)
    const expected = expectedAnswer(this.#state, call, answer.body, renderDateTime(clock.now()))
    this.#compare(call, answer, expected)
    const { changedUser, changedReach } = this.#state
    this.#remember(call, answer)
    if (changedReach) {
      this.#reachChanged = true
      await callers.renewKeys()
    }
    if (call.operation === 'createUser' && answer.status === 201) {
      const body = { courseId: this.#world.courseId(PROBE), userId: answer.body.id }
      await this.#step({ operation: 'createRegistration', account: 0, body })
    }
    if (changedUser) await this.#arrived(changedUser)
    return expected
  }

  async #send(call: Call): Promise<TestResponse> {
    const { callers, portal } = this.#stage
    const { users, courses: api } = portal.operator
    const side = call.account === undefined ? { users, api } : callers.at(call.account)
    const client = side[ofUsers(call) ? 'users' : 'api']
    const request = requestOf(call, this.#since)
    const flawed = call.flaw ? FLAWS[call.flaw].change(request) : {}
    const { method, path, body, headers } = { ...request, ...flawed }
    const answer = await client.send(method, path, body, headers)
    return call.walk && answer.status === 200 ? walked(client, answer, headers) : answer
  }

  #compare(call: Call, answer: TestResponse, expected: Expected): void {
    if (answer.status === 503 && expected.status !== 503) throw new ServerAway()
    // `Vary` is promised where preferences are understood, and may come elsewhere.
    const names = [...HEADERS, ...(expected.headers['vary'] === undefined ? [] : ['vary'])]
    const headersOf = (value: (name: string) => string | null | undefined) =>
      Object.fromEntries(names.map((name) => [name, value(name) ?? null]))
    const { status, headers, body } = answer
    // A link is opaque: all that matters is whether there is one.
    const shown = headersOf((name) => (name === 'link' && headers.has(name) ? 'next' : headers.get(name)))
    const actual = { status, code: headers.get('x-error-code'), body, headers: shown }
    const wanted = { ...expected, headers: headersOf((name) => expected.headers[name]) }
    try {
      expect(actual).toEqual(wanted)
    } catch (difference) {
      throw new Error(`${JSON.stringify(call)}\n${(difference as Error).message}`, { cause: difference })
    }
  }

  /** An ETag, with what it stands for. */
  #remember(call: Call, { status, headers, body }: TestResponse): void {
    const value = headers.get('etag')
    if (!value || (status !== 200 && status !== 201)) return
    const kind = kindOf(call)
    const shown = this.#shown(kind, body.id)
    // The answer to a replay shows what was, not what is.
    if (!isDeepStrictEqual(shown, body)) return
    this.#world.tags[kind].set(body.id, { value, shown: JSON.stringify(shown) })
  }

  #shown(kind: keyof World['tags'], id: number): unknown {
    const user = kind === 'users' && this.#state.user({ id })
    const course = kind === 'courses' && this.#state.liveCourse(id)
    const registration = kind === 'registrations' && this.#state.registration({ id })
    if (course) return presentCourse(course)
    return user ? presentUser(user) : registration && presentRegistration(this.#state, registration)
  }

  /**
   * Waits until the registration side shows a changed user to each account as the model does (A2b: within 5 s). Of one
   * who can still be seen it shows that something has changed, whatever it was.
   */
  async #arrived({ id, deleted, groupIds }: ModelUser): Promise<void> {
    const changedSince = new Date(this.#stage.clock.now().getTime() - 1000)
    const query = {
      course_id: this.#world.courseId(PROBE),
      user_id: id,
      ...(deleted || groupIds.size === 0 ? {} : { updated_after: renderDateTime(changedSince) }),
    }
    await this.#forEachAccount((account) =>
      eventually(() => this.#look({ operation: 'listRegistrations', account, query }), MAX_ARRIVAL_MS),
    )
  }

  /** Compares without letting time pass. */
  async #look(call: Call): Promise<void> {
    const answer = await this.#send(call)
    this.#compare(call, answer, expectedAnswer(this.#state, call, answer.body, ''))
  }

  /** At the end: every list and every history, as everybody sees it. */
  async #everythingAgrees(): Promise<void> {
    await this.#forEachAccount(async (account) => {
      await this.#look({ operation: 'listRegistrations', account, countExact: true })
      await this.#look({ operation: 'listUsers', account, query: { includeDeleted: true } })
    })
    const histories = this.#state.registrations.map(({ id }) =>
      this.#look({ operation: 'getRegistrationHistory', account: 0, target: { id } }),
    )
    await Promise.all(histories)
  }

  async #forEachAccount(look: (account: number) => Promise<void>): Promise<void> {
    await Promise.all(this.#state.accounts.map((_account, position) => look(position)))
  }
}

/** The first page and all that follow it, as one: the last, which links to nothing. */
async function walked(
  client: Client,
  first: TestResponse,
  headers: Request['headers'],
): Promise<TestResponse> {
  const body = [...first.body]
  let page = first
  for (let next = nextPageOf(page); next !== undefined; next = nextPageOf(page)) {
    page = await client.get(next, headers)
    body.push(...page.body)
  }
  return { ...page, body }
}
