import { Schema } from 'mongoose'
import { aDependency } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import type { Lease } from '../store/due-records.ts'
import { Unavailable } from '../errors.ts'
import { JOB_LEASE_MS, LongJob, type JobStep, type LongJobOptions } from '../store/long-job.ts'

interface CountRecord {
  _id: number
  /** How many numbers are to be counted. */
  size: number
  dueAt?: Date
  claim?: string
  counted?: number
  /** The work of another job. */
  other?: { dueAt?: Date; claim?: string; counted?: number }
}

const database = aDatabase()
const schema = new Schema<CountRecord>(
  {
    _id: Number,
    size: Number,
    dueAt: Date,
    claim: String,
    counted: Number,
    other: { dueAt: Date, claim: String, counted: Number },
  },
  { versionKey: false },
)
schema.index({ dueAt: 1 }, { sparse: true })
schema.index({ 'other.dueAt': 1 }, { sparse: true })
const model = database.model<CountRecord>('TestCount', schema)

let now: number
/** The record of each step, and the first number that it counts. */
let steps: [id: number, from: number][]
let onStep: (id: number, from: number) => Promise<void>

beforeEach(async () => {
  now = Date.parse('2026-03-01T08:00:00Z')
  steps = []
  onStep = () => Promise.resolve()
  await model.deleteMany({ _id: { $gt: 0 } })
})

/** A process that counts one number a step. */
function aProcess({
  waitMs,
  ...options
}: { waitMs?: number } & Partial<LongJobOptions<CountRecord, number>> = {}) {
  const { logger, lines } = recordedLog()
  const step = async ({ _id, size }: CountRecord, counted = 0): Promise<JobStep<number>> => {
    steps.push([_id, counted])
    await onStep(_id, counted)
    return { progress: counted + 1, next: counted + 1 >= size ? 'done' : 'step' }
  }
  const job = new LongJob<CountRecord, number>({
    name: 'counting',
    everyMs: 60_000,
    model,
    dueField: 'dueAt',
    claimField: 'claim',
    progressField: 'counted',
    step,
    waitMs,
    mongodb: aDependency('mongodb'),
    clock: { now: () => new Date(now) },
    logger,
    ...options,
  })
  return { job, lines }
}

const add = async (_id: number, size: number, lease?: Lease) => {
  const held = lease ? { dueAt: lease.until, claim: lease.claim } : { dueAt: new Date(now) }
  const [record] = await model.insertMany([{ _id, size, ...held }], { lean: true })
  return record as CountRecord
}
const stored = (_id: number) => model.findById(_id).lean()

it('works on due records, one step of each in turn, until none is left', async () => {
  await add(1, 3)
  await add(2, 1)
  await aProcess().job.runNow()
  expect(steps).toEqual([
    [1, 0],
    [2, 0],
    [1, 1],
    [1, 2],
  ])
  expect([await stored(1), await stored(2)]).toEqual([
    { _id: 1, size: 3 },
    { _id: 2, size: 1 },
  ])
})

it.each([0, 1, 2])('continues with step %i if a process is killed in it', async (killedIn) => {
  await add(1, 3)
  onStep = (_id, from) => (from === killedIn ? new Promise(() => undefined) : Promise.resolve())
  const { job } = aProcess()
  void job.runNow()
  await eventually(() => expect(steps).toHaveLength(killedIn + 1))
  onStep = () => Promise.resolve()
  const other = aProcess()
  await other.job.runNow()
  expect(steps).toHaveLength(killedIn + 1)
  now += JOB_LEASE_MS
  await other.job.runNow()
  expect(steps.slice(killedIn + 1).map(([, from]) => from)).toEqual([0, 1, 2].slice(killedIn))
  expect(await stored(1)).toEqual({ _id: 1, size: 3 })
})

it('retries a failed step when its lease has expired, and does not delay other records', async () => {
  await add(1, 2)
  await add(2, 2)
  onStep = (id) => (id === 1 ? Promise.reject(new Error('damaged')) : Promise.resolve())
  const { job, lines } = aProcess()
  await job.runNow()
  expect([await stored(1), await stored(2)]).toMatchObject([{ dueAt: expect.any(Date) }, { size: 2 }])
  expect(await stored(2)).not.toHaveProperty('dueAt')
  expect(lines).toContainEqual(expect.objectContaining({ job: 'counting', record: 1 }))
  onStep = () => Promise.resolve()
  now += JOB_LEASE_MS
  await job.runNow()
  expect(await stored(1)).not.toHaveProperty('dueAt')
})

