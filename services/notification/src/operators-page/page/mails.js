// E-mails that failed or wait, grouped by reason.
import { action, groups, list, perform, tell } from './actions.js'
import { all, post } from './api.js'
import { badge, button, card, heading, html, plural, soft, tabs, time } from './elements.js'

const TABS = { failed: 'Failed', queued: 'Waiting', sent: 'Sent' }
const KINDS = { failed: 'bad', queued: 'warn', sending: 'warn', sent: 'good' }
const DELIVERIES = '/admin/deliveries/'
const ALREADY_DUE = 'No e-mail waits for a later time: they are sent as soon as the mail server is available.'

export async function mailsView({ query }) {
  const [status, links] = tabs('mails', TABS, query)
  const present = ({ reason, count }) => ({ what: 'e-mail', actions: retryGroup({ status, reason }, count) })
  const retryAll = (count) => retryGroup({ status }, count, ' all')
  return html`
    ${heading('E-mails', 'Those that a mail server rejected, and those that wait for another attempt.')}
    ${links} ${status === 'sent' ? '' : await groups(`?of=emails&status=${status}`, present, retryAll)}
    <h2>One by one</h2>
    ${await list(`${DELIVERIES}?status=${status}&limit=20`, (delivery) => mailCard(delivery))}
  `
}

function retryGroup(body, count, every = '') {
  const act = async () => {
    const retried = await all(`${DELIVERIES}retry/`, body, 'retried')
    if (retried > 0) return `${plural(retried, 'e-mail is', 'e-mails are')} sent again.`
    return body.status === 'queued' ? ALREADY_DUE : 'None of these e-mails can be sent again.'
  }
  const mails = plural(count, 'e-mail')
  return body.status === 'failed'
    ? action(`Send${every} again`, `This sends ${mails} again, each as a new one.`, act, 'main')
    : action(`Try${every} now`, `This tries ${mails} at once. Each is still sent one time.`, act, 'main')
}

/** What an e-mail is doing, and why, in a sentence. */
export function explain({ status, lastError, nextAttemptAt, sentAt, resentAt, possiblySent }) {
  if (status === 'sent') return ['The mail server accepted it ', time(sentAt)]
  if (status === 'sending') return 'An attempt is in progress.'
  const failed = lastError ? `The last attempt failed: ${lastError}. ` : 'It waits for its first attempt. '
  if (status === 'queued') return [failed, 'The next attempt: ', time(nextAttemptAt)]
  const resent = resentAt ? ['It was sent again ', time(resentAt)] : 'It is not sent again unless you do so.'
  return [`Rejected: ${lastError}. `, resent, possiblySent ? ' The mail server may have it.' : '']
}

export function mailCard(delivery, title = delivery.to) {
  const { id, registrationId, to, status, attempts, createdAt, messageId, resentAt, traceId } = delivery
  const attempted = `To ${to}, registration ${registrationId}, ${plural(attempts, 'attempt')}, requested `
  const isOver = status === 'sending' || (status === 'failed' && resentAt)
  return card(
    title,
    badge(KINDS[status], status === 'queued' ? 'waiting' : status),
    html`<p>${explain(delivery)}</p>`,
    soft(attempted, time(createdAt)),
    html`<div class="row">
      ${button('Preview', () => perform(() => preview(delivery)))} ${isOver ? '' : retryOne(delivery)}
      <details class="small">
        <summary>Identifiers</summary>
        <p>Delivery ${id}, Message-ID <code>${messageId}</code></p>
        ${traceId === null ? '' : html`<p>Trace <code>${traceId}</code></p>`}
      </details>
    </div>`,
  )
}

async function preview({ id, to }) {
  const { subject, text } = await post('/admin/templates/preview/', { deliveryId: id })
  await tell(subject, [soft('To ', to), html`<pre tabindex="0">${text}</pre>`])
}

function retryOne({ id, status, to }) {
  const act = async () => {
    if (status === 'sent') await post(`${DELIVERIES}${id}/resend/`)
    else if ((await post(`${DELIVERIES}retry/`, { status, ids: [id] })).retried === 0)
      return status === 'queued' ? ALREADY_DUE : "The e-mail can't be sent again."
    return 'The e-mail is sent again.'
  }
  const content = status === 'sent' ? `${to} gets it a second time.` : `This sends it to ${to}.`
  return action(status === 'queued' ? 'Try now' : 'Send again', content, act)
}
