// The services, what they depend on, and what they do.
import { statuses } from './api.js'
import { badge, card, heading, html, plural, render, soft, sparkline, time } from './elements.js'

const REFRESH_MS = 10_000
const KINDS = { ready: 'good', degraded: 'warn', 'not ready': 'bad' }
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
  const { dependencies, oldestPendingEvent: oldest, perMinute, backlog } = status
  return card(
    service,
    badge(KINDS[status.status], status.status),
    dependencies.map(
      ({ name, up }) => html`<div>${badge(up ? 'good' : 'bad', up ? name : `${name} is unavailable`)}</div>`,
    ),
    oldest ? html`<p class="warn">An event waits for RabbitMQ since ${time(oldest)}</p>` : '',
    perMinute ? activity(DOES[service], perMinute) : '',
    backlog ? waiting(backlog) : '',
  )
}

function activity(what, { counts, complete }) {
  const total = counts.reduce((a, b) => a + b, 0)
  const text = `${what} in the last hour`
  return html`
    <p>
      <span class="number">${total.toLocaleString()}</span>
      <span class="soft small">${text}${complete ? '' : ' (one replica, as Redis is unavailable)'}</span>
    </p>
    ${sparkline(counts, `${text}: ${total}, at most ${Math.max(...counts)} a minute`)}
  `
}

const waiting = ({ queuedEmails, failedEmails, deadLetters }) => html`
  <p>
    <a href="#/mails?status=queued">${plural(queuedEmails, 'e-mail')} waiting</a> ·
    <a href="#/mails?status=failed">${failedEmails.toLocaleString()} failed</a> ·
    <a href="#/dead-letters">${plural(deadLetters, 'dead letter')}</a>
  </p>
`
