import { Scope } from '../../shared/domain/account.ts'
import { aDependency } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { beginTrace } from '../../shared/trace.ts'
import { Copies } from '../src/user-copies/refresh.ts'
import { register } from '../src/registrations/register.ts'
import { Changes } from '../src/user-copies/changes.ts'
import { MongoCourses } from '../src/courses/repository.ts'
import { MongoRegistrations } from '../src/registrations/repository.ts'
import { MongoUserCopies } from '../src/user-copies/repository.ts'
import { RegistrationOutbox } from '../src/registrations/outbox.ts'
import { registrationModel, type PendingRegistrationEvent } from '../src/registrations/record.ts'
import { aResolvedUser, aStoredCourse } from '../../../testing/registration/begun.ts'

const database = aDatabase()
const model = registrationModel(database)
const clock = { now: () => new Date() }
const offered: PendingRegistrationEvent[] = []
const relay = {
  hasCapacity: () => true,
  enqueue: (pending: readonly PendingRegistrationEvent[]) => void offered.push(...pending),
}
const registrations = new MongoRegistrations({ model, relay, clock })
const courses = new MongoCourses(database)
const userCopies = new MongoUserCopies(database)
const changes = new Changes(database)
const copies = new Copies({
  ...{ courses, userCopies, changes, registrations, clock },
  ...{ mongodb: aDependency('mongodb'), ...recordedLog() },
})
const outbox = new RegistrationOutbox(model, clock, (copied) => copies.created(copied))
const GROUP = 12
/** The user as the user service knows it. */
let user = aResolvedUser()
const users = {
  resolve: () => Promise.resolve([{ code: 'resolved', by: 'userId', user } as const]),
}
beforeAll(() => Promise.all([registrations.prepare(), courses.prepare(), changes.prepare()]))
afterEach(() => jest.restoreAllMocks())

/** From the request to the settled event. */
async function create(id: number): Promise<void> {
  const asking = {
    ...{ by: { id: 1, name: 'HR sync' }, scope: new Scope([GROUP]), strict: false },
    trace: beginTrace(undefined, undefined),
  }
  const deps = { courses, users, changes, registrations, clock }
  await register(deps, { courseId: id, userId: id }, id, asking, false)
  await outbox.markPublished(offered.splice(0))
}

/** By an operator. */
async function putCourse(id: number, ...groupIds: number[]) {
  const { version: _, deleted: __, ...course } = aStoredCourse({ id, groupIds })
  return (await courses.put(course)).course
}

const CHANGE = {
  user: async (id: number) => {
    user = aResolvedUser({ id, version: 2, groupIds: [GROUP, 13] })
    await copies.usersChanged([{ ...user, userId: id, deleted: false }])
  },
  course: async (id: number) => copies.courseChanged(await putCourse(id, GROUP, 13)),
}

describe('a registration that is made while its user or course changes (design, "The way of one registration", step 5)', () => {
  it.each(['user', 'course'] as const)('has the newest %s, whoever comes first', async (changing) => {
    const changed = { groupIds: [GROUP, 13], version: 2 }
    let id = changing === 'user' ? 1_000 : 2_000
    for (const order of orders(3, 5)) {
      user = aResolvedUser({ id: ++id, groupIds: [GROUP] })
      await putCourse(id, GROUP)
      await changes.latest()
      const [change, creation] = [new Way(() => CHANGE[changing](id)), new Way(() => create(id))]
      change.rests(changes, 'add', 'before', 'after')
      creation.rests(courses, 'matching', 'before')
      creation.rests(registrations, 'add', 'before')
      creation.rests(changes, 'latest', 'before', 'after')
      for (const first of order) await (first ? change : creation).step()
      const [registration] = await registrations.findMany([id])
      expect({ order, ...registration?.[changing] }).toMatchObject({ order, ...changed })
      jest.restoreAllMocks()
    }
  })

  it('looks for newer ones only when something has changed since it was checked', async () => {
    const look = jest.spyOn(userCopies, 'findMany')
    user = aResolvedUser({ id: 3_000, groupIds: [GROUP] })
    await putCourse(3_000, GROUP)
    await changes.latest()
    await create(3_000)
    expect(look).not.toHaveBeenCalled()
    await CHANGE.course(3_001)
    await putCourse(3_002, GROUP)
    user = aResolvedUser({ id: 3_002, groupIds: [GROUP] })
    await create(3_002)
    expect(look).toHaveBeenCalledTimes(1)
  })
})

/** Every order in which two can act, each in its own order: whether the first of them is next. */
function orders(first: number, second: number): boolean[][] {
  if (first + second === 0) return [[]]
  return [
    ...(first > 0 ? orders(first - 1, second).map((rest) => [true, ...rest]) : []),
    ...(second > 0 ? orders(first, second - 1).map((rest) => [false, ...rest]) : []),
  ]
}

/** An act that rests at the places it is told to, and goes on a step at a time. */
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
      const answer = await act(...given)
      if (when.includes('after')) await this.#rest()
      return answer
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
