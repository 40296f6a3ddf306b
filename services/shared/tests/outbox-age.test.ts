import { OutboxAge } from '../messaging/outbox-age.ts'
import { createMetrics } from '../metrics.ts'
import { recordedLog } from './kit/recorded-log.ts'

const NOW = new Date('2024-01-15T15:00:00Z')
let oldest: () => Promise<Date | undefined>
let metrics: ReturnType<typeof createMetrics>
let age: OutboxAge

beforeEach(() => {
  jest.useFakeTimers()
  metrics = createMetrics('registration')
  age = new OutboxAge({
    outbox: { oldest: () => oldest() },
    type: 'registration.created.v1',
    clock: { now: () => NOW },
    metrics,
    logger: recordedLog().logger,
  })
})
afterEach(() => {
  age.stop()
  jest.useRealTimers()
})

const shown = async () => (await metrics.outboxAge.get()).values

it('shows how long the next event has been waiting, by its type', async () => {
  oldest = () => Promise.resolve(new Date('2024-01-15T14:58:30Z'))
  await age.look()
  expect(await shown()).toEqual([{ labels: { type: 'registration.created.v1' }, value: 90 }])
})

it('shows 0 when nothing waits, and when the clock of who wrote it is ahead', async () => {
  oldest = () => Promise.resolve(undefined)
  await age.look()
  expect(await shown()).toMatchObject([{ value: 0 }])
  oldest = () => Promise.resolve(new Date(NOW.getTime() + 1_000))
  await age.look()
  expect(await shown()).toMatchObject([{ value: 0 }])
})

it('keeps the last age while the database is away', async () => {
  oldest = () => Promise.resolve(new Date(NOW.getTime() - 5_000))
  await age.look()
  oldest = () => Promise.reject(new Error('away'))
  await age.look()
  expect(await shown()).toMatchObject([{ value: 5 }])
})

it('looks every 15 seconds, whether it is scraped or not, until it is stopped', async () => {
  const look = jest.fn(() => Promise.resolve(undefined))
  oldest = look
  age.start()
  await jest.advanceTimersByTimeAsync(45_000)
  await metrics.registry.metrics()
  expect(look).toHaveBeenCalledTimes(3)
  age.stop()
  await jest.advanceTimersByTimeAsync(45_000)
  expect(look).toHaveBeenCalledTimes(3)
})
