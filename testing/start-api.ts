import { catalogue } from '../services/platform/contract/generated/catalogue.ts'
import type { Audience, ServiceName } from '../services/platform/contract/operation.ts'
import { perRole, Scope, type Account } from '../services/platform/domain/account.ts'
import {
  byCredential,
  byOperatorToken,
  byToken,
  type Authenticate,
} from '../services/platform/http/authenticate.ts'
import { BruteForceGuard } from '../services/platform/http/brute-force-guard.ts'
import { CredentialCache, type VerifyCredential } from '../services/platform/http/credential-cache.ts'
import { createApi, type EdgeOptions, type ApiOptions } from '../services/platform/http/edge.ts'
import type { RateLimiter } from '../services/platform/http/limit.ts'
import { listen, type Listener } from '../services/platform/http/listen.ts'
import type { HandlerResponse } from '../services/platform/contract/operation.ts'
import { secretOf } from '../services/platform/http/credential.ts'
import { createMetrics } from '../services/platform/observability/metrics.ts'
import { bearer, uncheckedClient } from './client.ts'
import { OPERATOR_READ_TOKEN, OPERATOR_TOKEN, SERVICE_TOKEN } from './isolated.ts'
import { afterAllTests } from './after-all-tests.ts'
import { recordedLog } from './recorded-log.ts'

export const CREDENTIAL = { keyId: 'key-of-the-tests', secret: secretOf('of-the-tests') }
export const AS_ACCOUNT = { 'x-api-key': CREDENTIAL.keyId, 'x-api-secret': CREDENTIAL.secret }

/** A service account that holds every role in group 1. */
export const anAccount = (fields: Partial<Account> = {}): Account => ({
  id: 7,
  createdAt: new Date('2024-01-15T14:58:41.123Z'),
  name: 'the caller',
  homeGroupId: 1,
  requestsPerMinute: null,
  scopes: perRole(() => new Scope([1])),
  ...fields,
})

const verifyCredential: VerifyCredential = ({ keyId, secret }) =>
  Promise.resolve(keyId === CREDENTIAL.keyId && secret === CREDENTIAL.secret ? anAccount() : undefined)

/** A limiter that allows every request and records its calls. */
export function openLimiter() {
  const taken: { key: string; limit: number; cost: number }[] = []
  const limiter: RateLimiter = {
    spend: (key, limit, cost) => {
      taken.push({ key, limit, cost })
      return Promise.resolve({ allowed: true, limit, remaining: limit - cost, resetMs: 60_000 })
    },
    refund: () => Promise.resolve(),
  }
  return { limiter, taken }
}

/** The parts of a call that these tests check. */
export interface TestCall {
  readonly path: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: unknown
  readonly account: Account | undefined
  readonly scope: Scope
  readonly signal: AbortSignal
  readonly spendItems: (items: number) => Promise<void>
  readonly trace: { readonly requestId: string; readonly traceparent: string }
}
export type TestHandler = (call: TestCall) => Promise<HandlerResponse>

export interface ApiSetup extends Partial<Omit<EdgeOptions, 'logger' | 'metrics'>> {
  service?: ServiceName
  /**
   * Handlers to use instead of one that returns the operation and its parameters; `undefined` removes a
   * handler.
   */
  handlers?: Readonly<Record<string, TestHandler | undefined>>
  verify?: VerifyCredential
  requestsPerMinute?: number
}

const listeners: Listener[] = []
afterAllTests(async () => {
  for (const listener of listeners) await listener.stop?.()
})

/** Starts the ports of one service, with test handlers. They stop with the test file. */
export async function startApi(setup: ApiSetup = {}) {
  const {
    service = 'user',
    handlers: ownHandlers = {},
    verify = verifyCredential,
    requestsPerMinute = 600,
    ...edgeOptions
  } = setup
  const { logger, lines } = recordedLog(service)
  const metrics = createMetrics(service)
  const { limiter = openLimiter().limiter, deadlineMs = 30_000 } = edgeOptions
  const guard = new BruteForceGuard(limiter, deadlineMs)
  const edge: EdgeOptions = {
    guard,
    needs: [],
    trustedProxies: [],
    clock: { now: () => new Date() },
    ...edgeOptions,
    limiter,
    deadlineMs,
    logger,
    metrics,
  }

  const handled: { operation: string; call: TestCall }[] = []
  const echo =
    (operation: string): TestHandler =>
    async (call) => {
      handled.push({ operation, call })
      const { path, query, body } = call
      if (Array.isArray(body)) await call.spendItems(body.length)
      return { status: 200, body: { operation, path, query, body } }
    }
  const echoes = Object.keys(catalogue).map((operation) => [operation, echo(operation)])
  const handlers = { ...Object.fromEntries(echoes), ...ownHandlers } as unknown as ApiOptions<
    ServiceName,
    Audience
  >['handlers']

  const authenticate: Record<Audience, Authenticate> = {
    public: byCredential(new CredentialCache({ verify, guard, metrics }), requestsPerMinute),
    operator: byOperatorToken({ full: [OPERATOR_TOKEN], readOnly: [OPERATOR_READ_TOKEN] }),
    internal: byToken([SERVICE_TOKEN]),
  }
  const startPort = async (audience: Audience): Promise<string> => {
    const app = await createApi(edge, {
      service,
      audience,
      handlers,
      authenticate: authenticate[audience],
    })
    const listener = listen(`${audience} port`, app, { address: '127.0.0.1', port: 0 })
    await listener.start?.()
    listeners.push(listener)
    return `http://127.0.0.1:${listener.port()}`
  }
  const urls = {
    public: await startPort('public'),
    operator: await startPort('operator'),
    internal: await startPort('internal'),
  }
  return {
    url: urls.public,
    urls,
    metrics,
    /** The log lines so far, parsed. */
    lines,
    /** The calls that have reached a handler. */
    handled,
    /** Calls as the account that holds every role. */
    api: uncheckedClient(urls.public, AS_ACCOUNT),
    /** Calls without a credential. */
    anonymous: uncheckedClient(urls.public),
    operator: uncheckedClient(urls.operator, bearer(OPERATOR_TOKEN)),
    internal: uncheckedClient(urls.internal, bearer(SERVICE_TOKEN)),
  }
}
