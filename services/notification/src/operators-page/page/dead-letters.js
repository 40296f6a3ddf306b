// Messages that could not be handled, grouped by queue and reason.
import { action, groups, list } from './actions.js'
import { handleAll } from './api.js'
import { card, heading, html, plural, soft, time } from './elements.js'

const LETTERS = '/admin/dead-letters/'
const LEAD =
  'Messages between services that could not be handled. Each waits until it is replayed or dismissed.'
const REPLAYING = 'They go back into their queues and are handled again. Remove the cause first.'
const DISMISSING = 'They stay in the list and no longer wait for an operator.'

export async function deadLettersView() {
  const present = ({ queue, count, retryableIds }) => ({
    what: 'message',
    where: ` from ${queue || 'an unknown queue'}`,
    actions: actionsFor(retryableIds, count > 1 ? ` all ${count}` : ''),
  })
  return html`
    ${heading('Dead letters', LEAD)} ${await groups('?of=dead-letters', present)}
    <h2>One by one</h2>
    ${await list(`${LETTERS}?waiting=true&limit=20`, letterCard, 'No message waits for an operator.')}
  `
}

const letterCard = ({ id, queue, type, reason, payload, receivedAt, traceId }) =>
  card(
    type || 'A message without a type',
    actionsFor([id]),
    html`<p>${reason}</p>`,
    soft(`Dead letter ${id} from ${queue || 'an unknown queue'}, `, time(receivedAt)),
    html`<details>
      <summary>Message</summary>
      <pre tabindex="0">${payload.unparsed ?? JSON.stringify(payload, undefined, 2)}</pre>
      ${traceId === null ? '' : soft('Trace ', html`<code>${traceId}</code>`)}
    </details>`,
  )

function actionsFor(ids, every = '') {
  const act = (verb, done) => async () =>
    `${plural(await handleAll(`${LETTERS}${verb}/`, { ids }, 'done'), 'message is', 'messages are')} ${done}.`
  return [
    action(`Replay${every}`, REPLAYING, act('replay', 'replayed')),
    action(`Dismiss${every}`, DISMISSING, act('dismiss', 'dismissed'), 'danger'),
  ]
}
