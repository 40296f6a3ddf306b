// The services, the servers they depend on, what they do and what waits.
import { accountLink, readAccountNames } from './accounts.js'
import { get, statuses } from './api.js'
import {
  asOf,
  badge,
  chart,
  facts,
  heading,
  html,
  plainTable,
  plural,
  render,
  since,
  soft,
  time,
} from './elements.js'

const REFRESH_MS = 10_000
const KINDS = { ready: 'good', degraded: 'warn', 'not ready': 'bad' }
/** No more are counted. */
const MAX_COUNTED = 10_000
/** In a cell that says nothing; on a narrow screen there is no such cell. */
const NONE = html`<span class="soft none">–</span>`
const DOES = { registration: 'registrations', notification: 'e-mails sent' }

export async function healthView({ signal }) {
  const box = document.createElement('div')
  const update = async () => {
    const all = await statuses()
    await readAccountNames(accountsIn(all)).catch(() => undefined)
    render(present(all, await oldestOf(all.notification.backlog), await failingEndpoints()), box)
  }
  await update()
  const timer = setInterval(() => void update().catch(() => undefined), REFRESH_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  return [heading('Health', 'The services and the servers they need. Refreshed every ten seconds.'), box]
}

/** The accounts of the last two tables. */
const accountsIn = (all) =>
  Object.values(all)
    .flatMap(({ limitedAccounts = [], deprecatedCalls = [] }) => [...limitedAccounts, ...deprecatedCalls])
    .flatMap(({ accountId }) => accountId ?? [])

/** How many endpoints fail. More than a page of endpoints are not looked at each time. */
async function failingEndpoints() {
  const endpoints = await get('/admin/webhook-endpoints/?enabled=true&limit=1000').catch(() => [])
  return endpoints.filter(({ failingSince }) => failingSince).length
}

/** Since when the oldest of each kind waits; not known of those that were not attempted. */
async function oldestOf(backlog) {
  const kinds = {
    queuedEmails: '?of=emails&status=queued',
    failedEmails: '?of=emails&status=failed',
    pendingWebhooks: '?of=webhooks&status=pending',
    deadLetters: '?of=dead-letters',
  }
  const found = Object.entries(kinds).map(async ([kind, query]) => {
    if (!backlog?.[kind]) return [kind, undefined]
    const { groups } = await get(`/admin/reasons/${query}`).catch(() => ({ groups: [] }))
    return [kind, groups.map(({ oldestAt }) => oldestAt).toSorted()[0]]
  })
  return Object.fromEntries(await Promise.all(found))
}

function present(all, oldest, failing) {
  const services = Object.entries(all)
  const known = services.filter(([, status]) => !(status instanceof Error))
  const activities = known.filter(([, { perMinute }]) => perMinute)
  return html`
    <p>${verdict(services, known, failing)} ${asOf()}</p>
    <h2>Services and servers</h2>
    ${servers(services)} ${consequences}
    <h2>Backlog</h2>
    ${plainTable('Backlog', ['What', 'Count', 'Oldest', 'What becomes of it'], waiting(known, oldest))}
    <h2>Last hour</h2>
    <div class="charts">
      ${activities.map(([service, { perMinute }]) => activity(DOES[service], perMinute))}
    </div>
    <h2>Requests over the limit</h2>
    ${limits(known)}
    <h2>Deprecated operations</h2>
    ${deprecated(known)}
  `
}

/** Whether an operator has something to do. */
function verdict(services, known, failing) {
  const backlog = known.find(([name]) => name === 'notification')?.[1].backlog
  const state = services.every(([, { status }]) => status === 'ready')
    ? badge('good', 'All services are ready.')
    : badge('warn', 'Not all services are ready.')
  if (!backlog || known.length < services.length) return html`${state} What needs action is not known.`
  const { failedEmails, deadLetters, unusableWebhookEndpoints: unusable } = backlog
  const waits = [
    [failedEmails, 'mails', 'failed e-mail'],
    [deadLetters, 'dead-letters', 'dead letter'],
    [unusable, 'webhooks', 'unusable webhook endpoint'],
    [failing, 'webhooks', 'failing webhook endpoint'],
  ]
    .filter(([count]) => count > 0)
    .map(([count, view, what], i) => html`${i > 0 ? ', ' : ''}<a href="#/${view}">${plural(count, what)}</a>`)
  return html`${state} ${waits.length > 0 ? html`Needs action: ${waits}.` : 'Nothing needs action.'}`
}

/** For how long each server may be away, and what an operator has to do. */
const consequences = html`
  <details>
    <summary>What happens while a server is unavailable?</summary>
    ${facts({
      mongodb: 'Requests get 503, and callers repeat them. What was accepted before is stored.',
      redis: 'Requests go on. Each replica enforces its share of the rate limits.',
      rabbitmq:
        'Registrations and users are accepted as before. Their events wait in the outboxes, for days if ' +
        'need be; e-mails and webhooks about them follow when it is back, without you. Those that wait ' +
        'already are sent meanwhile.',
      smtp: 'Registrations are accepted. E-mails wait, and are sent when it is back, without you.',
    })}
  </details>
`

function servers(services) {
  const names = [
    ...new Set(services.flatMap(([, { dependencies = [] }]) => dependencies.map(({ name }) => name))),
  ]
  const cell = (status, name) => {
    const found = status.dependencies?.find((dependency) => dependency.name === name)
    if (found === undefined) return NONE
    return html`<span class="server">${name}</span> ${
        found.up ? badge('good', 'available') : badge('bad', 'unavailable')
      }`
  }
  const row = ([service, status]) =>
    status instanceof Error
      ? [html`<strong>${service}</strong>`, badge('bad', 'no response'), status.message]
      : [
          html`<strong>${service}</strong>`,
          [
            badge(KINDS[status.status], status.status),
            status.stalled.map((work) => html` ${badge('bad', `${work} has stalled`)}`),
          ],
          ...names.map((name) => cell(status, name)),
        ]
  return html`<div class="matrix">
    ${plainTable('Services and servers', ['Service', 'Status', ...names], services.map(row))}
  </div>`
}

const counted = (count) =>
  count === null ? 'unknown' : `${count.toLocaleString()}${count >= MAX_COUNTED ? ' or more' : ''}`
const oldestText = (date) => (date ? since(date) : NONE)

/** One row for each kind of thing that waits, with what becomes of it. */
function waiting(known, oldest) {
  const outboxes = known.map(([service, { pendingEvents, oldestPendingEvent }]) => [
    `Events in the outbox of ${service}`,
    counted(pendingEvents),
    oldestText(oldestPendingEvent),
    'Kept in the database, and published when RabbitMQ is available.',
  ])
  const queues = known.flatMap(([, status]) => status.queues)
  const isQuiet = ({ messages, consumers }) => messages === 0 && consumers > 0
  const quiet = queues.filter(isQuiet).length
  const others = queues
    .filter((queue) => !isQuiet(queue))
    .map(({ name, messages, consumers }) => [
      html`Messages in <code>${name}</code>`,
      counted(messages),
      oldestText(),
      consumers === null ? 'RabbitMQ does not respond.' : `Handled by ${plural(consumers, 'consumer')}.`,
    ])
  const backlog = known.find(([service]) => service === 'notification')?.[1].backlog
  const rows = backlog ? backlogRows(backlog, oldest) : []
  const empty = [`Messages in ${plural(quiet, 'other queue')}`, '0', oldestText(), 'Each has a consumer.']
  return [...rows, ...outboxes, ...others, ...(quiet > 0 ? [empty] : [])]
}

function backlogRows(backlog, oldest) {
  const row = (kind, href, what, becomes) => [
    html`<a href="#/${href}">${what}</a>`,
    counted(backlog[kind]),
    oldestText(oldest[kind]),
    becomes,
  ]
  const unusable = [
    'unusableWebhookEndpoints',
    'webhooks',
    'Webhook endpoints whose secret is unusable',
    "Their events wait: the secret can't be decrypted with the configured keys.",
  ]
  return [
    row(
      'queuedEmails',
      'mails?status=queued',
      'E-mails waiting',
      'Each is sent at its next attempt, when the mail server is available.',
    ),
    row('failedEmails', 'mails?status=failed', 'E-mails failed', 'Nothing, until you send them again.'),
    row(
      'pendingWebhooks',
      'webhooks?status=pending',
      'Webhooks waiting',
      'Each has ten attempts in about three days.',
    ),
    ...(backlog.unusableWebhookEndpoints > 0 ? [row(...unusable)] : []),
    row('deadLetters', 'dead-letters', 'Dead letters', 'Nothing, until you replay or dismiss them.'),
  ]
}

function activity(what, { counts, complete, countedSince }) {
  if (countedSince === null) return soft(`The number of ${what} is not known while Redis is unavailable.`)
  const total = counts.reduce((a, b) => a + b, 0)
  const period = complete ? 'in the last hour' : html`since ${time(countedSince)}`
  const text = html`<span><strong>${total.toLocaleString()}</strong> ${what} ${period}</span>`
  return chart(counts, `${what} in the last hour: ${total}`, text, new Date(countedSince).getTime())
}

/** Who would notice if the deprecated operations were removed. */
function deprecated(known) {
  const calls = known.flatMap(([, { deprecatedCalls }]) => deprecatedCalls)
  if (calls.length === 0) return soft('None since yesterday.')
  return plainTable(
    'Calls of deprecated operations since yesterday',
    ['Caller', 'Operation', 'Calls'],
    calls
      .toSorted((a, b) => b.calls - a.calls)
      .map(({ accountId, operator, operationId, calls: count }) => [
        accountId === null
          ? operator === null
            ? 'Without credential'
            : `Operator ${operator}`
          : accountLink(accountId),
        operationId,
        count.toLocaleString(),
      ]),
  )
}

/** One row for each account, whatever the number of services that have rejected its requests. */
function limits(known) {
  const rejected = new Map()
  for (const [service, { limitedAccounts }] of known)
    for (const { accountId, rejected: count } of limitedAccounts)
      rejected.set(accountId, { ...rejected.get(accountId), [service]: count })
  if (rejected.size === 0) return soft('None since yesterday.')
  const services = known.map(([service]) => service)
  const total = (counts) => Object.values(counts).reduce((a, b) => a + b, 0)
  const rows = [...rejected].toSorted(([, a], [, b]) => total(b) - total(a))
  return plainTable(
    'Requests that were rejected with 429 since yesterday',
    ['Account', 'Rejected with 429', ...services],
    rows.map(([id, counts]) => [
      accountLink(id),
      html`<strong>${total(counts).toLocaleString()}</strong>`,
      ...services.map((service) => (counts[service] ?? 0).toLocaleString()),
    ]),
  )
}
