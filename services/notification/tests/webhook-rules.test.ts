import { createHmac, createSecretKey } from 'node:crypto'
import message from '../../../openapi/events/registration.changed.v1.json' with { type: 'json' }
import type { EventPayloads } from '../../platform/contract/generated/events.ts'
import contract from '../../platform/contract/generated/openapi.json' with { type: 'json' }
import { inBody, InvalidRequest } from '../../platform/errors.ts'
import { WebhookDisabledByOperator } from '../src/errors.ts'
import { readNotificationConfig } from '../src/config.ts'
import { presentWebhookDelivery, presentDeliveryOfEndpoint } from '../src/webhooks/deliveries/presenter.ts'
import { registrationChangedEventOf, testEvent, userEventTypeOf } from '../src/webhooks/deliveries/events.ts'
import {
  afterAttempt,
  slotsPerReplica,
  readRetryAfter,
  type WebhookDelivery,
  WEBHOOK_RETRY_DELAYS_MS,
} from '../src/webhooks/deliveries/rules.ts'
import { signedHeaders } from '../src/webhooks/deliveries/signature.ts'
import {
  asDisabled,
  readUrl,
  validSecrets,
  withFailure,
  withNewSecret,
  withUpdate,
  type Endpoint,
} from '../src/webhooks/endpoints/rules.ts'
import { SecretBox, UnknownEncryptionKey } from '../src/webhooks/endpoints/secrets.ts'
import { EndpointCache } from '../src/webhooks/endpoints/endpoint-cache.ts'