it('repeats a failed call of another service after half of the time that the work has waited', async () => {
  const asked = new Date(now)
  await add(1, 1)
  onStep = () => Promise.reject(new Unavailable('other service', new Error('timeout')))
  const { job } = aProcess({ waitsSince: () => asked })
  for (const [waitedS, delayS] of [
    [0, 5],
    [60, 30],
    [3_600, 600],
  ] as const) {
    now = asked.getTime() + waitedS * 1_000
    await job.runNow()
    expect(await stored(1)).toEqual({ _id: 1, size: 1, dueAt: new Date(now + delayS * 1_000) })
  }
})

it('learns from one record that another service is unavailable, not from each in turn', async () => {
  for (const id of [1, 2, 3]) await add(id, 1)
  let isUp = false
  onStep = () =>
    isUp ? Promise.resolve() : Promise.reject(new Unavailable('other service', new Error('timeout')))
  const measured: number[] = []
  const { job } = aProcess({
    waitsSince: () => new Date(now),
    onMeasured: (waiting) => measured.push(waiting),
  })
  await job.runNow()
  expect(steps).toEqual([[1, 0]])
  isUp = true
  await job.runNow()
  expect(steps.map(([id]) => id)).toEqual([1, 2, 3])
  // The failed one has a later date, and waits as well.
  now += 60_000
  await job.runNow()
  expect(measured).toEqual([3, 1, 0])
})

it('several jobs of one record have a due time, a claim and a progress each', async () => {
  await model.insertMany([{ _id: 1, size: 2, dueAt: new Date(now), other: { dueAt: new Date(now) } }])
  const other = aProcess({
    dueField: 'other.dueAt',
    claimField: 'other.claim',
    progressField: 'other.counted',
  })
  await other.job.runNow()
  expect(steps.map(([, from]) => from)).toEqual([0, 1])
  expect(await stored(1)).toMatchObject({ dueAt: new Date(now) })
  expect(await stored(1)).not.toHaveProperty('other.dueAt')
})

it('a request that stores the work also does it, and no other process does it meanwhile', async () => {
  const { job } = aProcess()
  const lease = job.newLease()
  const record = await add(1, 3, lease)
  onStep = () => aProcess().job.runNow()
  await job.workOn(record, lease)
  expect(steps.map(([, from]) => from)).toEqual([0, 1, 2])
  expect(await stored(1)).toEqual({ _id: 1, size: 3 })
})

it('a request waits for a limited time, and the work continues after it', async () => {
  const { job } = aProcess({ waitMs: 50 })
  const lease = job.newLease()
  const record = await add(1, 3, lease)
  const hanging = Promise.withResolvers<void>()
  onStep = (_id, from) => (from === 0 ? hanging.promise : Promise.resolve())
  await job.workOn(record, lease)
  expect(steps).toHaveLength(1)
  hanging.resolve()
  await eventually(async () => expect(await stored(1)).not.toHaveProperty('dueAt'))
  expect(steps.map(([, from]) => from)).toEqual([0, 1, 2])
  await job.stop()
})

it('a process gives up work that was made due again, and it starts at the first step', async () => {
  await add(1, 2)
  const { job } = aProcess()
  onStep = async (_id, from) => {
    if (from > 0 || steps.length > 1) return
    await model.updateOne({ _id: 1 }, { $set: { dueAt: new Date(now) }, $unset: { claim: '', counted: '' } })
  }
  await job.runNow()
  expect(steps.map(([, from]) => from)).toEqual([0, 0, 1])
})

it('a process that stops releases what it has claimed', async () => {
  for (const id of [1, 2, 3]) await add(id, 1)
  const { job } = aProcess()
  onStep = () => {
    void job.stop()
    return Promise.resolve()
  }
  await job.runNow()
  expect(steps).toHaveLength(1)
  await aProcess().job.runNow()
  expect(steps.map(([id]) => id)).toEqual([1, 2, 3])
})
