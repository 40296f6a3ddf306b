import { Schema } from 'mongoose'
import { anEvent } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import type { DomainEvent } from '../messaging/event.ts'
import { Outbox, withOutbox, type OutboxFields } from '../store/outbox.ts'

interface ThingRecord extends OutboxFields<DomainEvent> {
  _id: number
}

const schema = new Schema<ThingRecord>({ _id: Number }, { versionKey: false })
schema.plugin(withOutbox)
const model = aDatabase().model<ThingRecord>('Thing', schema, 'things')
let now = Date.now()
const clock = { now: () => new Date(now) }
const types = ['registration.created.v1'] as const
const [mine, another] = [new Outbox(model, clock, { types }), new Outbox(model, clock, { types })]

let lastId = 0
beforeAll(() => model.createIndexes())
beforeEach(() => model.deleteMany())

/** A record whose event is due, or leased to be published at once. */
async function aRecord({ isLeased = false } = {}) {
  const record = {
    _id: ++lastId,
    events: [anEvent()],
    ...(isLeased ? mine.leasedFields() : mine.dueFields()),
  }
  await model.insertMany([record], { lean: true })
  return { ...record, event: record.events[0] as DomainEvent }
}
/** Adds an event to a record. */
async function change(_id: number, { isLeased = false } = {}) {
  const event = anEvent()
  const { eventsDueAt, ...claim } = isLeased ? mine.leasedFields() : mine.dueFields()
  await model.updateOne({ _id }, { $push: { events: event }, $max: { eventsDueAt }, $set: claim })
  return { event, pending: mine.leasedEventsOf({ _id, events: [event], ...claim }) }
}
const stored = async (id: number) => await model.findById(id).lean()
type Claimed = Awaited<ReturnType<typeof mine.claim>>
const idsOf = (claimed: Claimed) => claimed.map(({ record }) => record._id).sort((a, b) => a - b)
const eventsOf = (claimed: Claimed) => claimed.map(({ event }) => event)