const NOW = new Date('2024-01-15T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const HOUR = 3_600_000
const delivery: WebhookDelivery = {
  id: 9,
  endpointId: 7,
  eventId: 'e-1',
  type: 'user.created',
  recordId: 1,
  userId: 1,
  payload: '{}',
  occurredAt: NOW,
  traceparent: '',
  showsErasedUser: false,
  status: 'pending',
  attempts: 0,
  failures: 0,
  dueAt: null,
  lastStatus: null,
  lastDurationMs: null,
  lastError: null,
  deliveredAt: null,
}
const endpoint: Endpoint = {
  id: 7,
  accountId: 3,
  accountCreatedAt: NOW,
  url: 'https://hr.example.com/',
  events: ['user.created'],
  description: '',
  disabled: null,
  secrets: [{ sealed: 'first', expiresAt: null }],
  failingSince: null,
  pausedUntil: null,
  provenUrl: '',
  nextTrialAt: null,
  createdAt: NOW,
}

it.each([
  ['ftp://hr.example.com/', false, 'url must start with https://.'],
  ['ftp://hr.example.com/', true, 'url must start with http:// or https://.'],
  ['https://hr.example.com:22/', false, 'url must have the port 443 or a port from 1024 on.'],
  ['https://hr.example.com:22/', true, 'url must have the port 80, 443 or a port from 1024 on.'],
])('says about the URL %s what is accepted, http: %s (W1)', (url, allowHttp, detail) => {
  expect(() => readUrl(url, { allowHttp, isAllowedHost: () => true })).toThrow(
    new InvalidRequest(detail, inBody('url')),
  )
})

describe('the next attempt, as it is shown', () => {
  const nextAttemptAt = (dueAt: Date | null, pausedUntil: Date | null = null) =>
    presentWebhookDelivery({ ...delivery, dueAt }, pausedUntil, NOW).nextAttemptAt

  it.each([
    ['of a delivery that is due later', later(1_000), null, '2024-01-15T12:00:01Z'],
    ['of one that is due', NOW, null, '2024-01-15T12:00:00Z'],
    ['of one that has been due for an hour', later(-HOUR), null, '2024-01-15T12:00:00Z'],
    ['to an endpoint that is paused', later(-HOUR), later(HOUR), '2024-01-15T13:00:00Z'],
    ['to an endpoint whose pause has ended', later(-HOUR), later(-1_000), '2024-01-15T12:00:00Z'],
    ['of one that is delivered', null, later(HOUR), null],
  ])('%s is never in the past', (_, dueAt, pausedUntil, shown) => {
    expect(nextAttemptAt(dueAt, pausedUntil)).toBe(shown)
  })

  it('of what operators see, the other times have milliseconds', () => {
    const happened = {
      ...delivery,
      occurredAt: later(123),
      deliveredAt: later(456),
    }
    expect(presentDeliveryOfEndpoint(happened, null, NOW)).toMatchObject({
      occurredAt: '2024-01-15T12:00:00.123Z',
      deliveredAt: '2024-01-15T12:00:00.456Z',
    })
  })
})

describe('the schedule of webhook attempts (W3)', () => {
  const failed = {
    kind: 'failed',
    error: 'bad-status',
    status: 500,
    retryAfterMs: 0,
    requests: 1,
    durationMs: 87,
  } as const

  it('has waits of 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then ends', () => {
    const hours = WEBHOOK_RETRY_DELAYS_MS.map((ms) => ms / HOUR)
    expect(hours).toEqual([5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24])
    for (const [failures, delay] of WEBHOOK_RETRY_DELAYS_MS.entries()) {
      const update = afterAttempt({ failures }, failed, NOW, 0)
      expect(update).toMatchObject({ status: 'pending', failures: failures + 1, dueAt: later(delay) })
    }
    expect(afterAttempt({ failures: 9 }, failed, NOW, 0)).toMatchObject({ status: 'failed' })
  })

  it('adds up to a tenth to a wait, so that deliveries that failed together are spread', () => {
    expect(afterAttempt({ failures: 0 }, failed, NOW, 0.5).dueAt).toEqual(later(5_250))
    expect(afterAttempt({ failures: 0 }, failed, NOW, 1).dueAt).toEqual(later(5_500))
  })

  it('waits as long as the receiver asks, up to a day', () => {
    const busy = (retryAfterMs: number) => afterAttempt({ failures: 0 }, { ...failed, retryAfterMs }, NOW, 0)
    expect(busy(60_000).dueAt).toEqual(NOW)
    expect(busy(1_000).dueAt).toEqual(later(5_000))
    expect(readRetryAfter('120', NOW)).toBe(120_000)
    for (const long of ['172800', '99999999999']) expect(readRetryAfter(long, NOW)).toBe(24 * HOUR)
    expect(readRetryAfter('Mon, 15 Jan 2035 12:01:00 GMT', NOW)).toBe(24 * HOUR)
    expect(readRetryAfter('Mon, 15 Jan 2024 12:01:00 GMT', NOW)).toBe(60_000)
    const unixTime = NOW.getTime() / 1_000
    expect(readRetryAfter(String(unixTime + 60), NOW)).toBe(60_000)
    expect(readRetryAfter(String(unixTime + 200_000), NOW)).toBe(24 * HOUR)
    expect(readRetryAfter(String(unixTime - 60), NOW)).toBe(0)
    for (const nothing of [undefined, 'soon', '-5', 'Mon, 15 Jan 2024 11:00:00 GMT'])
      expect(readRetryAfter(nothing, NOW)).toBe(0)
  })

  it('ends with a success', () => {
    const update = afterAttempt(
      { failures: 3 },
      { kind: 'delivered', status: 204, requests: 1, durationMs: 87 },
      NOW,
      0,
    )
    expect(update).toMatchObject({ status: 'delivered', lastStatus: 204, lastError: null, deliveredAt: NOW })
  })
})

it('replicas share four attempts at a time to an endpoint, and each has at least one (W3)', () => {
  const together = [1, 2, 3, 4, 5, 10].map((replicas) => [replicas, replicas * slotsPerReplica(replicas)])
  expect(together).toEqual([
    [1, 4],
    [2, 4],
    [3, 3],
    [4, 4],
    [5, 5],
    [10, 10],
  ])
})

describe('an endpoint (W5, W6, W8)', () => {
  it('is disabled after five days of failures, and at once if the receiver responds 410', () => {
    const failed = { url: endpoint.url, status: 500, retryAfterMs: 0 }
    const failing = withFailure(endpoint, failed, NOW)
    expect(failing).toEqual({ ...endpoint, failingSince: NOW })
    expect(withFailure(failing, failed, later(5 * 24 * HOUR - 1))).toBe(failing)
    const at = later(5 * 24 * HOUR)
    expect(withFailure(failing, failed, at).disabled).toEqual({ reason: 'failing', at })
    expect(withFailure(endpoint, { ...failed, status: 410 }, NOW).disabled?.reason).toBe('gone')
  })

  it('is paused for as long as its receiver asks', () => {
    const busy = { url: endpoint.url, status: 429, retryAfterMs: HOUR }
    const paused = withFailure({ ...endpoint, failingSince: NOW }, busy, NOW)
    expect(paused.pausedUntil).toEqual(later(HOUR))
  })

  it('begins again with another URL, and only then', () => {
    const failing = { ...endpoint, failingSince: NOW, pausedUntil: later(HOUR) }
    const changed = withUpdate(failing, { url: 'https://hr.example.com/new' }, NOW)
    expect(changed).toMatchObject({ failingSince: null, pausedUntil: null })
    const { url } = endpoint
    expect(withUpdate(failing, { url, description: 'HR' }, NOW)).toMatchObject({
      failingSince: NOW,
      pausedUntil: later(HOUR),
    })
  })

  it('keeps the first reason why it was disabled, unless an operator disables it', () => {
    const failing = asDisabled(endpoint, 'failing', NOW)
    expect(asDisabled(failing, 'caller', later(1))).toBe(failing)
    expect(asDisabled(failing, 'operator', later(1)).disabled).toEqual({ reason: 'operator', at: later(1) })
    const byOperator = asDisabled(endpoint, 'operator', NOW)
    expect(asDisabled(byOperator, 'operator', later(1))).toBe(byOperator)
    expect(withUpdate(byOperator, { enabled: false, description: 'x' }, NOW).disabled).toEqual(
      byOperator.disabled,
    )
    const failed = withUpdate({ ...failing, failingSince: NOW }, { enabled: true }, later(1))
    expect(failed).toMatchObject({ disabled: null, failingSince: null })
  })

  it('signs with two secrets for a day after a rotation', () => {
    const rotated = withNewSecret(endpoint, 'second', NOW)
    const valid = (at: Date) => validSecrets(rotated, at).map(({ sealed }) => sealed)
    expect(valid(later(24 * HOUR - 1))).toEqual(['second', 'first'])
    expect(valid(later(24 * HOUR))).toEqual(['second'])
    expect(withNewSecret(rotated, 'third', NOW).secrets).toHaveLength(2)
  })
})

it('reads the endpoints again after a change (W5)', async () => {
  let [change, reads] = [1, 0]
  const endpointCache = new EndpointCache(
    {
      find: () => Promise.resolve(endpoint),
      findAll: () => Promise.resolve([{ ...endpoint, id: ++reads }]),
      latestChange: () => Promise.resolve(change),
    },
    -1,
  )
  expect(await endpointCache.find(1)).toBeDefined()
  expect(await endpointCache.find(1)).toBeDefined()
  change++
  expect(await endpointCache.find(1)).toBeUndefined()
  expect(await endpointCache.find(2)).toBeDefined()
  expect(reads).toBe(2)
})

describe('signing secrets (W6)', () => {
  const [first, second] = [new SecretBox([Buffer.alloc(32, 1)]), new SecretBox([Buffer.alloc(32, 2)])]
  const both = new SecretBox([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])

  it('are encrypted for one endpoint, with one of two keys', () => {
    const secret = first.newSecret()
    const sealed = first.seal(secret, 7)
    expect(sealed).not.toContain(secret.slice(6, 20))
    expect(first.open(sealed, 7)).toBe(secret)
    expect(both.open(sealed, 7)).toBe(secret)
    expect(both.isCurrent(sealed)).toBe(false)
    expect(both.isCurrent(both.seal(secret, 7))).toBe(true)
    expect(() => second.open(sealed, 7)).toThrow(UnknownEncryptionKey)
    expect(() => first.open(sealed, 8)).toThrow('authenticate')
    expect(first.seal(secret, 7)).not.toBe(sealed)
  })

  it('sign as Standard Webhooks 1.0 requires', () => {
    const headers = signedHeaders(
      'msg_1',
      '{"a":1}',
      ['k1', 'k2'].map((key) => createSecretKey(key, 'utf8')),
      NOW,
    )
    const signature = (key: string) =>
      createHmac('sha256', key)
        .update(`msg_1.${NOW.getTime() / 1_000}.{"a":1}`)
        .digest('base64')
    expect(headers).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW.getTime() / 1_000),
      'webhook-signature': `v1,${signature('k1')} v1,${signature('k2')}`,
    })
  })

  it('need one or two keys of 32 bytes', () => {
    const read = (WEBHOOK_SECRET_KEYS: string) => () => readNotificationConfig({ WEBHOOK_SECRET_KEYS })
    const key = Buffer.alloc(32, 1).toString('base64')
    expect(read('short')).toThrow('WEBHOOK_SECRET_KEYS must hold one key, or two')
    expect(read(`${key},${key},${key}`)).toThrow('WEBHOOK_SECRET_KEYS must hold one key, or two')
    expect(read('')).toThrow('WEBHOOK_SECRET_KEYS is not set')
    expect(read(`${key}, ${key}`)).not.toThrow('WEBHOOK_SECRET_KEYS')
    expect(read('short')).not.toThrow('short')
  })
})

