// The services, what they depend on, and what they do.
import { statuses } from './api.js'
import { badge, card, heading, html, plural, render, soft, sparkline, time } from './elements.js'

const REFRESH_MS = 10_000
const KINDS = { ready: 'good', degraded: 'warn', 'not ready': 'bad' }
/** No more are counted. */
const MAX_COUNTED = 10_000
const DOES = { registration: 'Registrations', notification: 'E-mails' }

export async function healthView({ signal }) {
  const box = document.createElement('div')
  const update = async () => render(present(Object.entries(await statuses())), box)
  await update()
  const timer = setInterval(() => void update(), REFRESH_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  return [heading('Health', 'The services and the servers they need. Refreshed every ten seconds.'), box]
}

function present(all) {
  const limited = all.flatMap(([service, { limitedAccounts = [] }]) =>
    limitedAccounts.map(({ accountId, rejected }) =>
      card(
        html`<a href="#/accounts/${accountId}">Account ${accountId}</a>`,
        `${plural(rejected, 'request')} to the ${service} service`,
      ),
    ),
  )
  return html`
    <h2>Services</h2>
    <div class="grid">${all.map(serviceCard)}</div>
    <h2>Requests over the limit</h2>
    ${soft(limited.length === 0 ? 'None since yesterday.' : 'Rejected with 429 since yesterday.')} ${limited}
  `
}

function serviceCard([service, status]) {
  if (status instanceof Error) return card(service, badge('bad', 'no response'), status.message)
  const { dependencies, stalled, perMinute, backlog } = status
  return card(
    service,
    badge(KINDS[status.status], status.status),
    dependencies.map(
      ({ name, up }) => html`<div>${badge(up ? 'good' : 'bad', up ? name : `${name} is unavailable`)}</div>`,
    ),
    stalled.map((work) => html`<div>${badge('bad', `${work} has stalled`)}</div>`),
    events(status),
    perMinute ? activity(DOES[service], perMinute) : '',
    backlog ? waiting(backlog) : '',
  )
}

function activity(what, { counts, complete, countedSince }) {
  const total = counts.reduce((a, b) => a + b, 0)
  const text = `${what} in the last hour`
  const gap =
    countedSince === null
      ? ', of one replica, as Redis is unavailable'
      : ['; counted since ', time(countedSince)]
  return html`
    <p>
      <span class="number">${total.toLocaleString()}</span>
      <span class="soft small">${text}${complete ? '' : gap}</span>
    </p>
    ${sparkline(counts, `${text}: ${total}, at most ${Math.max(...counts)} a minute`)}
  `
}

const events = ({ pendingEvents, oldestPendingEvent: oldest, queues }) => html`
  <p class="${oldest ? 'warn' : 'soft small'}">
    ${known(pendingEvents, 'event')} in the outbox ${oldest ? html`since ${time(oldest)}` : ''}
  </p>
  ${queues.map(({ name, messages, consumers }) =>
    soft(`${name}: ${known(messages, 'message')}, ${known(consumers, 'consumer')}`),
  )}
`

const known = (count, noun) => (count === null ? `unknown ${noun}s` : atLeast(count, noun))
const atLeast = (count, noun) => plural(count, noun) + (count >= MAX_COUNTED ? ' or more' : '')

const waiting = ({ queuedEmails, failedEmails, pendingWebhooks, deadLetters, ...backlog }) => html`
  <p>
    <a href="#/mails?status=queued">${plural(queuedEmails, 'e-mail')} waiting</a> ·
    <span>${atLeast(pendingWebhooks, 'webhook')} waiting</span> ·
    <a href="#/mails?status=failed">${failedEmails.toLocaleString()} failed</a> ·
    <a href="#/dead-letters">${plural(deadLetters, 'dead letter')}</a>
  </p>
  ${backlog.unusableWebhookEndpoints > 0 ? unusable(backlog.unusableWebhookEndpoints) : ''}
`

const unusable = (count) => html`
  <p class="warn">
    <a href="#/webhooks">${plural(count, 'webhook endpoint')}</a> with a secret that can't be decrypted
  </p>
`
