// E-mails that failed or wait, grouped by reason.
import { action, groups, list, perform, tell } from './actions.js'
import { handleAll, post } from './api.js'
import { badge, button, card, heading, html, plural, soft, tabs, time } from './elements.js'

const TABS = { failed: 'Failed', queued: 'Waiting', sent: 'Sent' }
const KINDS = { failed: 'bad', queued: 'warn', sending: 'warn', sent: 'good' }
const DELIVERIES = '/admin/deliveries/'
const WHEN_AVAILABLE = 'sent as soon as the mail server is available'

export async function mailsView({ query }) {
  const [status, links] = tabs('mails', TABS, query)
  const present = ({ count, retryableIds: ids }) => ({
    what: 'e-mail',
    actions: retryGroup({ status, ids }),
    more: status === 'queued' ? dueText(count - ids.length) : '',
  })
  const retryAll = (ids) => retryGroup({ status, ids }, ' all')
  return html`
    ${heading('E-mails', 'Those that a mail server rejected, and those that wait for another attempt.')}
    ${links} ${status === 'sent' ? '' : await groups(`?of=emails&status=${status}`, present, retryAll)}
    <h2>One by one</h2>
    ${await list(`${DELIVERIES}?status=${status}&limit=20`, (delivery) => mailCard(delivery))}
  `
}

const dueText = (count) =>
  count === 0 ? '' : soft(`${plural(count, 'e-mail is', 'e-mails are')} due, and ${WHEN_AVAILABLE}.`)

function retryGroup({ status, ids }, every = '') {
  if (ids.length === 0) return ''
  const isQueued = status === 'queued'
  const act = async () => {
    const retried = await handleAll(`${DELIVERIES}retry/`, { status, ids }, 'retried')
    return `${plural(retried, 'e-mail is', 'e-mails are')} ${isQueued ? WHEN_AVAILABLE : 'sent again'}.`
  }
  const mails = plural(ids.length, 'e-mail')
  return isQueued
    ? action(`Try${every} now`, `${mails} will be ${WHEN_AVAILABLE}, each one time.`, act, 'main')
    : action(`Send${every} again`, `This sends ${mails} again, each as a new one.`, act, 'main')
}

/** What an e-mail is doing, and why, in a sentence. */
export function explain({ status, lastError, nextAttemptAt, sentAt, resentAt, possiblySent }) {
  if (status === 'sent') return ['The mail server accepted it ', time(sentAt)]
  if (status === 'sending') return 'An attempt is in progress.'
  const failed = lastError ? `The last attempt failed: ${lastError}. ` : 'It waits for its first attempt. '
  if (status === 'queued')
    return [failed, nextAttemptAt ? ['The next attempt: ', time(nextAttemptAt)] : `It is ${WHEN_AVAILABLE}.`]
  const resent = resentAt ? ['It was sent again ', time(resentAt)] : 'It is not sent again unless you do so.'
  return [`Rejected: ${lastError}. `, resent, possiblySent ? ' The mail server may have it.' : '']
}

export function mailCard(delivery, title = delivery.to) {
  const { id, registrationId, to, status, attempts, createdAt, messageId, traceId } = delivery
  const attempted = `To ${to}, registration ${registrationId}, ${plural(attempts, 'attempt')}, requested `
  return card(
    title,
    badge(KINDS[status], status === 'queued' ? 'waiting' : status),
    html`<p>${explain(delivery)}</p>`,
    soft(attempted, time(createdAt)),
    html`<div class="row">
      ${button('Preview', () => perform(() => preview(delivery)))}
      ${canRetry(delivery) ? retryOne(delivery) : ''}
      <details class="small">
        <summary>Identifiers</summary>
        <p>Delivery ${id}, Message-ID <code>${messageId}</code></p>
        ${traceId === null ? '' : html`<p>Trace <code>${traceId}</code></p>`}
      </details>
    </div>`,
  )
}

/** What is due is sent without an operator. */
const canRetry = ({ status, nextAttemptAt, resentAt }) =>
  status === 'sent' || (status === 'failed' && !resentAt) || (status === 'queued' && nextAttemptAt !== null)

async function preview({ id, to }) {
  const { subject, text } = await post('/admin/templates/preview/', { deliveryId: id })
  await tell(subject, [soft('To ', to), html`<pre tabindex="0">${text}</pre>`])
}

function retryOne({ id, status, to }) {
  if (status === 'queued') return retryGroup({ status, ids: [id] })
  const act = async () => {
    if (status === 'sent') await post(`${DELIVERIES}${id}/resend/`)
    else if ((await post(`${DELIVERIES}retry/`, { status, ids: [id] })).retried === 0)
      return "The e-mail can't be sent again."
    return 'The e-mail is sent again.'
  }
  const content = status === 'sent' ? `${to} gets it a second time.` : `This sends it to ${to}.`
  return action('Send again', content, act)
}
