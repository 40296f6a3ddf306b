import { randomBytes } from 'node:crypto'
import { MongoClient, MongoServerError, MongoServerSelectionError, type Collection, type Db } from 'mongodb'
import { hostsOf } from '../support/mongodb-url.ts'
import { messageOf, CommandError } from '../support/command-error.ts'

/**
 * How long a server may take to respond; a refused connection takes as long, because the driver tries again.
 */
const SELECTION_MS = 3_000
const DUPLICATE_KEY = 11_000
const CALLERS = 12

/** Why a MongoDB can't be used, with what to do about it. */
const REMEDIES = {
  'malformed address':
    'Write it as mongodb://user:password@host:27017/?options; escape special characters (%40 for @).',
  unreachable: 'Check the host name, the port, and firewalls between here and the server.',
  'connection refused': 'Check that the server is running and listens on this address and port.',
  'TLS or certificate':
    'Add tls=true if the server requires TLS, and name its certificate authority in CA_FILE.',
  'wrong user name or password':
    'Check both, and authSource: the database that holds the user (admin unless the address says otherwise).',
  'missing rights': 'Grant the user readWrite and dbAdmin on the databases of Rollcall.',
  'missing feature': 'Use MongoDB 6 or newer, or unset MONGODB_URL to have a server provided.',
} as const
type Cause = keyof typeof REMEDIES

/**
 * What Rollcall needs from a MongoDB. Servers that only speak its protocol are known to fail some of these.
 */
const FEATURES: Readonly<Record<string, (db: Db) => Promise<void>>> = {
  async 'a unique key holds, and is free again when an update has changed it'(db) {
    const users = await withIndex(db, 'unique', { unique: true })
    await users.insertOne({ key: 'first' })
    await requireDuplicate(users.insertOne({ key: 'first' }))
    await users.updateOne({ key: 'first' }, { $set: { key: 'second' } })
    await users.insertOne({ key: 'first' })
  },
  async 'a partial unique index holds where its filter matches, and only there'(db) {
    const users = await withIndex(db, 'partial', { unique: true, partialFilterExpression: { open: true } })
    await users.insertMany([true, false, false].map((open) => ({ key: 'a', open })))
    await requireDuplicate(users.insertOne({ key: 'a', open: true }))
    await users.updateOne({ key: 'a', open: true }, { $set: { open: false } })
    await users.insertOne({ key: 'a', open: true })
  },
  async 'a counter gives every concurrent caller its own number'(db) {
    const counters = db.collection<{ _id: string; value: number }>('counters')
    await counters.insertOne({ _id: 'ids', value: 0 })
    const after = { returnDocument: 'after', upsert: true } as const
    const next = () => counters.findOneAndUpdate({ _id: 'ids' }, { $inc: { value: 1 } }, after)
    const rows = await Promise.all(Array.from({ length: CALLERS }, next))
    const numbers = new Set(rows.map((row) => row?.value))
    if (numbers.size !== CALLERS || numbers.has(undefined))
      throw new Error(`${CALLERS} callers got ${[...numbers].join(', ')}`)
  },
  async 'an index can let documents expire'(db) {
    await db.collection('expiring').createIndex({ at: 1 }, { expireAfterSeconds: 60 })
  },
}

async function withIndex(db: Db, name: string, options: object): Promise<Collection> {
  const collection = db.collection(name)
  await collection.createIndex({ key: 1 }, options)
  return collection
}

async function requireDuplicate(write: Promise<unknown>): Promise<void> {
  const isRejected = await write.then(
    () => false,
    (error: unknown) => {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return true
      throw error
    },
  )
  if (!isRejected) throw new Error('a second document with the same key was accepted')
}

/** @throws Error when the server does not respond */
export async function pingMongodb(url: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: SELECTION_MS })
  try {
    await client.db('admin').command({ ping: 1 })
  } finally {
    await client.close()
  }
}

/**
 * Tries everything that Rollcall needs, in its own database that it drops.
 * @throws CommandError that names the cause and what to do about it
 */
export async function requireUsableMongodb(url: string): Promise<void> {
  let client: MongoClient | undefined
  try {
    client = new MongoClient(url, { serverSelectionTimeoutMS: SELECTION_MS })
    await client.connect()
    const db = client.db(`rollcall_self_test_${randomBytes(6).toString('hex')}`)
    for (const [feature, attempt] of Object.entries(FEATURES))
      await attempt(db).catch((error: unknown) => {
        if (causeOf(error) !== 'missing feature') throw error
        throw new Error(`it fails at "${feature}": ${messageOf(error)}`)
      })
    await db.dropDatabase()
  } catch (error) {
    const cause = causeOf(error)
    throw new CommandError(
      `${cause}: the MongoDB at ${hostsOf(url)} can't be used (${detailOf(error)})\n${REMEDIES[cause]}`,
    )
  } finally {
    await client?.close()
  }
}

/** The connection errors of the servers that the driver tried, or the error itself. */
function detailsOf(error: unknown): readonly Error[] {
  if (!(error instanceof MongoServerSelectionError)) return error instanceof Error ? [error] : []
  const servers = error.reason ? [...error.reason.servers.values()] : []
  return servers.flatMap(({ error }) => error ?? [])
}

const detailOf = (error: unknown): string => messageOf(detailsOf(error)[0] ?? error)

const TLS_ERROR = /certificate|self.signed|ssl|tls|alert/i
const AUTHENTICATION_FAILED = 18
const UNAUTHORIZED = 13
/** Atlas reports a wrong password and a missing right with the same code. */
const ATLAS_ERROR = 8_000

function causeOf(error: unknown): Cause {
  if (error instanceof MongoServerError) {
    const { code, message } = error
    if (code === AUTHENTICATION_FAILED || (code === ATLAS_ERROR && /auth/i.test(message)))
      return 'wrong user name or password'
    return code === UNAUTHORIZED || code === ATLAS_ERROR ? 'missing rights' : 'missing feature'
  }
  const name = error instanceof Error ? error.name : ''
  if (['MongoParseError', 'MongoInvalidArgumentError', 'MongoAPIError'].includes(name))
    return 'malformed address'
  const texts = detailsOf(error).map(({ message, cause }) => `${message} ${messageOf(cause)}`)
  if (texts.some((text) => TLS_ERROR.test(text))) return 'TLS or certificate'
  if (texts.some((text) => text.includes('ECONNREFUSED'))) return 'connection refused'
  const isNetwork = name.startsWith('MongoNetwork') || error instanceof MongoServerSelectionError
  return isNetwork ? 'unreachable' : 'missing feature'
}
