import { aDependency } from '../../../testing/broker.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { PeriodicTask } from '../process/periodic-task.ts'

const mongodb = aDependency('mongodb')
const { logger, lines } = recordedLog()
let runs: PromiseWithResolvers<void>[]
let stopping: AbortSignal | undefined
let task: PeriodicTask

beforeEach(() => {
  jest.useFakeTimers()
  runs = []
  mongodb.set(true)
  task = new PeriodicTask({
    name: 'counting',
    everyMs: 15_000,
    run: (signal) => {
      stopping = signal
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    mongodb,
    logger,
  })
  task.start()
})
afterEach(() => jest.useRealTimers())

it('runs again only after the last run has ended', async () => {
  await jest.advanceTimersByTimeAsync(45_000)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await jest.advanceTimersByTimeAsync(15_000)
  expect(runs).toHaveLength(2)
})

it('runs at once when woken, and once more after a run during which it was woken', async () => {
  task.wake()
  expect(runs).toHaveLength(1)
  task.wake()
  task.wake()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await jest.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await jest.advanceTimersByTimeAsync(14_000)
  expect(runs).toHaveLength(2)
})

it('does not run while the database is unavailable, even if woken', async () => {
  mongodb.set(false)
  task.wake()
  await jest.advanceTimersByTimeAsync(45_000)
  expect(runs).toHaveLength(0)
})

it('logs a failure and runs again', async () => {
  await jest.advanceTimersByTimeAsync(15_000)
  runs[0]?.reject(new Error('unavailable'))
  await jest.advanceTimersByTimeAsync(15_000)
  expect(runs).toHaveLength(2)
  expect(lines).toContainEqual(
    expect.objectContaining({ task: 'counting', msg: 'a periodic task failed; it runs again in 15 s' }),
  )
})

it('tells a run that the service stops, waits for its end, and runs no more', async () => {
  await jest.advanceTimersByTimeAsync(15_000)
  let stopped = false
  const stop = task.stop().then(() => (stopped = true))
  await jest.advanceTimersByTimeAsync(45_000)
  task.wake()
  expect([stopping?.aborted, stopped, runs.length]).toEqual([true, false, 1])
  runs[0]?.resolve()
  await stop
  await jest.advanceTimersByTimeAsync(45_000)
  expect(runs).toHaveLength(1)
})
