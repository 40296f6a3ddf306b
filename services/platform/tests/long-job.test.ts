import { Schema } from 'mongoose'
import { aDependency } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import type { Lease } from '../store/due-records.ts'
import { JOB_LEASE_MS, LongJob, type JobStep } from '../store/long-job.ts'

interface CountRecord {
  _id: number
  /** How many numbers are to be counted. */
  size: number
  dueAt?: Date
  claim?: string
  counted?: number
}

const database = aDatabase()
const schema = new Schema<CountRecord>(
  { _id: Number, size: Number, dueAt: Date, claim: String, counted: Number },
  { versionKey: false },
)
schema.index({ dueAt: 1 }, { sparse: true })
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
function aProcess({ waitMs, only }: { waitMs?: number; only?: { _id: number } } = {}) {
  const { logger, lines } = recordedLog()
  const step = async ({ _id, size }: CountRecord, counted = 0): Promise<JobStep<number>> => {
    steps.push([_id, counted])
    await onStep(_id, counted)
    return { progress: counted + 1, isLast: counted + 1 >= size }
  }
  const job = new LongJob<CountRecord, number>({
    name: 'counting',
    everyMs: 60_000,
    model,
    ...(only ? { only } : {}),
    dueField: 'dueAt',
    claimField: 'claim',
    progressField: 'counted',
    step,
    waitMs,
    mongodb: aDependency('mongodb'),
    clock: { now: () => new Date(now) },
    logger,
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

it('a request that stores the work also does it, and no other process does it meanwhile', async () => {
  const { job } = aProcess()
  const lease = job.newLease()
  const record = await add(1, 3, lease)
  onStep = () => aProcess().job.runNow()
  await job.finish(record, lease)
  expect(steps.map(([, from]) => from)).toEqual([0, 1, 2])
  expect(await stored(1)).toEqual({ _id: 1, size: 3 })
})

it('a request waits for a limited time, and the work continues after it', async () => {
  const { job } = aProcess({ waitMs: 50 })
  const lease = job.newLease()
  const record = await add(1, 3, lease)
  const hanging = Promise.withResolvers<void>()
  onStep = (_id, from) => (from === 0 ? hanging.promise : Promise.resolve())
  await job.finish(record, lease)
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

it('a process does not claim work of another kind', async () => {
  for (const id of [1, 2]) await add(id, 1)
  await aProcess({ only: { _id: 2 } }).job.runNow()
  expect(steps).toEqual([[2, 0]])
})
