import { randomBytes } from 'node:crypto'
import { MongoServerError, type Collection, type Db } from 'mongodb'
import { messageOf, Refusal } from '../../support/refusal.ts'
import { mongoClient } from './probes.ts'

/**
 * What we rely on in a MongoDB, each as one small trial. Servers that only speak its protocol are known to fail one or
 * the other, and a failure here would otherwise show much later as a user who can never register again.
 */
const TRIALS: Readonly<Record<string, (db: Db) => Promise<void>>> = {
  async 'a unique key holds, and is free again once an update has changed it'(db) {
    const users = await withIndex(db, 'unique', { unique: true })
    await users.insertOne({ key: 'first' })
    await refused(users.insertOne({ key: 'first' }))
    await users.updateOne({ key: 'first' }, { $set: { key: 'second' } })
    await users.insertOne({ key: 'first' })
  },
  async 'a partial unique index holds where its filter matches, and only there'(db) {
    const users = await withIndex(db, 'partial', { unique: true, partialFilterExpression: { open: true } })
    await users.insertMany([true, false, false].map((open) => ({ key: 'a', open })))
    await refused(users.insertOne({ key: 'a', open: true }))
    await users.updateOne({ key: 'a', open: true }, { $set: { open: false } })
    await users.insertOne({ key: 'a', open: true })
  },
  async 'a seeded counter gives every concurrent caller a number of its own'(db) {
    const counters = db.collection<{ _id: string; value: number }>('counters')
    await counters.insertOne({ _id: 'ids', value: 0 })
    const after = { returnDocument: 'after', upsert: true } as const
    const next = () => counters.findOneAndUpdate({ _id: 'ids' }, { $inc: { value: 1 } }, after)
    const numbers = new Set((await Promise.all(Array.from({ length: 12 }, next))).map((row) => row?.value))
    if (numbers.size !== 12 || numbers.has(undefined))
      throw new Error(`12 callers got ${[...numbers].join(', ')}`)
  },
  async 'an index that lets documents expire can be made'(db) {
    await db.collection('expiring').createIndex({ at: 1 }, { expireAfterSeconds: 60 })
  },
}

async function withIndex(db: Db, name: string, options: object): Promise<Collection> {
  const collection = db.collection(name)
  await collection.createIndex({ key: 1 }, options)
  return collection
}

const DUPLICATE_KEY = 11_000

async function refused(write: Promise<unknown>): Promise<void> {
  const isRefused = await write.then(
    () => false,
    (fault: unknown) => fault instanceof MongoServerError && fault.code === DUPLICATE_KEY,
  )
  if (!isRefused) throw new Error('a second document with the same key was not refused as such')
}

/** @throws Refusal that names every trial which the server fails */
export async function requireMongodbThatServes(url: string): Promise<void> {
  const client = mongoClient(url)
  const db = client.db(`rollcall_self_test_${randomBytes(6).toString('hex')}`)
  const failed: string[] = []
  try {
    for (const [what, trial] of Object.entries(TRIALS))
      await trial(db).catch((fault: unknown) => failed.push(`  - ${what}: ${messageOf(fault)}`))
    await db.dropDatabase().catch(() => undefined)
  } finally {
    await client.close()
  }
  if (failed.length === 0) return
  throw new Refusal(
    [
      `The MongoDB at ${hostsOf(url)} does not do what Rollcall relies on:`,
      ...failed,
      'Set MONGODB_URL to a MongoDB 6 or newer, or unset it to have a server provided.',
    ].join('\n'),
  )
}

/** The hosts of an address, several perhaps, without its credentials. */
const hostsOf = (url: string): string => /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'that address'
