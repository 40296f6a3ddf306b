import { startCollector } from '../../../testing/collector/collector.ts'
import { startReceiver, type Receiver } from '../../../testing/receiver.ts'
import { findOnPath } from '../../../local/backing/programs.ts'
import { startReceiver as startTraceReceiver } from '../../../local/traces/receiver.ts'
import type { ReceivedSpan } from '../../../local/traces/spans.ts'
import { batched } from '../../platform/work/batched.ts'
import { startTracing } from '../../platform/observability/opentelemetry.ts'
import { startTracing as startTracingIfWanted } from '../../platform/observability/start-tracing.ts'
import { recordModelStep } from '../../platform/observability/model-steps.ts'
import { inSpan, runWithin, startSpan } from '../../platform/observability/tracing.ts'
import { bearer, client } from '../../../testing/client.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { checkForLeaks } from '../../../testing/leak-check.ts'
import { unlessMissing } from '../../../testing/left-out.ts'
import { expectBody } from '../../../testing/portal.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN = '00f067aa0ba902b7'
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/** A small receiver, or the OpenTelemetry Collector (`npm run check -- neighbours collector`). */
const isWanted = process.env['NEIGHBOURS']?.split(',').includes('collector') === true
const hasGo = findOnPath('go', process.env) !== undefined
async function startSpanReceiver() {
  if (isWanted && hasGo) return await startCollector()
  const received: ReceivedSpan[] = []
  const { url, stop } = await startTraceReceiver((spans) => received.push(...spans))
  return { url, stop, spans: () => Promise.resolve(received) }
}

if (isWanted && !hasGo)
  unlessMissing('there is no go', it)('the OpenTelemetry Collector gets the spans', () => undefined)

const system = wholeSystem()
let collector: Awaited<ReturnType<typeof startSpanReceiver>>
let webhooks: Receiver
const kept = process.env[ENDPOINT]
beforeAll(async () => {
  collector = await startSpanReceiver()
  process.env[ENDPOINT] = collector.url
  webhooks = await startReceiver()
}, 1_200_000)
afterAll(async () => {
  if (kept === undefined) delete process.env[ENDPOINT]
  else process.env[ENDPOINT] = kept
  await collector.stop()
  await webhooks.stop()
})

/**
 * Registers a user with two requests, of which the second one fails, and waits for the e-mail and the
 * webhook.
 */
async function register(): Promise<void> {
  const { credential } = await system.issueKey()
  const api = client(system.url, credential)
  const endpoint = { url: `${webhooks.url}?token=hunter2`, events: ['registration.created'] }
  expectBody(await api.post('/webhook-endpoints/', endpoint), 201)
  expectBody(await system.operator.put('/admin/courses/7/', { name: 'Seven', groupIds: [1] }), 201)
  const names = { firstName: 'Ada', lastName: 'Byron', loginName: 'ada', email: 'ada.byron@example.org' }
  expectBody(await api.post('/users/', { ...names, externalId: 'hr-ada' }), 201)
  const request = { courseId: 7, userExternalId: 'hr-ada', externalId: 'order-of-ada' }
  const traceparent = `00-${TRACE_ID}-${CALLER_SPAN}-01`
  const { id } = expectBody(await api.post('/registrations/', request, { traceparent }), 201)
  expectBody(await api.get('/registrations/external/order-of-ada/'), 200)
  expectBody(await api.post('/registrations/', request), 409)
  const notification = client(system.adminUrl, bearer(system.operatorToken))
  await eventually(async () => {
    const { body } = await notification.get(`/admin/deliveries/?registrationId=${id}`)
    expect(body).toMatchObject([{ status: 'sent' }])
    expect(webhooks.received).toHaveLength(1)
  })
}

const MAIL_QUEUE = 'rollcall.events:registration.created.v1:notification.registration-created'
const WEBHOOK_QUEUE = 'rollcall.events:registration.created.v1:notification.webhook-registration-created'

