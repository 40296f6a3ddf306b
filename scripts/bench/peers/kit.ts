/** What the peers have in common: as little per request as the same answers allow. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import etag from 'etag'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { MongoClient, type Db } from 'mongodb'
import { pino } from 'pino'
import { Pool } from 'undici'
import document from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { isWellFormed } from '../../../services/shared/http/secret.ts'
import { createLogger } from '../../../services/shared/logger.ts'
import { createMetrics } from '../../../services/shared/metrics.ts'
import { MAX_POOL_SIZE } from '../../../services/shared/store/mongo.ts'
import { beginTrace, type Trace } from '../../../services/shared/trace.ts'

/** Handed over by the run, as JSON in the first argument. */
export interface PeerConfig {
  readonly name: string
  readonly mongodb: string
  readonly redis: string
  readonly rabbitmq: string
  readonly smtp: string
  readonly token: string
  readonly port: number
  readonly userPort: number
}

export const config = JSON.parse(process.argv[2] ?? '{}') as PeerConfig
export const log = createLogger(config.name, 'info', pino.destination({ sync: false, minLength: 4096 }))
setInterval(() => log.flush(), 1_000).unref()
export const metrics = createMetrics(config.name)

export interface Account {
  readonly accountId: number
  readonly name: string
  readonly requestsPerMinute: number | null
  readonly scope: Readonly<Record<string, readonly number[]>>
}
export type Verify = (credential: { keyId: string; secret: string }) => Promise<Account | undefined>

export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, code: string, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export async function database(): Promise<Db> {
  const options = { writeConcern: { w: 'majority', journal: true }, maxPoolSize: MAX_POOL_SIZE } as const
  return (await MongoClient.connect(config.mongodb, options)).db()
}

const userPool = new Pool(`http://127.0.0.1:${config.userPort}`, { connections: 50 })

/** The internal operations of the peer's user service. */
export async function askUsers<T>(path: string, body: unknown, trace?: Trace): Promise<T> {
  const { statusCode, body: answer } = await userPool.request({
    path,
    method: 'POST',
    headers: {
      authorization: `Bearer ${config.token}`,
      'content-type': 'application/json',
      ...(trace ? { 'x-request-id': trace.requestId, traceparent: trace.traceparent } : {}),
    },
    body: JSON.stringify(body),
  })
  if (statusCode !== 200) throw new Refusal(503, 'dependency-unavailable', 'Service unavailable.')
  return (await answer.json()) as T
}

/** What a credential is of, by the peer's user service. */
const verifyByUsers: Verify = async (credential) =>
  (await askUsers<{ account?: Account }>('/internal/credentials/verify/', credential)).account

/** Takes the next ids of a kind, and returns the first of them. */
export function idsOf(db: Db, kind: string) {
  const counters = db.collection<{ _id: string; value: number }>('counters')
  return async (count: number): Promise<number> => {
    const taken = { $inc: { value: count } }
    const counter = await counters.findOneAndUpdate({ _id: kind }, taken, { returnDocument: 'after' })
    return counter!.value - count + 1
  }
}

/** The services' script (services/shared/http/limit.ts). */
const TAKE = `
local cost, limit = tonumber(ARGV[1]), tonumber(ARGV[3])
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = tonumber(redis.call('get', KEYS[1])) + cost
if consumed >= 0 and (cost < 0 or consumed <= limit) then redis.call('incrby', KEYS[1], cost) end
return {consumed, redis.call('pttl', KEYS[1])}`

type Take = (key: string, cost: number, seconds: number, limit: number) => Promise<[number, number]>

