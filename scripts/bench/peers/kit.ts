/**
 * What the peers share: credential, limit, trace, log line, metrics, errors and ETag, with as little work as
 * possible.
 */
import { createHash } from 'node:crypto'
import etag from 'etag'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import { MongoClient, type Db } from 'mongodb'
import { Pool } from 'undici'
import document from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { createLogger } from '../../../services/platform/observability/logger.ts'
import { createMetrics } from '../../../services/platform/observability/metrics.ts'
import { beginTrace, traceHeaders, type Trace } from '../../../services/platform/observability/trace.ts'

export interface Account {
  readonly id: number
  readonly name: string
  readonly requestsPerMinute: number
  /** The groups in its scope. */
  readonly groupIds: readonly number[]
}

type Texts = 'name' | 'mongodb' | 'redis' | 'rabbitmq' | 'smtp' | 'userUrl' | 'token'
/** Passed by the runner, as JSON in the first argument. */
export interface PeerConfig extends Readonly<Record<Texts, string>> {
  readonly port: number
  /** The only caller, as a verification that is cached returns it. */
  readonly account: Account
  readonly credential: { readonly keyId: string; readonly secret: string }
}

export const config = JSON.parse(process.argv[2] ?? '{}') as PeerConfig
export const log = createLogger(config.name, 'info')
export const metrics = createMetrics(config.name)

/** An error response. */
export const rejection = (statusCode: number, detail: string) =>
  Object.assign(new Error(detail), { statusCode })

export async function database(): Promise<Db> {
  const writeConcern = { w: 'majority', journal: true } as const
  return (await MongoClient.connect(config.mongodb, { writeConcern, maxPoolSize: 20 })).db()
}

/** Reserves `count` ids, and returns the first. */
export function idCounter(db: Db, kind: string): (count: number) => Promise<number> {
  const counters = db.collection<{ _id: string; value: number }>('counters')
  return async (count) => {
    const reserve = { $inc: { value: count } }
    const counter = await counters.findOneAndUpdate({ _id: kind }, reserve, { returnDocument: 'after' })
    return counter!.value - count + 1
  }
}

const userService = new Pool(config.userUrl, { connections: 50 })
const internal = { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' }

/** Calls an internal operation of the user service. */
export async function callUsers<T>(path: string, body: unknown, trace: Trace): Promise<T> {
  const headers = { ...internal, ...traceHeaders(trace) }
  const response = await userService.request({ path, method: 'POST', headers, body: JSON.stringify(body) })
  if (response.statusCode !== 200) throw rejection(503, 'Service unavailable.')
  return (await response.body.json()) as T
}

const hashOf = (keyId: unknown, secret: unknown) =>
  createHash('sha256')
    .update(`${String(keyId)}\n${String(secret)}`)
    .digest('base64')
const { keyId, secret } = config.credential
const accounts = new Map([[hashOf(keyId, secret), config.account]])

/** Counts in one round trip, as the services do. */
const SPEND = `
local cost, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('set', KEYS[1], 0, 'EX', 60, 'NX')
local spent = tonumber(redis.call('get', KEYS[1])) + cost
if spent <= limit then redis.call('incrby', KEYS[1], cost) end
return {spent, redis.call('pttl', KEYS[1])}`
type Spend = (key: string, cost: number, limit: number) => Promise<[spent: number, ms: number]>
const redis = new Redis(config.redis, { scripts: { spend: { numberOfKeys: 1, lua: SPEND } } })
const { spend } = redis as unknown as { spend: Spend }

/** Spends `cost` of the account's requests a minute. @throws rejection when that is over the limit */
export async function limit(account: Account, cost: number, reply: FastifyReply): Promise<void> {
  const { id, requestsPerMinute: quota } = account
  const [spent, ms] = await spend.call(redis, `peer:${config.name}:${id}`, cost, quota)
  void reply.header('ratelimit-policy', `"default";q=${quota};w=60`)
  void reply.header('ratelimit', `"default";r=${Math.max(0, quota - spent)};t=${Math.ceil(ms / 1_000)}`)
  if (spent > quota) throw rejection(429, 'Too many requests')
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
    account: Account
  }
}

/** A Fastify application with the steps that all operations share. */
export function application() {
  const app = fastify({
    bodyLimit: 1_000_000,
    ajv: { customOptions: { removeAdditional: false, strict: false, validateFormats: false } },
  })
  app.addSchema({ $id: 'contract', components: document.components })
  app.decorateRequest('trace', undefined as unknown as Trace)
  app.decorateRequest('account', undefined as unknown as Account)
  app.addHook('onRequest', async (request, reply) => {
    const { headers, routeOptions } = request
    request.trace = beginTrace(headers['x-request-id'] as string, headers['traceparent'] as string)
    void reply
      .header('x-request-id', request.trace.requestId)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
    if (routeOptions.url?.startsWith('/internal/')) {
      if (headers.authorization === internal.authorization) return
      throw rejection(401, 'Invalid token.')
    }
    const account = accounts.get(hashOf(headers['x-api-key'], headers['x-api-secret']))
    if (!account) throw rejection(401, 'Invalid token.')
    request.account = account
    await limit(account, 1, reply)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.requestSeconds.observe({ operation, status: String(status) }, elapsedTime / 1_000)
    const account = request.account?.id
    log.info({ ...request.trace, operation, status, ms: Math.round(elapsedTime), account }, 'request')
    done()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    send(reply, { detail: error.message }, error.statusCode ?? 500),
  )
  return app
}

/** Sends JSON. */
export const send = (reply: FastifyReply, body: unknown, status = 200) =>
  reply.code(status).header('content-type', 'application/json').send(JSON.stringify(body))

/** Sends JSON with its ETag, or 304 to a caller that has it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown, status = 200) {
  const text = JSON.stringify(body)
  const tag = etag(text)
  void reply.header('etag', tag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.code(status).header('content-type', 'application/json').send(text)
}

export const toSeconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