describe('the trace of one create (B5)', () => {
  let recorded: readonly ReceivedSpan[]
  let spans: readonly ReceivedSpan[]
  beforeAll(async () => {
    const tracing = startTracing('test', {})
    await register()
    // The messages are still being handled when the e-mail and the webhook have arrived.
    await eventually(async () => {
      await tracing.flush()
      recorded = await collector.spans()
      spans = recorded.filter(({ traceId }) => traceId === TRACE_ID)
      const names = spans.map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining([
          `process ${MAIL_QUEUE}`,
          `process ${WEBHOOK_QUEUE}`,
          'bulkWrite deliveries',
          'updateMany webhookDeliveries',
        ]),
      )
    })
    await tracing.stop()
  }, 120_000)

  const attributesOf = (wanted: string, kind: ReceivedSpan['kind']) =>
    spans.find((span) => span.name === wanted && span.kind === kind)?.attributes

  it('leads from the request of the caller to the accepted e-mail and to the webhook', () => {
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const described = spans.map(({ name, kind, parentSpanId }) => {
      const parent = parentSpanId === CALLER_SPAN ? 'the caller' : byId.get(parentSpanId)?.name
      // The first `evalsha` of a script is an `eval`.
      return `${name === 'evalsha' ? 'eval' : name} ${kind} of ${parent}`
    })
    // A cache may replace these requests. On a busy machine a step may take two attempts, with a span for
    // each attempt, and leases are extended.
    const cached = [
      /credentials|service-accounts\/visibility| keys| serviceAccounts/,
      /courses\/groups|users\/groups|webhookEndpoints|findOne counters/,
      /^(renew|pull|releaseEvents) internal /,
    ]
    const isCached = (line: string) => cached.some((pattern) => pattern.test(line))
    expect([...new Set(described)].filter((line) => !isCached(line)).sort()).toEqual([
      `POST /internal/users/identify/ client of POST /registrations/`,
      `POST /internal/users/identify/ server of POST /internal/users/identify/`,
      `POST /registrations/ server of POST`,
      `POST server of the caller`, // the gateway
      `POST webhook client of process ${WEBHOOK_QUEUE}`,
      `bulkWrite deliveries client of send e-mail`,
      `eval client of POST /registrations/`,
      `find courses client of POST /registrations/`,
      `find erasedUsers client of POST /registrations/`,
      `find erasedUsers client of process ${WEBHOOK_QUEUE}`,
      `find erasedUsers client of send e-mail`,
      `find newestUsers client of POST /registrations/`,
      `find users client of POST /internal/users/identify/`,
      `findOneAndUpdate counters client of POST /registrations/`,
      `findOneAndUpdate counters client of process ${MAIL_QUEUE}`,
      `findOneAndUpdate counters client of process ${WEBHOOK_QUEUE}`,
      `insertMany deliveries client of process ${MAIL_QUEUE}`,
      `insertMany registrations client of POST /registrations/`,
      `insertMany webhookDeliveries client of process ${WEBHOOK_QUEUE}`,
      `markPublished internal of POST /registrations/`,
      `process ${MAIL_QUEUE} consumer of send rollcall.events:registration.created.v1`,
      `process ${WEBHOOK_QUEUE} consumer of send rollcall.events:registration.created.v1`,
      `send e-mail client of process ${MAIL_QUEUE}`,
      `send rollcall.events:registration.created.v1 producer of POST /registrations/`,
      `updateMany deliveries client of send e-mail`, // the begin of the attempt
      `updateMany registrations client of POST /registrations/`,
      `updateMany webhookDeliveries client of process ${WEBHOOK_QUEUE}`,
    ])
    expect(described.filter((line) => line.endsWith('of undefined'))).toEqual([])
    expect(new Set(recorded.map(({ service }) => service))).toEqual(new Set(['rollcall-test']))
  })

  it('has the steps of the model of the delivery as events', () => {
    const eventsOf = (wanted: string) => spans.find(({ name }) => name === wanted)?.events
    expect(eventsOf('POST /registrations/')).toEqual(['claimEvents'])
    expect(eventsOf('send rollcall.events:registration.created.v1')).toEqual(['publish', 'confirm'])
    expect(eventsOf('markPublished')).toEqual(['markPublished'])
    expect(eventsOf(`process ${MAIL_QUEUE}`)).toEqual(['take', 'claim', 'store', 'acknowledge'])
    expect(eventsOf('send e-mail')).toEqual(['begin', 'accept', 'recordSent'])
  })

  it('continues at the receiver of the webhook', () => {
    const attempt = spans.find(({ name }) => name === 'POST webhook')
    expect(webhooks.received[0]?.headers['traceparent']).toBe(`00-${TRACE_ID}-${attempt?.spanId}-01`)
  })

  it('has the attributes of the semantic conventions', () => {
    expect(attributesOf('POST /registrations/', 'server')).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 201,
      'http.route': '/registrations/',
      'rollcall.operation': 'createRegistration',
      'url.scheme': 'http',
    })
    expect(attributesOf('POST /internal/users/identify/', 'client')).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
      'url.template': '/internal/users/identify/',
    })
    expect(attributesOf('insertMany registrations', 'client')).toEqual({
      'db.collection.name': 'registrations',
      'db.namespace': expect.any(String),
      'db.operation.name': 'insertMany',
      'db.system.name': 'mongodb',
      'server.address': expect.any(String),
      'server.port': expect.any(Number),
    })
    expect(attributesOf('eval', 'client') ?? attributesOf('evalsha', 'client')).toEqual({
      'db.operation.name': 'eval',
      'db.system.name': 'redis',
      'server.address': expect.any(String),
      'server.port': expect.any(Number),
    })
    expect(attributesOf(`process ${MAIL_QUEUE}`, 'consumer')).toEqual({
      'messaging.destination.name': MAIL_QUEUE,
      'messaging.message.id': expect.any(String),
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.rabbitmq.destination.routing_key': 'registration.created.v1',
      'messaging.system': 'rabbitmq',
    })
  })

  it('has no personal data, no value of a query and no secret', () => {
    const text = JSON.stringify(recorded)
    checkForLeaks('a span', text)
    const values = ['Byron', 'ada.byron', 'hr-ada', 'order-of-ada', 'hunter2', webhooks.url]
    expect(values.filter((value) => text.includes(value))).toEqual([])
  })
})

