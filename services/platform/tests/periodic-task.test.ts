import { aDependency } from '../../../testing/broker.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { PeriodicTask } from '../work/periodic-task.ts'

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
    needs: [mongodb],
    logger,
  })
  task.start()
})
afterEach(() => jest.useRealTimers())

it('starts a run only after the last one has ended', async () => {
  await jest.advanceTimersByTimeAsync(45_000)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await jest.advanceTimersByTimeAsync(15_000)
  expect(runs).toHaveLength(2)
})

it('does not run while the database is unavailable', async () => {
  mongodb.set(false)
  await jest.advanceTimersByTimeAsync(45_000)
  expect(runs).toHaveLength(0)
})

it('logs a failure and runs again', async () => {
  await jest.advanceTimersByTimeAsync(15_000)
  runs[0]?.reject(new Error('unavailable'))
  await jest.advanceTimersByTimeAsync(15_000)
  expect(runs).toHaveLength(2)
  expect(lines).toContainEqual(
    expect.objectContaining({ task: 'counting', msg: 'a task failed; it runs again within 15 s' }),
  )
})

it('signals a run that the service stops, waits for its end, and starts no other', async () => {
  await jest.advanceTimersByTimeAsync(15_000)
  let stopped = false
  const stop = task.stop().then(() => (stopped = true))
  await jest.advanceTimersByTimeAsync(45_000)
  expect([stopping?.aborted, stopped, runs.length]).toEqual([true, false, 1])
  runs[0]?.resolve()
  await stop
  await jest.advanceTimersByTimeAsync(45_000)
  expect(runs).toHaveLength(1)
})

describe('a periodic task that is woken', () => {
  it('runs once, after this turn of the event loop', async () => {
    task.wake()
    task.wake()
    expect(runs).toHaveLength(0)
    await jest.advanceTimersByTimeAsync(0)
    expect(runs).toHaveLength(1)
    runs[0]?.resolve()
    await jest.advanceTimersByTimeAsync(14_999)
    expect(runs).toHaveLength(1)
  })

  it('runs once more after the current run, however often it was woken meanwhile', async () => {
    task.wake()
    await jest.advanceTimersByTimeAsync(20_000)
    task.wake()
    task.wake()
    await jest.advanceTimersByTimeAsync(20_000)
    expect(runs).toHaveLength(1)
    runs[0]?.reject(new Error('unavailable'))
    await jest.advanceTimersByTimeAsync(0)
    expect(runs).toHaveLength(2)
    runs[1]?.resolve()
    await jest.advanceTimersByTimeAsync(0)
    expect(runs).toHaveLength(2)
  })

  it('does not run while the database is unavailable, nor while the service stops', async () => {
    mongodb.set(false)
    task.wake()
    await jest.advanceTimersByTimeAsync(0)
    expect(runs).toHaveLength(0)
    mongodb.set(true)
    await task.stop()
    task.wake()
    await jest.advanceTimersByTimeAsync(0)
    expect(runs).toHaveLength(0)
  })
})
