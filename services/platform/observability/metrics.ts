import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** At prom-client's default of 10 ms these samples are more than half of the CPU time of an idle process. */
const EVENT_LOOP_SAMPLE_MS = 50

/**
 * The metrics that every service has. Label values come from the contract, or are ids of the few busiest
 * accounts.
 */
export function createMetrics(service: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS })
  const registers = [registry]
  new Gauge({
    name: 'rollcall_up',
    help: '1 while the process runs. An alert fires when it is absent.',
    registers,
  }).set(1)
  /** The time of the requests of an account, so a few expensive ones count as much as many cheap ones. */
  const load = new Busiest<number>()
  const accountLoad = new Gauge({
    name: 'rollcall_account_load_seconds',
    help:
      'Time in which requests of a service account were in progress ' +
      'in the last full minute, in seconds. Each process shows the ten accounts with the most.',
    labelNames: ['account'],
    registers,
    collect() {
      this.reset()
      for (const [account, seconds] of load.inLastMinute()) this.set({ account }, seconds)
    },
  })
  const deprecated = new Busiest<string>()
  const deprecatedCalls = new Gauge({
    name: 'rollcall_deprecated_calls',
    help:
      'Calls of deprecated operations in the last full minute. Each process shows the ten pairs of ' +
      'operation and account with the most; `account` is empty for all other callers.',
    labelNames: ['operation', 'account'],
    registers,
    collect() {
      this.reset()
      for (const [key, calls] of deprecated.inLastMinute()) {
        const [operation = '', account = ''] = key.split(' ')
        this.set({ operation, account }, calls)
      }
    },
  })
  return {
    registry,
    jobsWaiting: new Gauge({
      name: 'rollcall_jobs_waiting',
      help: 'Records that wait for a long job, such as a deleted group whose id other records still have.',
      labelNames: ['job'],
      registers,
    }),
    deprecatedCalls: Object.assign(deprecatedCalls, {
      add: (operationId: string, accountId: number | null) =>
        deprecated.add(`${operationId} ${accountId ?? ''}`, 1),
    }),
    accountLoad: Object.assign(accountLoad, {
      add: (accountId: number, seconds: number) => load.add(accountId, seconds),
    }),
    requestSeconds: new Histogram({
      name: 'rollcall_http_request_duration_seconds',
      help:
        'Time from the first byte of a request to the last byte of its response, in seconds. ' +
        'Status 499 means that the caller disconnected.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    rejections: new Counter({
      name: 'rollcall_http_rejections_total',
      help: 'Error responses, by the code in X-Error-Code.',
      labelNames: ['operation', 'code'],
      registers,
    }),
    dependencyUp: new Gauge({
      name: 'rollcall_dependency_up',
      help: '1 while the server is available, 0 while it is not.',
      labelNames: ['dependency'],
      registers,
    }),
    localLimits: new Counter({
      name: 'rollcall_rate_limit_local_total',
      help: 'Requests counted by this process alone because Redis was unavailable.',
      registers,
    }),
    credentialChecks: new Counter({
      name: 'rollcall_credential_checks_total',
      help: 'Credentials verified, by the source of the result.',
      labelNames: ['source'],
      registers,
    }),
    eventsPublished: new Counter({
      name: 'rollcall_events_published_total',
      help: 'Messages sent to the broker, by type and outcome (confirmed, failed).',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    outboxAge: new Gauge({
      name: 'rollcall_outbox_oldest_age_seconds',
      help:
        'Age of the oldest event in the outbox that is not published, ' +
        'in seconds, by type; 0 when there is none.',
      labelNames: ['type'],
      registers,
    }),
    outboxEvents: new Gauge({
      name: 'rollcall_outbox_pending_events',
      help: 'Records whose events RabbitMQ does not have yet. At most 10000 are counted in each collection.',
      registers,
    }),
    queueMessages: new Gauge({
      name: 'rollcall_queue_messages',
      help: 'Messages that wait in a queue or for their next attempt. Absent while it is not known.',
      labelNames: ['queue'],
      registers,
    }),
    queueConsumers: new Gauge({
      name: 'rollcall_queue_consumers',
      help: 'Processes that consume a queue. Absent while it is not known.',
      labelNames: ['queue'],
      registers,
    }),
    stalled: new Gauge({
      name: 'rollcall_stalled',
      help: '1 while work waits and nothing is done for 30 s, although all that it needs is available.',
      labelNames: ['work'],
      registers,
    }),
    retentionDue: new Gauge({
      name: 'rollcall_retention_due',
      help:
        'Records that are past their retention and wait to be removed, ' +
        'by kind (deliveries, dead-letters, deleted-users). Absent for a kind without a retention.',
      labelNames: ['kind'],
      registers,
    }),
    messagesConsumed: new Counter({
      name: 'rollcall_messages_consumed_total',
      help: 'Messages consumed from a queue, by outcome (done, delayed, dead-lettered).',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
  }
}

/** More would lead to a series of metrics for each account of a portal. */
const MAX_SHOWN = 10
const WINDOW_MS = 60_000

/** Adds up something by key, such as the seconds of each account, and shows the keys with the most. */
export class Busiest<K extends string | number> {
  readonly #now: () => number
  #windowStart: number
  #current = new Map<K, number>()
  #last: ReadonlyMap<K, number> = new Map()

  /** @param now the monotonic clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#windowStart = now()
  }

  add(key: K, amount: number): void {
    this.#turn()
    this.#current.set(key, (this.#current.get(key) ?? 0) + amount)
  }

  /** The keys with the most in the last full minute, with their sums. */
  inLastMinute(): [key: K, sum: number][] {
    this.#turn()
    return [...this.#last].toSorted(([, a], [, b]) => b - a).slice(0, MAX_SHOWN)
  }

  #turn(): void {
    const windows = Math.floor((this.#now() - this.#windowStart) / WINDOW_MS)
    if (windows === 0) return
    this.#last = windows === 1 ? this.#current : new Map()
    this.#current = new Map()
    this.#windowStart += windows * WINDOW_MS
  }
}