it.each([
  ['its first caller', '01', '01', 'first', ['second']],
  ['the first caller that is recorded', '00', '01', 'second', []],
])(
  'makes a batch the child of %s, with links to the others (B5)',
  async (_of, flags, others, parent, linked) => {
    const tracing = startTracing('test', {})
    const start = (name: string, spanFlags: string) =>
      startSpan({
        name,
        kind: 'server',
        parent: `00-${TRACE_ID}-${CALLER_SPAN}-${spanFlags}`,
        attributes: {},
      })
    const [first, second] = [start('first', flags), start('second', others)]
    const name = `batch of ${parent}`
    const echo = batched((items: readonly number[]) =>
      inSpan({ name, kind: 'client', attributes: {} }, () => Promise.resolve(items)),
    )
    expect(await Promise.all([runWithin(first, () => echo(1)), runWithin(second, () => echo(2))])).toEqual([
      1, 2,
    ])
    const idOf = (span: typeof first) => span?.spanContext().spanId
    const ids = { first: idOf(first), second: idOf(second) }
    for (const span of [first, second]) span?.end()
    await eventually(async () => {
      await tracing.flush()
      const batch = (await collector.spans()).find((span) => span.name === name)
      expect(batch).toMatchObject({
        parentSpanId: ids[parent as 'first'],
        links: linked.map((one) => ids[one as 'second']),
      })
    })
    await tracing.stop()
  },
)

it('records nothing for work that continues after its span has ended', async () => {
  const tracing = startTracing('test', {})
  const span = startSpan({ name: 'short', kind: 'server', parent: undefined, attributes: {} })
  const late = runWithin(span, async () => {
    await tracing.flush()
    return startSpan({ name: 'late', kind: 'client', attributes: {} })
  })
  span?.end()
  expect(await late).toBeUndefined()
  await tracing.stop()
})

it('prints an event before its span ends, which a killed process would not send', async () => {
  const tracing = await startTracingIfWanted('test', { OTEL_TRACES_EXPORTER: 'console' })
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  const span = startSpan({ name: 'long', kind: 'server', parent: undefined, attributes: {} })
  runWithin(span, () => recordModelStep({ step: 'publish', event: 'an event', claim: 'a claim' }))
  const [[line] = []] = written.mock.calls
  written.mockRestore()
  expect(JSON.parse(String(line))).toEqual({
    service: 'test',
    pid: process.pid,
    microseconds: expect.any(Number),
    name: 'publish',
    attributes: { 'rollcall.event': 'an event', 'rollcall.claim': 'a claim' },
  })
  await tracing?.stop()
})

it.each([
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER must be/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /SAMPLER_ARG must be a number/],
])('rejects %j', (environment, message) => {
  expect(() => startTracing('test', environment)).toThrow(message)
})

it.each([{}, { [ENDPOINT]: '' }, { [ENDPOINT]: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }])(
  'records nothing with %j (B5)',
  async (environment) => {
    expect(await startTracingIfWanted('test', environment)).toBeUndefined()
    expect(startSpan({ name: 'none', kind: 'server', parent: undefined, attributes: {} })).toBeUndefined()
  },
)

it.each([
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_SERVICE_NAME: 'portal' }, '00', []],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, '01', []],
  [
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
    '01',
    ['rollcall-test'],
  ],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_SERVICE_NAME: 'portal' }, '00', ['portal']],
])('samples with %j, if the caller says %s (B5)', async (environment, flags, expected) => {
  const before = (await collector.spans()).length
  const tracing = startTracing('test', environment)
  const traceparent = `00-${TRACE_ID.replace(/^4/, '0')}-${CALLER_SPAN}-${flags}`
  await client(system.url).get('/openapi.json', { traceparent })
  await eventually(async () => {
    await tracing.flush()
    const requests = (await collector.spans())
      .slice(before)
      .filter(({ name }) => name === 'GET /openapi.json')
    expect(requests.map(({ service }) => service)).toEqual(expected)
  })
  await tracing.stop()
})