it.each(['operator', 'account-deleted'] as const)(
  'an endpoint that is disabled for the reason %s is not enabled by its account (W8)',
  (reason) => {
    const disabled = asDisabled(endpoint, reason, NOW)
    expect(() => withUpdate(disabled, { enabled: true }, NOW)).toThrow(WebhookDisabledByOperator)
    expect(withUpdate(disabled, { enabled: false }, NOW).disabled?.reason).toBe(reason)
  },
)

it('the event in the contract is made from the example of its message (W1, W3)', () => {
  const { RegistrationWebhook, RegistrationEventData } = contract.components.schemas
  const [payload] = message.examples as [EventPayloads['registration.changed.v1']]
  const trace = { requestId: '', traceparent: '' }
  const event = registrationChangedEventOf({ type: 'registration.changed.v1', payload, trace })
  const body = JSON.parse(event?.payload ?? '')
  expect(body).toEqual(RegistrationWebhook.example)
  expect(RegistrationEventData.required.toSorted()).toEqual(Object.keys(body.data).toSorted())
})

it('the test in the contract is what an endpoint gets (W3, W7)', () => {
  const { TestWebhook } = contract.components.schemas
  const { payload } = testEvent(
    'id',
    TestWebhook.example.data.endpointId,
    new Date(TestWebhook.example.timestamp),
  )
  expect(JSON.parse(payload)).toEqual(TestWebhook.example)
})

it('a message about a user says whether the user is new (W2)', () => {
  const payload = {
    eventId: '',
    occurredAt: '',
    userId: 1,
    version: 2,
    externalId: '',
    groupIds: [],
    deleted: false,
  }
  expect(userEventTypeOf({ ...payload, isNew: true })).toBe('user.created')
  expect(userEventTypeOf({ ...payload, isNew: false })).toBe('user.updated')
  expect(userEventTypeOf({ ...payload, isNew: true, deleted: true })).toBe('user.deleted')
})
