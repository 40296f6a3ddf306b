import { aDependency } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import type { Schemas } from '../../platform/contract/schema.ts'
import { Unavailable } from '../../platform/errors.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { LongJob } from '../../platform/store/long-job.ts'
import { Outbox } from '../../platform/store/outbox.ts'
import { erasureModel, type ErasureProgress, type ErasureRecord } from '../src/erasures/record.ts'
import { Erasures } from '../src/erasures/repository.ts'
import { ErasureOrders } from '../src/erasures/order.ts'
import {
  createErasureJobs,
  ERASED_PAGE_SIZE,
  type EraseDeps,
  type ErasureJobs,
} from '../src/erasures/steps.ts'
import { newUser } from '../src/users/rules.ts'

const MINUTE_MS = 60_000
const NAMES = { loginName: 'ada', email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' }
const SERVICES = ['user', 'registration', 'notification'] as const
const model = erasureModel(aDatabase())
let now = Date.parse('2026-03-01T08:00:00Z')
const clock = { now: () => new Date(now) }
const outbox = new Outbox(model, clock, { types: ['user.erased.v1'] })
const erasures = new Erasures({ model, outbox })
beforeAll(() => erasures.prepare())

let userId = 0
/** What the services were asked for, in this order. */
let asked: string[]
let unavailable: Set<string>
/** The registrations that the user had. */
let registrationIds: number[]
/** Of each service: how many requests it takes to erase everything. */
let stepsIn: Record<string, number>
let onStep: (service: string) => Promise<void>
beforeEach(async () => {
  await model.deleteMany({ _id: userId })
  userId++
  asked = []
  unavailable = new Set()
  registrationIds = [7]
  stepsIn = {}
  onStep = () => Promise.resolve()
})

async function stepIn(service: string, after: number, what = service) {
  if (unavailable.has(service)) throw new Unavailable(service, new Error('timeout'))
  asked.push(what)
  await onStep(service)
  return { records: after + 1, done: after + 1 >= (stepsIn[service] ?? 1), after: after + 1 }
}

const aProcess = (orderMergedInto: EraseDeps['orderMergedInto'] = async () => {}): ErasureJobs =>
  createErasureJobs({
    model,
    longJob(options) {
      const { logger } = recordedLog()
      const job = new LongJob<ErasureRecord, ErasureProgress>({
        ...options,
        mongodb: aDependency('mongodb'),
        clock,
        logger,
      })
      // A test says when a job runs.
      return Object.assign(job, { wake: () => undefined })
    },
    users: { erase: () => stepIn('user', 0).then(() => true) },
    idempotencyKeys: { eraseUser: () => Promise.resolve(0) },
    registrationService: {
      call: ({ query, body }: { query?: { afterId?: number }; body?: Schemas['RegistrationErasureInput'] }) =>
        body
          ? stepIn('registration', body.after ?? 0)
          : registrationIds.filter((id) => id > (query?.afterId ?? 0)).slice(0, ERASED_PAGE_SIZE),
    } as never,
    notificationService: {
      call: ({ body: { registrationIds: ids, after = 0 } }: { body: Schemas['NotificationErasureInput'] }) =>
        stepIn('notification', after, `notification with ${ids.length}`),
    } as never,
    erasures,
    orderMergedInto,
    stepSize: 10,
    clock,
  })

const begin = (order: { again?: boolean; withRegistrations?: boolean } = {}) =>
  erasures.begin(
    { userId, reason: 'request 17', withRegistrations: false, again: false, ...order },
    {
      groupIds: [12],
      now: clock.now(),
      trace: newTrace(),
      lease: { claim: 'a process', until: clock.now() },
    },
  )
/** Each service in turn does all of its work that is due. */
async function work(...services: readonly (typeof SERVICES)[number][]) {
  const jobs = aProcess()
  for (const service of services.length === 0 ? SERVICES : services) await jobs[service].runNow()
  return asked.splice(0)
}
const status = async () => {
  const { services, finishedAt } = (await erasures.find(userId))!
  const finished = SERVICES.filter((service) => services[service].finishedAt)
  return { finished, isFinished: finishedAt !== null }
}

describe('an erasure (O18)', () => {
  it('runs in registration before notification, and in each a second time two minutes later', async () => {
    await begin()
    expect(await work()).toEqual(['user', 'registration', 'notification with 1'])
    expect(await status()).toEqual({ finished: SERVICES, isFinished: true })
    expect(await erasures.count({ inProgress: true })).toBe(0)
    now += 1.9 * MINUTE_MS
    expect(await work()).toEqual([])
    now += 0.1 * MINUTE_MS
    // Notification waits for the second pass of registration, too.
    expect(await work('notification')).toEqual(['notification with 0'])
    registrationIds.push(8)
    expect(await work()).toEqual(['user', 'registration', 'notification with 2'])
    now += 60 * MINUTE_MS
    expect(await work()).toEqual([])
  })

  it('is begun in every service at once, and finished in notification after registration', async () => {
    stepsIn = { registration: 2 }
    await begin()
    expect(await work('notification')).toEqual(['notification with 0'])
    expect(await status()).toEqual({ finished: [], isFinished: false })
    expect(await work('notification')).toEqual([])
    expect(await work('registration')).toEqual(['registration', 'registration'])
    expect(await work('notification')).toEqual(['notification with 1'])
    expect(await status()).toEqual({ finished: ['registration', 'notification'], isFinished: false })
    expect(await work('user')).toEqual(['user'])
    expect(await status()).toEqual({ finished: SERVICES, isFinished: true })
  })

  it.each([
    ['registration', ['user', 'notification with 0']],
    ['notification', ['user', 'registration']],
  ])('is not delayed in the other services while %s is unavailable, for days', async (service, others) => {
    await begin()
    unavailable.add(service)
    expect(await work()).toEqual(others)
    now += 2 * MINUTE_MS
    const secondPasses = others.filter((name) => !name.startsWith('notification'))
    expect(await work()).toEqual(secondPasses)
    for (let day = 1; day <= 3; day++) {
      now += 24 * 60 * MINUTE_MS
      expect(await work()).toEqual([])
    }
    expect(await erasures.count({ inProgress: true })).toBe(1)
    unavailable.clear()
    now += 10 * MINUTE_MS
    const last =
      service === 'registration' ? ['registration', 'notification with 1'] : ['notification with 1']
    expect(await work()).toEqual(last)
    expect(await status()).toEqual({ finished: SERVICES, isFinished: true })
    now += 2 * MINUTE_MS
    expect(await work()).toEqual(last)
  })

  it('is repeated in notification by a process that did not know of the end in registration', async () => {
    await begin()
    onStep = async (service) => {
      if (service !== 'notification') return
      onStep = () => Promise.resolve()
      await aProcess().registration.runNow()
    }
    await aProcess().notification.runNow()
    expect(await status()).toMatchObject({ finished: ['registration', 'notification'] })
    expect(asked).toEqual(['notification with 0', 'registration', 'notification with 1'])
  })

  it('gives notification all registrations, page by page', async () => {
    registrationIds = Array.from({ length: ERASED_PAGE_SIZE + 3 }, (_, i) => i + 1)
    stepsIn = { notification: 2 }
    await begin()
    const [first, ...others] = (await work('registration', 'notification')).slice(1)
    expect(first).toBe(`notification with ${ERASED_PAGE_SIZE}`)
    expect(others).toEqual([`notification with ${ERASED_PAGE_SIZE}`, 'notification with 3'])
    expect(await status()).toMatchObject({ finished: ['registration', 'notification'] })
  })

  it('starts in every service again when it is repeated', async () => {
    const first = await begin()
    await work()
    expect((await begin()).stored).toBeUndefined()
    const repeated = await begin({ again: true })
    expect(repeated.erasure.eventId).not.toBe(first.erasure.eventId)
    expect(await status()).toEqual({ finished: [], isFinished: false })
    expect(await work()).toEqual(['user', 'registration', 'notification with 1'])
    expect(await status()).toEqual({ finished: SERVICES, isFinished: true })
    const { stored } = await begin({ withRegistrations: true })
    expect(stored).toMatchObject({ withRegistrations: true })
    await work()
    const events = (await outbox.claim(10)).map(({ event }) => event.payload)
    expect(events).toContainEqual(
      expect.objectContaining({ userId, groupIds: [12], eventId: stored?.eventId }),
    )
  })

  const order = { reason: 'request 17', withRegistrations: false, again: false }
  const theOrders = (jobs: ErasureJobs, listMergedInto: (id: number) => Promise<number[]>) =>
    new ErasureOrders({
      users: {
        find: (id) => Promise.resolve({ ...newUser(NAMES, clock.now()), id }),
        listMergedInto,
        listDeletedUntil: () => Promise.resolve([]),
      },
      erasures,
      jobs,
      lastUserId: () => Promise.resolve(userId),
      raiseUserIds: () => Promise.resolve(),
      clock,
    })

  it('is not stored if the accounts that its audit line names can not be read', async () => {
    const orders = theOrders(aProcess(), () => Promise.reject(new Unavailable('mongodb', undefined)))
    const erased = orders.order({ userId, ...order }, newTrace(), () => undefined)
    await expect(erased).rejects.toThrow(Unavailable)
    expect(await erasures.find(userId)).toBeUndefined()
  })

  it('orders those of the other accounts of the person, and does not wait for them', async () => {
    const [into, merged] = [userId, ++userId]
    const jobs = aProcess((erasure, trace) => orders.orderMergedInto(erasure, trace))
    const orders: ErasureOrders = theOrders(jobs, (id) => Promise.resolve(id === into ? [merged] : []))
    await orders.order({ userId: into, ...order }, newTrace())
    expect(asked).toEqual(['user'])
    await work('user')
    expect((await erasures.find(merged))?.services.user.finishedAt).toEqual(clock.now())
  })
})
