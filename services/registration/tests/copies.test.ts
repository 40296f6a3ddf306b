import { Scope, type Account } from '../../platform/domain/account.ts'
import type { PendingEvent } from '../../platform/messaging/relay.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { aDatabase } from '../../../testing/database.ts'
import { registrationStore } from '../../../testing/registration/store.ts'
import { aCourse, aResolvedUser } from '../../../testing/registration/begun.ts'
import { copyParts } from '../../../testing/registration/copies.ts'
import { toRecord } from '../src/courses/record.ts'
import { registerAll } from '../src/registrations/create.ts'
import type { PendingRegistrationEvent } from '../src/registrations/record.ts'

const database = aDatabase()
const clock = { now: () => new Date() }
const queued: PendingRegistrationEvent[] = []
const relay = {
  willPublish: () => true,
  enqueue: (pending: readonly PendingEvent[]) => void queued.push(...(pending as PendingRegistrationEvent[])),
}
const { model, registrations, outbox } = registrationStore({ database, clock, relay })
const parts = copyParts({ database, model, clock })
const { courses, userCopies, copies, courseRefresh } = parts
const GROUP = 12
/** The user as the user service knows it. */
let user = aResolvedUser()
const users = {
  resolveUsers: () =>
    Promise.resolve([{ kind: 'identified', record: user, identifiedBy: 'userId' } as const]),
}
beforeAll(() => Promise.all([registrations.prepare(), parts.prepare()]))
afterEach(() => jest.restoreAllMocks())

/** From the request until the event is marked as published. */
async function create(id: number): Promise<void> {
  const call = {
    account: { id: 1, name: 'HR sync' } as Account,
    scope: new Scope([GROUP]),
    prefer: { strict: false, validateOnly: false, countExact: false },
    trace: newTrace(),
  }
  const deps = { courses, users, registrations, clock, createdPerMinute: { add: () => undefined } }
  await registerAll(deps, [{ request: { courseId: id, userId: id }, id }], call, false)
  const published = queued.splice(0)
  await copies.refreshNew(published)
  await outbox.markPublished(published)
}

/** By an operator. */
async function putCourse(id: number, ...groupIds: number[]): Promise<void> {
  const lease = courseRefresh.newLease()
  const { course } = await courses.put(aCourse({ id, groupIds }), lease)
  await courseRefresh.finish(toRecord(course), lease)
}

const CHANGE = {
  user: async (id: number) => {
    user = aResolvedUser({ id, version: 2, groupIds: [GROUP, 13] })
    await copies.usersChanged([{ ...user, userId: id, deleted: false }])
  },
  course: (id: number) => putCourse(id, GROUP, 13),
}

describe('a registration that is created while its user or course changes', () => {
  it.each(['user', 'course'] as const)(
    'has the newest %s, whichever of the two writes first',
    async (changing) => {
      const changed = { groupIds: [GROUP, 13], version: 2 }
      let id = changing === 'user' ? 1_000 : 2_000
      for (const order of orders(2, 4)) {
        user = aResolvedUser({ id: ++id, groupIds: [GROUP] })
        await putCourse(id, GROUP)
        const [change, creation] = [new Way(() => CHANGE[changing](id)), new Way(() => create(id))]
        if (changing === 'user') change.rests(userCopies, 'keep', 'after')
        else change.rests(courses, 'put', 'after')
        creation.rests(courses, 'findMatches', 'before')
        creation.rests(registrations, 'insert', 'before')
        creation.rests(copies, 'refreshNew', 'before')
        for (const first of order) await (first ? change : creation).step()
        const [registration] = await registrations.findMany([id])
        expect({ order, ...registration?.[changing] }).toMatchObject({ order, ...changed })
        jest.restoreAllMocks()
      }
    },
  )
})

/** Every order in which two can act, each in its own order: whether the first of them is next. */
function orders(first: number, second: number): boolean[][] {
  if (first + second === 0) return [[]]
  return [
    ...(first > 0 ? orders(first - 1, second).map((rest) => [true, ...rest]) : []),
    ...(second > 0 ? orders(first, second - 1).map((rest) => [false, ...rest]) : []),
  ]
}

/** An operation that pauses at given places and continues step by step. */
class Way {
  #go = Promise.withResolvers<void>()
  #resting = Promise.withResolvers<void>()
  readonly #ended: Promise<void>

  constructor(act: () => Promise<void>) {
    this.#ended = this.#rest().then(act)
  }

  rests<M extends string>(
    store: Record<M, (...given: never[]) => Promise<unknown>>,
    method: M,
    ...when: ('before' | 'after')[]
  ): void {
    const act = store[method].bind(store)
    jest.spyOn(store, method as never).mockImplementation((async (...given: never[]) => {
      if (when.includes('before')) await this.#rest()
      const response = await act(...given)
      if (when.includes('after')) await this.#rest()
      return response
    }) as never)
  }

  /** Until it rests again, or ends; nothing when it has ended. */
  async step(): Promise<void> {
    const { resolve: go } = this.#go
    this.#go = Promise.withResolvers()
    this.#resting = Promise.withResolvers()
    go()
    await Promise.race([this.#resting.promise, this.#ended])
  }

  #rest(): Promise<void> {
    this.#resting.resolve()
    return this.#go.promise
  }
}
