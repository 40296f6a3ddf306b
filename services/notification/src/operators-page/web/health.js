// The services, the servers they depend on, what they do and what waits.
import { accountLink, readAccountNames } from './accounts.js'
import { get, getSoon, SERVICES, SOON_MS, statusOf } from './api.js'
import {
  asOf,
  badge,
  chart,
  facts,
  heading,
  html,
  plainTable,
  plural,
  since,
  soft,
  time,
} from './elements.js'

const KINDS = { ready: 'good', degraded: 'warn', 'not ready': 'bad' }
/** No more are counted. */
const MAX_COUNTED = 10_000
/** In a cell that says nothing; on a narrow screen there is no such cell. */
const NONE = html`<span class="soft none">–</span>`
const DOES = { registration: 'registrations', notification: 'e-mails sent' }

export async function healthView({ part }) {
  const read = SERVICES.map((service) => part(service, () => statusOf(service)))
  // The tables show names and ages as soon as they are known.
  const named = part('names', async () =>
    readAccountNames((await Promise.all(SERVICES.map(part.of))).flatMap(accountsIn)),
  )
  const receivers = part('receivers', receiversInNeed)
  const oldest = part('oldest', async () => oldestOf((await part.of('notification')).backlog))
  const statuses = await Promise.all(read)
  await named
  const shown = {
    all: Object.fromEntries(SERVICES.map((service, i) => [service, statuses[i][1]])),
    oldest: (await oldest)[1] ?? {},
    receivers: (await receivers)[1] ?? {},
  }
  return [
    heading('Health', 'The services and the servers they need. Read again after ten seconds.'),
    present(shown, part.isReading() ? '' : asOf()),
  ]
}

/** The accounts of the last table. */
const accountsIn = ({ limitedAccounts = [] }) => limitedAccounts.map(({ accountId }) => accountId)

/** What receivers did not get. More than a page of endpoints are not looked at each time. */
async function receiversInNeed() {
  const [endpoints, { groups }] = await Promise.all([
    get('/admin/webhook-endpoints/?limit=1000', SOON_MS),
    // A count of all would read half a million each time; of these, 10,000 are read.
    get('/admin/reasons/?of=webhooks&status=failed', SOON_MS),
  ])
  return {
    failing: endpoints.filter(({ enabled, failingSince }) => enabled && failingSince).length,
    disabledEndpoints: endpoints.filter(({ enabled }) => !enabled).length,
    failedWebhooks: groups.reduce((sum, group) => sum + group.count, 0),
    oldestFailed: oldestIn(groups),
  }
}

const oldestIn = (groups) => oldestText(groups.map(({ oldestAt }) => oldestAt).toSorted()[0])

/** What the column Oldest shows; it is not known of what was not attempted. */
async function oldestOf(backlog) {
  const kinds = {
    queuedEmails: '?of=emails&status=queued',
    failedEmails: '?of=emails&status=failed',
    pendingWebhooks: '?of=webhooks&status=pending',
    deadLetters: '?of=dead-letters',
  }
  const found = Object.entries(kinds).map(async ([kind, query]) => {
    if (!backlog?.[kind]) return [kind, undefined]
    const { groups } = await getSoon(`/admin/reasons/${query}`)
    return [kind, groups ? oldestIn(groups) : 'unknown']
  })
  return Object.fromEntries(await Promise.all(found))
}

const isKnown = ([, status]) => status !== undefined && !(status instanceof Error)

function present({ all, oldest, receivers }, age) {
  const services = Object.entries(all)
  const backlog = waiting(services, oldest, receivers)
  return html`
    <p>${verdict(services, receivers.failing)} ${age}</p>
    <h2>Services and servers</h2>
    ${servers(services)} ${consequences}
    <h2>Backlog</h2>
    ${plainTable('Backlog', ['What', 'Count', 'Oldest', 'What becomes of it'], backlog)}
    <h2>Last hour</h2>
    <div class="charts">
      ${Object.entries(DOES).map(([service, what]) => activity(what, service, all[service]))}
    </div>
    <h2>Requests over the limit</h2>
    ${limits(services)}
  `
}

