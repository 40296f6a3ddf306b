// E-mails that failed or wait, grouped by reason.
import { all, get, page, post } from './api.js'
import { badge, button, card, confirm, h, notify, pagedList, plural, showDialog, time } from './dom.js'

const TABS = { failed: 'Failed', queued: 'Waiting', sent: 'Sent' }
const KINDS = { failed: 'bad', queued: 'warn', sending: 'warn', sent: 'good' }
const NO_REASON = 'Not attempted yet'

export async function mailsView({ query, refresh }) {
  const status = query.get('status') in TABS ? query.get('status') : 'failed'
  const { groups = [], complete = true } =
    status === 'sent' ? {} : await get(`/admin/deliveries/reasons/?status=${status}`)
  const list = await pagedList(
    `/admin/deliveries/?status=${status}&limit=20`,
    page,
    (delivery) => mailCard(delivery, refresh),
    'There are none.',
  )
  return [
    h('h1', { tabindex: '-1' }, 'E-mails'),
    h('p', { class: 'lead' }, 'Those that a mail server rejected, and those that wait for another attempt.'),
    h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': 'Status' },
      Object.entries(TABS).map(([name, text]) =>
        h(
          'a',
          { href: `#/mails?status=${name}`, 'aria-current': name === status ? 'true' : undefined },
          text,
        ),
      ),
    ),
    groups.length > 0 && h('h2', {}, 'By reason'),
    groups.map((group) => groupCard(group, status, refresh)),
    groups.length > 1 &&
      button('Send all again', () =>
        retryGroup(
          { status },
          groups.reduce((sum, { count }) => sum + count, 0),
          refresh,
        ),
      ),
    !complete && h('p', { class: 'soft' }, 'The newest 10,000 are grouped; there are more.'),
    h('h2', {}, 'One by one'),
    list,
  ]
    .filter(Boolean)
    .flat()
}

function groupCard({ reason, count, oldestAt, newestAt }, status, refresh) {
  return card(
    h(
      'div',
      { class: 'row' },
      h(
        'div',
        { class: 'grow' },
        h('h3', {}, reason || NO_REASON),
        h(
          'p',
          { class: 'soft small' },
          `${plural(count, 'e-mail')}, the oldest `,
          time(oldestAt),
          count > 1 && [', the newest ', time(newestAt)],
        ),
      ),
      button(
        status === 'failed' ? 'Send again' : 'Try now',
        () => retryGroup({ status, reason }, count, refresh),
        'main',
      ),
    ),
  )
}

async function retryGroup(body, count, refresh) {
  const text =
    body.status === 'failed'
      ? `This sends ${plural(count, 'e-mail')} again, each as a new one.`
      : `This tries ${plural(count, 'waiting e-mail')} at once. Each is still sent one time.`
  if (!(await confirm('Send these e-mails again?', text, 'Send'))) return
  const retried = await attempt(() => all('/admin/deliveries/retry/', body, 'retried'))
  if (retried !== undefined) notify(`${plural(retried, 'e-mail is', 'e-mails are')} sent again.`)
  await refresh()
}

/** What an e-mail is doing, and why, in a sentence. */
export function explain({ status, lastError, nextAttemptAt, sentAt, resentAt, possiblySent }) {
  if (status === 'sent') return ['The mail server accepted it ', time(sentAt)]
  if (status === 'sending') return 'An attempt is in progress.'
  if (status === 'queued')
    return [
      lastError ? `The last attempt failed: ${lastError}. ` : 'It waits for its first attempt. ',
      'The next attempt: ',
      time(nextAttemptAt),
    ]
  return [
    `Rejected: ${lastError}. `,
    resentAt ? ['It was sent again ', time(resentAt)] : 'It is not sent again unless you do so.',
    possiblySent && ' The mail server may have it.',
  ]
}

export function mailCard(delivery, refresh, heading) {
  const { id, registrationId, to, status, attempts, createdAt, messageId, resentAt } = delivery
  return card(
    h(
      'div',
      { class: 'row' },
      h('div', { class: 'grow' }, h('h3', {}, heading ?? to)),
      badge(KINDS[status], status === 'queued' ? 'waiting' : status),
    ),
    h('p', {}, explain(delivery)),
    h(
      'p',
      { class: 'soft small' },
      `To ${to}, registration ${registrationId}, ${plural(attempts, 'attempt')}, requested `,
      time(createdAt),
    ),
    h(
      'div',
      { class: 'row' },
      button('Preview', () => preview(delivery)),
      status === 'queued' && button('Try now', () => retryOne(delivery, refresh)),
      (status === 'sent' || (status === 'failed' && !resentAt)) &&
        button('Send again', () => retryOne(delivery, refresh)),
      h(
        'details',
        { class: 'small' },
        h('summary', {}, 'Message-ID'),
        h('code', {}, messageId),
        ` (delivery ${id})`,
      ),
    ),
  )
}

async function preview({ id, to }) {
  const mail = await attempt(() => get(`/admin/deliveries/${id}/preview/`))
  if (mail)
    await showDialog(
      mail.subject,
      [h('p', { class: 'soft' }, `To ${to}`), h('pre', { tabindex: '0' }, mail.text)],
      [['Close', '', 'main']],
    )
}

async function retryOne({ id, status, to }, refresh) {
  if (
    !(await confirm(
      'Send this e-mail again?',
      status === 'sent' ? `${to} gets it a second time.` : `To ${to}.`,
      'Send',
    ))
  )
    return
  const done = await attempt(() =>
    status === 'sent'
      ? post(`/admin/deliveries/${id}/resend/`)
      : post('/admin/deliveries/retry/', { status, ids: [id] }),
  )
  if (done) notify('The e-mail is sent again.')
  await refresh()
}

/** Shows an error instead of throwing it. */
export async function attempt(work) {
  try {
    return await work()
  } catch (error) {
    await showDialog('That did not work', h('p', {}, error.message), [['Close', '', 'main']])
    return undefined
  }
}