describe('the outbox of a collection', () => {
  it('gives an event to one relay at a time', async () => {
    const { _id, event } = await aRecord()
    expect(await mine.claim(10)).toMatchObject([{ record: { _id }, event }])
    expect(await another.claim(10)).toEqual([])
  })

  it('divides due events between relays that claim concurrently', async () => {
    const ids = [await aRecord(), await aRecord(), await aRecord(), await aRecord()].map(({ _id }) => _id)
    for (let round = 0; round < 5; round++) {
      const [one, other] = await Promise.all([mine.claim(10), another.claim(10)])
      expect(idsOf([...one, ...other])).toEqual(ids)
      now += 16_000
    }
  })

  it('claims at most the requested number of records', async () => {
    for (let count = 0; count < 3; count++) await aRecord()
    expect([(await mine.claim(2)).length, (await mine.claim(2)).length]).toEqual([2, 1])
  })

  it('gives events to another relay when the lease of the first has expired', async () => {
    const leased = await aRecord({ isLeased: true })
    const claimed = await aRecord()
    expect(await mine.claim(10)).toHaveLength(1)
    expect(await another.claim(10)).toEqual([])
    now += 16_000
    expect(idsOf(await another.claim(10))).toEqual([leased._id, claimed._id])
  })

  it('removes events that are marked as published', async () => {
    const { _id } = await aRecord()
    await mine.markPublished(await mine.claim(10))
    expect(await stored(_id)).toEqual({ _id, events: [] })
  })

  it('keeps the events of a record in their order, and those that are not published', async () => {
    const { _id, event } = await aRecord()
    const second = await change(_id)
    const claimed = await mine.claim(10)
    expect(eventsOf(claimed)).toEqual([event, second.event])
    await mine.markPublished(claimed.slice(0, 1))
    expect(eventsOf(await another.claim(10))).toEqual([second.event])
  })

  it('claims some events of a record at a time, the others when those are published (R19)', async () => {
    const { _id, event } = await aRecord()
    const events = [event]
    for (let count = 1; count < 25; count++) events.push((await change(_id)).event)
    const parts: DomainEvent[][] = []
    for (let claimed = await mine.claim(10); claimed.length > 0; claimed = await mine.claim(10)) {
      parts.push(eventsOf(claimed))
      expect(await another.claim(10)).toEqual([])
      await mine.markPublished(claimed)
    }
    expect(parts).toEqual([events.slice(0, 10), events.slice(10, 20), events.slice(20)])
    expect(await stored(_id)).toEqual({ _id, events: [] })
  })

  it('allows another claim of a released event at once', async () => {
    const { event } = await aRecord()
    await mine.release(await mine.claim(10))
    expect(eventsOf(await another.claim(10))).toEqual([event])
  })

  it('does not release a record that another relay has leased meanwhile', async () => {
    const { _id } = await aRecord()
    const failed = await mine.claim(10)
    const newer = await change(_id, { isLeased: true })
    await mine.release(failed)
    expect(await another.claim(10)).toEqual([])
    await mine.markPublished(newer.pending)
    expect(eventsOf(await another.claim(10))).toEqual(eventsOf(failed))
  })

  it('gives no event to a second relay because another event is added', async () => {
    const { _id, event } = await aRecord()
    const claimed = await mine.claim(10)
    const newer = await change(_id)
    expect(await another.claim(10)).toEqual([])
    await mine.markPublished(claimed)
    expect(eventsOf(claimed)).toEqual([event])
    expect(eventsOf(await another.claim(10))).toEqual([newer.event])
  })

  it('clears a record whose marking was interrupted by a crash', async () => {
    const { _id } = await aRecord()
    await model.updateOne({ _id }, { $set: { events: [] } })
    expect(await mine.claim(10)).toEqual([])
    expect(await stored(_id)).toEqual({ _id, events: [] })
  })

  it('keeps the first event until the step before marking succeeds', async () => {
    const beforeMarked = jest.fn().mockRejectedValueOnce(new Error('not now'))
    const outbox = new Outbox(model, clock, { types, beforeMarked })
    const { _id } = await aRecord()
    const claimed = await outbox.claim(10)
    await expect(outbox.markPublished(claimed)).rejects.toThrow('not now')
    expect((await stored(_id))?.events).toHaveLength(1)
    await outbox.markPublished(claimed)
    expect(beforeMarked).toHaveBeenLastCalledWith(claimed.map(({ record }) => record))
    expect((await stored(_id))?.events).toEqual([])
  })

  it('marks later events without that step', async () => {
    const beforeMarked = jest.fn()
    const other = 'registration.changed.v1'
    const outbox = new Outbox(model, clock, {
      types: [...types, other],
      beforeMarkedType: other,
      beforeMarked,
    })
    const { _id } = await aRecord()
    await outbox.markPublished(await outbox.claim(10))
    expect(beforeMarked).not.toHaveBeenCalled()
    expect((await stored(_id))?.events).toEqual([])
  })

  it('finishes a record that was stored without an event, after a crash too', async () => {
    const beforeMarked = jest.fn().mockRejectedValueOnce(new Error('not now'))
    const outbox = new Outbox(model, clock, { types, beforeMarked })
    const { _id } = await aRecord()
    await model.updateOne({ _id }, { $set: { events: [] } })
    await expect(outbox.claim(10)).rejects.toThrow('not now')
    expect(await stored(_id)).toHaveProperty('eventsDueAt')
    now += 16_000
    expect(await outbox.claim(10)).toEqual([])
    expect(beforeMarked).toHaveBeenLastCalledWith([expect.objectContaining({ _id })])
    expect(await stored(_id)).toEqual({ _id, events: [] })
  })

  it('counts records with pending events, and reports whether some are due', async () => {
    expect(await mine.state()).toEqual({ count: 0, isDue: false })
    await aRecord({ isLeased: true })
    expect(await mine.state()).toEqual({ count: 1, isDue: false })
    await change((await aRecord())._id)
    expect(await mine.state()).toEqual({ count: 2, isDue: true })
    const claimed = await mine.claim(10)
    expect(await another.state()).toEqual({ count: 2, isDue: false })
    await mine.markPublished(claimed)
    expect(await mine.state()).toEqual({ count: 1, isDue: false })
    now += 16_000
    expect(await mine.state()).toEqual({ count: 1, isDue: true })
  })

  it('finds the oldest pending event, claimed or not', async () => {
    expect(await mine.oldest()).toBeUndefined()
    const first = await aRecord()
    now += 1_000
    const second = await aRecord()
    expect(await mine.oldest()).toEqual(first.event)
    await mine.markPublished(await mine.claim(1))
    expect(await mine.oldest()).toEqual(second.event)
    const claimed = await mine.claim(1)
    expect(await mine.oldest()).toEqual(second.event)
    await mine.markPublished(claimed)
    expect(await mine.oldest()).toBeUndefined()
  })
})
