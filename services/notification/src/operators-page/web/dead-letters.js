// Messages between services that could not be handled.
import { action, amountOf, reasons } from './actions.js'
import { handleAll } from './api.js'
import { breakable, facts, headingOfMoment, html, plural, time } from './elements.js'
import { handledOf, table } from './table.js'

const LETTERS = '/admin/dead-letters/'
const LEAD =
  'Messages between services that could not be handled, the oldest first. ' +
  'Each waits until it is replayed or dismissed.'
const REPLAYING = 'go back into their queues and are handled again. Remove the cause first.'
const DISMISSING = 'stay stored and wait for an operator no longer.'

export async function deadLettersView({ part }) {
  const place = {
    name: 'Queue',
    of: ({ queue }) => (queue ? breakable(queue) : 'an unknown queue'),
    by: ({ queue }) => queue,
  }
  const letters = {
    label: 'dead letters',
    path: `${LETTERS}?waiting=true&limit=25`,
    columns: [
      { name: 'Time', of: ({ receivedAt }) => time(receivedAt), by: ({ receivedAt }) => receivedAt },
      { name: 'Message', of: typeOf },
      { ...place, shown: 'medium' },
      { name: 'Reason', of: ({ reason }) => reason, shown: 'medium' },
    ],
    details: (letter) => ({ title: typeOf(letter), content: letterFacts(letter) }),
    actions: (chosen) => actionsFor(chosen.map(({ id }) => id)),
    empty: 'No message waits for an operator.',
  }
  const parts = await Promise.all([
    part('reasons', () =>
      reasons({
        query: '?of=dead-letters',
        actOn: (ids, group) => actionsFor(ids, group === undefined),
        place,
      }),
    ),
    part('records', () => table(letters)),
  ])
  return html`${headingOfMoment('Dead letters', LEAD)} ${parts}`
}

const typeOf = ({ type }) => type || 'without a type'

const letterFacts = ({ id, queue, reason, payload, receivedAt, traceId }) => html`
  <p>${reason}</p>
  ${facts({
    Received: time(receivedAt),
    Queue: queue || 'unknown',
    'Dead letter id': id,
    Trace: traceId && html`<code>${traceId}</code>`,
  })}
  <pre tabindex="0" aria-label="Message">${payload.unparsed ?? JSON.stringify(payload, undefined, 2)}</pre>
`

function actionsFor(ids, isAll) {
  if (ids.length === 0) return ''
  const act = (verb, word) => async () => {
    const done = await handleAll(`${LETTERS}${verb}/`, { ids }, 'done')
    return `${handledOf(done, ids.length, 'message')} ${done === 1 ? 'is' : 'are'} ${word}.`
  }
  const messages = plural(ids.length, 'message')
  const amount = amountOf(ids, isAll)
  return html`<span class="row">
    ${action(`Replay${amount}`, `${messages} ${REPLAYING}`, act('replay', 'replayed'))}
    ${action(`Dismiss${amount}`, `${messages} ${DISMISSING}`, act('dismiss', 'dismissed'), 'danger')}
  </span>`
}
