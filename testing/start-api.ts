import { catalogue } from '../services/shared/contract/generated/catalogue.ts'
import type { Audience, ServiceName } from '../services/shared/contract/operation.ts'
import { perRole, Scope, type Account } from '../services/shared/domain/account.ts'
import {
  asAccount,
  byToken,
  CredentialCache,
  type Authenticate,
  type VerifyCredential,
} from '../services/shared/http/authenticate.ts'
import { createApi, type Edge, type Operations } from '../services/shared/http/edge.ts'
import type { KeyedBatch, RateLimiter } from '../services/shared/http/limit.ts'
import type { HandlerResult } from '../services/shared/http/respond.ts'
import { createMetrics } from '../services/shared/metrics.ts'
import { listen, type Listener } from '../services/shared/http/listen.ts'
import { secretOf } from '../services/shared/http/secret.ts'
import { bearer, uncheckedClient } from './client.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from './isolated.ts'
import { recordedLog } from './recorded-log.ts'

export const CREDENTIAL = { keyId: 'key-of-the-tests', secret: secretOf('of-the-tests') }
export const AS_ACCOUNT = { 'x-api-key': CREDENTIAL.keyId, 'x-api-secret': CREDENTIAL.secret }

/** A service account that holds every role in group 1. */
export const anAccount = (fields: Partial<Account> = {}): Account => ({
  id: 7,
  name: 'the caller',
  homeGroupId: 1,
  requestsPerMinute: null,
  scope: perRole(() => new Scope([1])),
  ...fields,
})

const verifyTheCredential: VerifyCredential = ({ keyId, secret }) =>
  Promise.resolve(keyId === CREDENTIAL.keyId && secret === CREDENTIAL.secret ? anAccount() : undefined)

/** Lets everything pass and remembers what it was asked. */
export function openLimiter() {
  const asked: { key: string; limit: number; cost: number }[] = []
  const limiter: RateLimiter = {
    take: (key, limit, cost) => {
      asked.push({ key, limit, cost })
      return Promise.resolve({ allowed: true, limit, remaining: limit - cost, resetSeconds: 60 })
    },
    giveBack: () => Promise.resolve(),
  }
  return { limiter, asked }
}

/** What a handler is given, as far as these tests look. */
export interface AnyCall {
  readonly path: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: unknown
  readonly account: Account | undefined
  readonly scope: Scope
  readonly trace: { readonly requestId: string; readonly traceparent: string }
}
export type AnyHandler = (call: AnyCall) => Promise<HandlerResult>

export interface ApiSetup extends Partial<Omit<Edge, 'logger' | 'metrics'>> {
  service?: ServiceName
  /** In the place of an answer that tells the operation and what its handler was given; `undefined` takes it away. */
  handlers?: Readonly<Record<string, AnyHandler | undefined>>
  verify?: VerifyCredential
  requestsPerMinute?: number
  isAnswered?: (batch: KeyedBatch) => Promise<boolean>
}

const ports: Listener[] = []
afterAll(async () => {
  for (const port of ports) await port.stop?.()
})

/** The real pipeline of one service over HTTP, with handlers that only tell what reached them; it ends with the test file. */
export async function startApi({
  service = 'user',
  handlers: instead = {},
  verify = verifyTheCredential,
  requestsPerMinute = 600,
  isAnswered = () => Promise.resolve(false),
  ...given
}: ApiSetup = {}) {
  const handled: { operation: string; call: AnyCall }[] = []
  const { logger, lines } = recordedLog(service)
  const metrics = createMetrics(service)
  const telling =
    (operation: string): AnyHandler =>
    (call) => {
      handled.push({ operation, call })
      const { path, query, body } = call
      return Promise.resolve({ status: 200, body: { operation, path, query, body } })
    }
  const { limiter } = openLimiter()
  const edge = { limiter, needs: [], trustedProxies: [], deadlineMs: 30_000, ...given, logger, metrics }
  const handlers = {
    ...Object.fromEntries(Object.keys(catalogue).map((operation) => [operation, telling(operation)])),
    ...instead,
  } as unknown as Operations<ServiceName, Audience>['handlers']
  const authenticate: Record<Audience, Authenticate> = {
    public: asAccount(new CredentialCache(verify, metrics), requestsPerMinute),
    operator: byToken([OPERATOR_TOKEN]),
    internal: byToken([SERVICE_TOKEN]),
  }
  const offer = async (audience: Audience): Promise<string> => {
    const operations = { service, audience, handlers, authenticate: authenticate[audience], isAnswered }
    const app = await createApi(edge, operations)
    const port = listen(`${audience} port`, app, { address: '127.0.0.1', port: 0 })
    await port.start?.()
    ports.push(port)
    return `http://127.0.0.1:${port.port()}`
  }
  const urls = {
    public: await offer('public'),
    operator: await offer('operator'),
    internal: await offer('internal'),
  }
  return {
    url: urls.public,
    urls,
    metrics,
    /** The log lines so far, parsed. */
    lines,
    /** What has reached a handler. */
    handled,
    /** Calls as the account that holds every role. */
    api: uncheckedClient(urls.public, AS_ACCOUNT),
    /** Calls without any credential. */
    anybody: uncheckedClient(urls.public),
    operator: uncheckedClient(urls.operator, bearer(OPERATOR_TOKEN)),
    internal: uncheckedClient(urls.internal, bearer(SERVICE_TOKEN)),
  }
}
