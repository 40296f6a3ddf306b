import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startTracing } from '../../shared/process/opentelemetry.ts'
import { bearer, client } from '../../../testing/client.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'

interface Received {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
  readonly status?: { readonly code?: number }
}

/** Receives spans in the JSON form of OTLP over HTTP. */
async function startReceiver() {
  const spans: Received[] = []
  const services = new Set<unknown>()
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const { resourceSpans } = JSON.parse(body)
      for (const { resource, scopeSpans } of resourceSpans) {
        for (const { key, value } of resource.attributes)
          if (key === 'service.name') services.add(value.stringValue)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, services, server }
}

/** The names of the spans of OTLP. */
const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN = '00f067aa0ba902b7'

const system = wholeSystem()
let receiver: Awaited<ReturnType<typeof startReceiver>>
const kept = process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
beforeAll(async () => {
  receiver = await startReceiver()
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url
})
afterAll(() => {
  if (kept === undefined) delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  else process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = kept
  receiver.server.close()
})

/** Registers a user and waits until the e-mail is sent. */
async function register(flags: string): Promise<void> {
  const { credential } = await system.aKey()
  const api = client(system.url, credential)
  expectBody(await system.operator.put('/admin/courses/7/', { name: 'Seven', groupIds: [1] }), 201)
  const names = { firstName: 'Ada', lastName: 'Byron', loginName: 'ada', email: 'ada.byron@example.org' }
  expectBody(await api.post('/users/', { ...names, externalId: 'hr-ada' }), 201)
  const traceparent = `00-${TRACE_ID}-${CALLER_SPAN}-${flags}`
  const created = await api.post(
    '/registrations/',
    { courseId: 7, userExternalId: 'hr-ada' },
    { traceparent },
  )
  const { id } = expectBody(created, 201)
  const notification = client(system.adminUrl, bearer(system.operatorToken))
  await eventually(async () => {
    const { body } = await notification.get(`/admin/deliveries/?registrationId=${id}`)
    expect(body).toMatchObject([{ status: 'sent' }])
  }, 30_000)
}

it('follows one create from the request of the caller to the accepted e-mail (B5)', async () => {
  const tracing = startTracing('test', {})
  await register('01')
  const spansOfTrace = () => receiver.spans.filter(({ traceId }) => traceId === TRACE_ID)
  // The message is still being handled when the delivery is sent.
  await eventually(async () => {
    await tracing.flush()
    const names = spansOfTrace().map(({ name }) => name)
    for (const queue of ['registration-created', 'webhook-registration-created'])
      expect(names).toContain(`process notification.${queue}`)
  }, 30_000)
  await tracing.stop()
  const spans = spansOfTrace()
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const described = spans.map(({ name, kind, parentSpanId = '' }) =>
    [
      name,
      KINDS[kind],
      'of',
      parentSpanId === CALLER_SPAN ? 'the caller' : byId.get(parentSpanId)?.name,
    ].join(' '),
  )
  // On a busy machine a step may be tried twice, with a span for each attempt.
  expect([...new Set(described)].sort()).toEqual([
    'POST /internal/users/resolve/ server of POST user service',
    'POST /registrations/ server of the caller',
    'POST user service client of POST /registrations/',
    'process notification.registration-created consumer of send rollcall.events',
    'process notification.webhook-registration-created consumer of send rollcall.events',
    'send e-mail client of process notification.registration-created',
    'send rollcall.events producer of POST /registrations/',
  ])
  const [create] = spans.filter(({ name }) => name === 'POST /registrations/')
  expect(create?.attributes.map(({ key }) => key).sort()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'rollcall.operation',
  ])
  expect([...receiver.services]).toEqual(['rollcall-test'])
  const recorded = JSON.stringify(receiver.spans)
  for (const person of ['Byron', 'ada.byron', 'hr-ada']) expect(recorded).not.toContain(person)
})

it.each([
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER must be/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /SAMPLER_ARG must be a number/],
])('rejects %j', (environment, message) => {
  expect(() => startTracing('test', environment)).toThrow(message)
})

it.each([
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, '00', 0],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, '01', 0],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, '01', 1],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, '00', 1],
])('samples by %j, when the caller says %s', async (environment, flags, expected) => {
  receiver.spans.length = 0
  receiver.services.clear()
  const tracing = startTracing('test', environment)
  const traceparent = `00-${TRACE_ID.replace(/^4/, '0')}-${CALLER_SPAN}-${flags}`
  await client(system.url).get('/openapi.json', { traceparent })
  await eventually(async () => {
    await tracing.flush()
    expect(receiver.spans).toHaveLength(expected)
  })
  await tracing.stop()
})