/** Whether an operator has something to do. */
function verdict(services, failing) {
  const isAllKnown = services.every(isKnown)
  const state = services.some(([, status]) => status === undefined)
    ? badge('soft', 'Reading …')
    : services.every(([, { status }]) => status === 'ready')
      ? badge('good', 'All services are ready.')
      : badge('warn', 'Not all services are ready.')
  const backlog = services.find(([name]) => name === 'notification')[1]?.backlog
  const known = services.filter(isKnown).map(([, status]) => status)
  const unavailable = known.flatMap(({ dependencies }) => dependencies.filter(({ up }) => !up))
  const servers = [...new Set(unavailable.map(({ name }) => name))].map((name) => `${name} is unavailable`)
  const stalled = known.flatMap((status) => status.stalled.map((work) => `${work} has stalled`))
  const counts = [
    [backlog?.failedEmails, 'mails', 'failed e-mail'],
    [backlog?.deadLetters, 'dead-letters', 'dead letter'],
    [backlog?.unusableWebhookEndpoints, 'webhooks', 'unusable webhook endpoint'],
    [failing, 'webhooks?status=pending', 'failing webhook endpoint'],
  ]
    .filter(([count]) => count > 0)
    .map(([count, view, what]) => html`<a href="#/${view}">${plural(count, what)}</a>`)
  const waits = [...servers, ...stalled, ...counts].map((what, i) => html`${i > 0 ? ', ' : ''}${what}`)
  const needs = waits.length > 0 ? html`Needs action: ${waits}.` : ''
  if (!isAllKnown || !backlog || failing === undefined)
    return html`${state} ${needs} What ${needs && 'else '}needs action is not known.`
  return html`${state} ${needs || 'Nothing needs action.'}`
}

/** For how long each server may be unavailable, and what an operator has to do. */
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
    ...new Set(
      services.filter(isKnown).flatMap(([, { dependencies }]) => dependencies.map(({ name }) => name)),
    ),
  ]
  const cell = (status, name) => {
    const found = status.dependencies.find((dependency) => dependency.name === name)
    if (found === undefined) return NONE
    return html`<span class="server">${name}</span> ${
        found.up
          ? badge('good', 'available')
          : html`${badge('bad', 'unavailable')} <span class="soft">${found.reason}</span>`
      }`
  }
  const row = ([service, status]) => [
    html`<strong>${service}</strong>`,
    ...(status === undefined
      ? [badge('soft', 'not read yet')]
      : status instanceof Error
        ? [badge('bad', 'no response'), status.message]
        : [
            [
              badge(KINDS[status.status], status.status),
              status.stalled.map((work) => html` ${badge('bad', `${work} has stalled`)}`),
            ],
            ...names.map((name) => cell(status, name)),
          ]),
  ]
  return html`<div class="matrix">
    ${plainTable('Services and servers', ['Service', 'Status', ...names], services.map(row))}
  </div>`
}

const counted = (count) =>
  typeof count !== 'number' ? 'unknown' : `${count.toLocaleString()}${count >= MAX_COUNTED ? ' or more' : ''}`
const oldestText = (date) => (date ? since(date) : NONE)

/** One row for each kind of thing that waits, with what becomes of it. */
function waiting(services, oldest, receivers) {
  const outboxes = services.map(([service, status]) => [
    `Events in the outbox of ${service}`,
    counted(status?.pendingEvents),
    isKnown([service, status]) ? oldestText(status.oldestPendingEvent) : 'unknown',
    'Kept in the database, and published when RabbitMQ is available.',
  ])
  const queues = services.filter(isKnown).flatMap(([, status]) => status.queues)
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
  const unread = services
    .filter((service) => !isKnown(service))
    .map(([service]) => [`Messages in the queues of ${service}`, 'unknown', 'unknown', ''])
  const { backlog, mailLimits } = services.find(([service]) => service === 'notification')[1] ?? {}
  const empty = [`Messages in ${plural(quiet, 'other queue')}`, '0', oldestText(), 'Each has a consumer.']
  return [
    ...backlogRows(
      { ...backlog, ...receivers },
      { ...oldest, failedWebhooks: receivers.oldestFailed },
      mailLimits,
    ),
    ...outboxes,
    ...others,
    ...(quiet > 0 ? [empty] : []),
    ...unread,
  ]
}

/** How many e-mails are sent to the mail server, and why not more. */
function limitsText({ connections, maxConnections, perMinute, maxPerMinute, lastRefusal }) {
  const rate = perMinute === null ? '' : `, ${perMinute.toLocaleString()} a minute`
  const isLowered = connections < maxConnections || perMinute !== maxPerMinute
  const lowered = isLowered ? ', lowered by Rollcall itself after refusals for load' : ''
  const refused = lastRefusal ? html` Last refused ${time(lastRefusal.at)}: ${lastRefusal.reply}` : ''
  return html`${connections} of ${maxConnections} at a time${rate}${lowered}.${refused}`
}