/** Credential, limit and role, for Fastify and for bare node:http. */
export function gate(verify = verifyByUsers) {
  const redis = new Redis(config.redis, { enableOfflineQueue: true })
  redis.defineCommand('take', { numberOfKeys: 1, lua: TAKE })
  const take = (redis as unknown as { take: Take }).take.bind(redis)
  const known = new LRUCache<string, Account>({ max: 10_000 })

  return { pass, count }

  async function pass(headers: IncomingHttpHeaders, address: () => string, set: Setter): Promise<Account> {
    const keyId = headers['x-api-key']
    const secret = headers['x-api-secret']
    const account =
      typeof keyId === 'string' && typeof secret === 'string' ? await find(keyId, secret) : undefined
    if (!account) {
      const [consumed, ms] = await take(`peer:failed:${address()}`, 1, 60, 60)
      if (consumed > 60) throw tooMany(ms)
      throw new Refusal(401, 'invalid-token', 'Invalid token.', { 'www-authenticate': 'Bearer' })
    }
    await count(account, 1, set)
    return account
  }

  async function find(keyId: string, secret: string): Promise<Account | undefined> {
    const key = createHash('sha256').update(`${keyId}\n${secret}`).digest('base64')
    const cached = known.get(key)
    if (cached || !isWellFormed(secret)) return cached
    const account = await verify({ keyId, secret })
    if (account) known.set(key, account, { ttl: 15_000 })
    return account
  }

  async function count({ accountId, requestsPerMinute }: Account, cost: number, set: Setter): Promise<void> {
    const limit = requestsPerMinute ?? 600
    const [consumed, ms] = await take(`peer:${config.name}:${accountId}`, cost, 60, limit)
    const allowed = consumed <= limit
    set('ratelimit-policy', `"default";q=${limit};w=60`)
    set('ratelimit', `"default";r=${Math.max(0, limit - consumed + (allowed ? 0 : cost))};t=${seconds(ms)}`)
    if (!allowed) throw tooMany(ms)
  }
}

export type Setter = (name: string, value: string) => void
const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))
const tooMany = (ms: number) =>
  new Refusal(429, 'too-many-requests', 'Too many requests.', { 'retry-after': String(seconds(ms)) })

/** The line and the metric of one request. */
export function note(trace: Trace, operation: string, status: number, ms: number, account?: Account): void {
  metrics.requestSeconds.observe({ operation, status: String(status) }, ms / 1_000)
  log.info({ ...trace, operation, status, ms: Math.round(ms), account: account?.accountId }, 'request')
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
    account: Account
  }
}

/** A Fastify application with the steps that all operations share. */
export function application(verify?: Verify) {
  const app = fastify({
    trustProxy: '127.0.0.1',
    bodyLimit: 1_000_000,
    ajv: { customOptions: { removeAdditional: false, strict: false, validateFormats: false } },
  })
  app.addSchema({ $id: 'contract', components: document.components })
  app.decorateRequest('trace', undefined as unknown as Trace)
  app.decorateRequest('account', undefined as unknown as Account)
  const { pass, count } = gate(verify)
  app.addHook('onRequest', async (request, reply) => {
    const { headers, routeOptions } = request
    request.trace = beginTrace(
      headers['x-request-id'] as string | undefined,
      headers['traceparent'] as string,
    )
    void reply
      .header('x-request-id', request.trace.requestId)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
    if (routeOptions.url?.startsWith('/internal/')) {
      if (headers.authorization === `Bearer ${config.token}`) return
      throw new Refusal(401, 'invalid-token', 'Invalid token.')
    }
    const set: Setter = (name, value) => void reply.header(name, value)
    request.account = await pass(headers, () => request.ip, set)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.url ?? 'none'
    note(request.trace, operation, reply.statusCode, reply.elapsedTime, request.account)
    done()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(error.statusCode ?? 500, 'invalid-request', error.message)
    metrics.rejections.inc({ operation: 'any', code: refusal.code })
    return reply
      .code(refusal.status)
      .headers({ ...refusal.headers, 'x-error-code': refusal.code, 'content-type': 'application/json' })
      .send(JSON.stringify({ detail: refusal.message }))
  })
  return { app, count }
}

/** Sends JSON; `tagged` with its ETag, or 304. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  { status = 200, tagged = true } = {},
) {
  const text = JSON.stringify(body)
  void reply.code(status).header('content-type', 'application/json')
  if (!tagged) return reply.send(text)
  const tag = etag(text)
  void reply.header('etag', tag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] !== tag) return reply.send(text)
  return reply.code(304).removeHeader('content-type').send()
}

/** The same, for bare node:http. */
export function write(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  if (status === 200) {
    response.setHeader('etag', etag(text))
    response.setHeader('cache-control', 'private, no-cache')
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

export const seconds8601 = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
