// Events that did not reach their webhooks, grouped by endpoint and reason, and the endpoints of all
// accounts.
import { action, groups, lazy, list } from './actions.js'
import { find, get, handleAll, post } from './api.js'
import { badge, card, heading, html, plural, soft, tabs, time } from './elements.js'

const ENDPOINTS = '/admin/webhook-endpoints/'
const DELIVERIES = '/admin/webhook-deliveries/'
const TABS = { failed: 'Failed', pending: 'Waiting' }
export const KINDS = { pending: 'warn', delivered: 'good', failed: 'bad' }

export async function webhooksView({ query }) {
  const [status, links] = tabs('webhooks', TABS, query)
  const present = ({ endpointId, retryableIds }) => ({
    what: 'event',
    where: ` for endpoint ${endpointId}`,
    actions: retryGroup('Send again', { status, endpointId, ids: retryableIds }),
    more: lazy('Events', () => events(endpointId, `&status=${status}`)),
  })
  const retryAll = (ids) => retryGroup('Send all again', { status, ids })
  return html`
    ${heading('Webhooks', 'Events that endpoints did not accept, and all endpoints.')} ${links}
    ${await groups(`?of=webhooks&status=${status}`, present, retryAll)}
    <h2>Endpoints</h2>
    ${await list(`${ENDPOINTS}?limit=20`, endpointCard, 'No account has a webhook endpoint.')}
  `
}

function retryGroup(name, { ids, ...chosen }) {
  if (ids.length === 0) return ''
  const body = { ...chosen, ids: ids.map(Number) }
  const act = async () =>
    `${plural(await handleAll(`${DELIVERIES}retry/`, body, 'retried'), 'event is', 'events are')} sent again.`
  const content = `This sends ${plural(ids.length, 'event')} again. Receivers know a repeated one by its id.`
  return action(name, content, act, 'main')
}

function endpointCard(endpoint) {
  const { id, accountId, url, description, events: types, enabled, disabledReason } = endpoint
  const { failingSince, pausedUntil, secretUsable } = endpoint
  const [kind, state] = !secretUsable
    ? ['bad', 'secret unusable']
    : pausedUntil
      ? ['warn', 'paused']
      : failingSince
        ? ['warn', 'failing']
        : ['good', 'enabled']
  const change = (verb) => () => post(`${ENDPOINTS}${id}/${verb}/`).then(() => `The endpoint is ${verb}d.`)
  const disabling = `${url} gets no event until you enable it. Events are stored as failed.`
  const enabling = `${url} gets events again. Those that it missed stay failed until they are sent again.`
  return card(
    url,
    enabled
      ? [badge(kind, state), action('Disable', disabling, change('disable'), 'danger')]
      : [badge('bad', `disabled: ${disabledReason}`), action('Enable', enabling, change('enable'))],
    secretUsable
      ? ''
      : html`<p>
          Its secret can't be decrypted with the configured keys. Events wait until its account rotates it.
        </p>`,
    failingSince ? html`<p>Nothing was accepted since ${time(failingSince)}</p>` : '',
    pausedUntil ? html`<p>Its receiver asked for a pause until ${time(pausedUntil)}</p>` : '',
    description ? soft(description) : '',
    soft(`Endpoint ${id} of `, html`<a href="#/accounts/${accountId}">account ${accountId}</a>`),
    soft(types.join(', ')),
    lazy('Events', () => events(id)),
  )
}

const events = (endpointId, filter = '') =>
  list(`${DELIVERIES}?endpointId=${endpointId}&limit=20${filter}`, (delivery) => eventCard(delivery))

export function eventCard(delivery, to = '') {
  const { id, endpointId, eventType, recordId, status } = delivery
  const body = { endpointId, ids: [id] }
  const retry = async () => {
    const { retried } = await post(`${DELIVERIES}retry/`, body)
    return retried === 0 ? 'The event is no longer stored.' : 'The event is sent again.'
  }
  const content = `This sends ${eventType} to endpoint ${endpointId} again.`
  return card(
    `${eventType} ${recordId}${to}`,
    [badge(KINDS[status], status), status === 'delivered' ? '' : action('Retry', content, retry)],
    soft(time(delivery.occurredAt), ', ', explain(delivery)),
  )
}

/** What the attempts to deliver an event led to. */
export const explain = ({ attempts, lastError, deliveredAt, nextAttemptAt, ...last }) => [
  plural(attempts, 'attempt'),
  lastError ? `, ${lastError} ${last.lastResponseStatus ?? ''}`.trimEnd() : '',
  last.lastDurationMs === null ? '' : ` in ${last.lastDurationMs.toLocaleString()} ms`,
  deliveredAt ? [', accepted ', time(deliveredAt)] : '',
  nextAttemptAt ? [', next attempt ', time(nextAttemptAt)] : '',
]

/** The newest events about a person, with the addresses of their endpoints. */
export async function eventsAbout(userId) {
  const deliveries = await get(`${DELIVERIES}?userId=${userId}&limit=100`)
  const ids = [...new Set(deliveries.map(({ endpointId }) => endpointId))]
  const endpoints = await Promise.all(ids.map((id) => find(`${ENDPOINTS}${id}/`)))
  const urlOf = (id) => endpoints[ids.indexOf(id)]?.url ?? 'a deleted endpoint'
  return deliveries.map((delivery) => ({ ...delivery, url: urlOf(delivery.endpointId) }))
}
