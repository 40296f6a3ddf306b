import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Each look at the event loop wakes the process: at prom-client's 10 ms that is more than half of what an idle one uses. */
const EVENT_LOOP_LOOK_MS = 50

/** The metrics that every service has; label values come from the contract, never from a caller. */
export function createMetrics(service: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS })
  const registers = [registry]
  new Gauge({
    name: 'rollcall_up',
    help: '1 while the process runs; an alert looks for its absence.',
    registers,
  }).set(1)
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'rollcall_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer, in seconds; status 499: the caller hung up.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    rejections: new Counter({
      name: 'rollcall_http_rejections_total',
      help: 'Answers with an error, by the code that X-Error-Code carries.',
      labelNames: ['operation', 'code'],
      registers,
    }),
    dependencyUp: new Gauge({
      name: 'rollcall_dependency_up',
      help: '1 while the server is reached, 0 while it is away.',
      labelNames: ['dependency'],
      registers,
    }),
    localLimits: new Counter({
      name: 'rollcall_rate_limit_local_total',
      help: 'Requests counted by this process alone because Redis did not answer.',
      registers,
    }),
    credentialChecks: new Counter({
      name: 'rollcall_credential_checks_total',
      help: 'Credentials looked at, by where the answer came from.',
      labelNames: ['source'],
      registers,
    }),
    eventsPublished: new Counter({
      name: 'rollcall_events_published_total',
      help: 'Messages offered to the broker, by type and outcome (confirmed, failed).',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    outboxAge: new Gauge({
      name: 'rollcall_outbox_oldest_age_seconds',
      help: 'How long the next event in the outbox has been waiting for the broker, by type; 0 when none waits.',
      labelNames: ['type'],
      registers,
    }),
    messagesConsumed: new Counter({
      name: 'rollcall_messages_consumed_total',
      help: 'Messages taken off a queue, by outcome (done, delayed, dead-lettered).',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
  }
}