function backlogRows(backlog, oldest, mailLimits) {
  const row = (kind, href, what, becomes) => [
    html`<a href="#/${href}">${what}</a>`,
    counted(backlog[kind]),
    oldest[kind] ?? (backlog[kind] === 0 ? NONE : 'unknown'),
    becomes,
  ]
  const endpointsRow = (kind, which, becomes) =>
    backlog[kind] > 0
      ? [[html`<a href="#/webhooks">Webhook endpoints ${which}</a>`, counted(backlog[kind]), NONE, becomes]]
      : []
  return [
    row(
      'queuedEmails',
      'mails?status=queued',
      'E-mails waiting',
      html`Each is sent at its next attempt, in turn, when the mail server is available and within the limits:
      ${mailLimits ? limitsText(mailLimits) : 'not known.'}`,
    ),
    row('failedEmails', 'mails?status=failed', 'E-mails failed', 'Nothing, until you send them again.'),
    row(
      'pendingWebhooks',
      'webhooks?status=pending',
      'Webhooks waiting',
      'Each has ten attempts in about three days.',
    ),
    row(
      'failedWebhooks',
      'webhooks?status=failed',
      'Webhooks failed',
      'Nothing, until you or their account send them again.',
    ),
    ...endpointsRow(
      'unusableWebhookEndpoints',
      'whose secret is unusable',
      "Their events wait: the secret can't be decrypted with the configured keys.",
    ),
    ...endpointsRow(
      'disabledEndpoints',
      'that are disabled',
      'Their events are stored as failed, until you enable them and send the events again.',
    ),
    row('deadLetters', 'dead-letters', 'Dead letters', 'Nothing, until you replay or dismiss them.'),
  ]
}

function activity(what, service, status) {
  if (status === undefined) return soft(`The number of ${what} is not read yet.`)
  if (!status.perMinute) return soft(`The number of ${what} is not known while ${service} does not respond.`)
  const { counts, complete, countedSince } = status.perMinute
  if (countedSince === null) return soft(`The number of ${what} is not known while Redis is unavailable.`)
  const total = counts.reduce((a, b) => a + b, 0)
  const period = complete ? 'in the last hour' : html`since ${time(countedSince)}`
  const text = html`<span><strong>${total.toLocaleString()}</strong> ${what} ${period}</span>`
  return chart(counts, `${what} in the last hour: ${total}`, text, new Date(countedSince).getTime())
}

/** Whether a service has told what it counts. While Redis is unavailable, a replica knows only its own. */
const isCounted = (service) =>
  isKnown(service) && service[1].dependencies.every(({ name, up }) => name !== 'redis' || up)

/** Which services a sum lacks. */
function unknownOf(services) {
  const names = services.filter((service) => !isCounted(service)).map(([name]) => name)
  return names.length === 0 ? '' : soft(`Not known of: ${names.join(', ')}.`)
}
function noneOf(services) {
  const names = services.filter(isCounted).map(([name]) => name)
  if (names.length === services.length) return soft('None since yesterday.')
  return [names.length > 0 ? soft(`None since yesterday in: ${names.join(', ')}.`) : '', unknownOf(services)]
}

/** One row for each account, whatever the number of services that have rejected its requests. */
function limits(services) {
  const rejected = new Map()
  for (const [service, { limitedAccounts }] of services.filter(isKnown))
    for (const { accountId, rejected: count } of limitedAccounts)
      rejected.set(accountId, { ...rejected.get(accountId), [service]: count })
  if (rejected.size === 0) return noneOf(services)
  const total = (counts) => Object.values(counts).reduce((a, b) => a + b, 0)
  const rows = [...rejected]
    .toSorted(([, a], [, b]) => total(b) - total(a))
    .map(([id, counts]) => [
      accountLink(id),
      html`<strong>${total(counts).toLocaleString()}</strong>`,
      ...services.map((service) =>
        (counts[service[0]] ?? (isCounted(service) ? 0 : 'unknown')).toLocaleString(),
      ),
    ])
  const columns = ['Account', 'Rejected with 429', ...services.map(([service]) => service)]
  return [
    plainTable('Requests that were rejected with 429 since yesterday', columns, rows),
    unknownOf(services),
  ]
}
