// The services, what they depend on, and what they do.
import { statuses } from './api.js'
import { badge, card, h, plural, sparkline, table, time } from './dom.js'

const REFRESH_MS = 10_000
const KINDS = { ready: 'good', degraded: 'warn', 'not ready': 'bad' }
const DOES = { registration: 'Registrations', notification: 'E-mails' }

export async function healthView({ signal }) {
  const body = h('div', { 'aria-live': 'off' })
  const update = async () => body.replaceChildren(...present(await statuses()))
  await update()
  const timer = setInterval(() => void update().catch(() => undefined), REFRESH_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  return [
    h('h1', { tabindex: '-1' }, 'Health'),
    h('p', { class: 'lead' }, 'The services and the servers they need. Refreshed every ten seconds.'),
    body,
  ]
}

function present(all) {
  const accounts = Object.entries(all).flatMap(([service, { limitedAccounts = [] }]) =>
    limitedAccounts.map(({ accountId, rejected }) => [
      service,
      h('a', { href: `#/accounts/${accountId}` }, `Account ${accountId}`),
      rejected.toLocaleString(),
    ]),
  )
  return [
    h(
      'div',
      { class: 'grid' },
      Object.entries(all).map(([service, status]) => serviceCard(service, status)),
    ),
    h('h2', {}, 'Requests over the limit'),
    card(
      accounts.length === 0
        ? h('p', { class: 'soft' }, 'No account has met its rate limit since yesterday.')
        : table(['Service', 'Account', 'Rejected with 429 since yesterday'], accounts),
    ),
  ]
}

function serviceCard(service, status) {
  const heading = h('h2', {}, service)
  heading.style.margin = '0'
  if (status instanceof Error)
    return card(
      h('div', { class: 'row' }, heading, badge('bad', 'no answer')),
      h('p', { class: 'soft' }, status.message),
    )
  const { dependencies, oldestPendingEvent, perMinute, backlog } = status
  return card(
    h('div', { class: 'row' }, heading, badge(KINDS[status.status], status.status)),
    h(
      'ul',
      { class: 'list' },
      dependencies.map(({ name, up }) =>
        h(
          'li',
          { class: 'row' },
          badge(up ? 'good' : 'bad', name),
          !up && h('span', { class: 'soft' }, 'unavailable'),
        ),
      ),
    ),
    oldestPendingEvent &&
      h('p', { class: 'warn' }, 'An event waits for RabbitMQ since ', time(oldestPendingEvent)),
    perMinute && activity(service, perMinute),
    backlog && h('dl', {}, entries(backlog)),
  )
}

function activity(service, { counts, complete }) {
  const total = counts.reduce((a, b) => a + b, 0)
  const text = `${DOES[service]} in the last hour`
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'row' },
      h('span', { class: 'number' }, total.toLocaleString()),
      h('span', { class: 'soft small' }, text, complete ? '' : ' (one replica, as Redis is unavailable)'),
    ),
    sparkline(counts, `${text}: ${total}, at most ${Math.max(...counts)} a minute`),
  )
}

const entries = ({ queuedEmails, failedEmails, deadLetters }) => [
  h('dt', {}, 'Waiting'),
  h('dd', {}, h('a', { href: '#/mails?status=queued' }, plural(queuedEmails, 'e-mail'))),
  h('dt', {}, 'Failed'),
  h('dd', {}, h('a', { href: '#/mails?status=failed' }, plural(failedEmails, 'e-mail'))),
  h('dt', {}, 'To decide'),
  h('dd', {}, h('a', { href: '#/dead-letters' }, plural(deadLetters, 'dead letter'))),
]
