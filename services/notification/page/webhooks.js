// Webhook endpoints of all accounts, and what could not be delivered.
import { page, post } from './api.js'
import { badge, button, card, confirm, h, notify, pagedList, plural, time } from './dom.js'
import { attempt } from './mails.js'

const ENDPOINTS = '/admin/webhook-endpoints/'
const KINDS = { pending: 'warn', delivered: 'good', failed: 'bad' }

export async function webhooksView({ refresh }) {
  const list = await pagedList(
    `${ENDPOINTS}?limit=20`,
    page,
    (endpoint) => endpointCard(endpoint, refresh),
    'No account has a webhook endpoint.',
  )
  return [
    h('h1', { tabindex: '-1' }, 'Webhooks'),
    h('p', { class: 'lead' }, 'The endpoints of all accounts, and the events that they did not accept.'),
    list,
  ]
}

function endpointCard({ id, accountId, url, events, enabled, disabledReason, failingSince }, refresh) {
  const deliveries = h('div', {})
  const show = async () =>
    deliveries.replaceChildren(
      (await attempt(() =>
        pagedList(
          `${ENDPOINTS}${id}/deliveries/?limit=20`,
          page,
          (delivery) => deliveryCard(id, delivery, refresh),
          'No event yet.',
        ),
      )) ?? '',
    )
  const change = async (verb) => {
    if (
      verb === 'disable' &&
      !(await confirm(
        'Disable this endpoint?',
        `${url} gets no event until you enable it. Events are stored as failed.`,
        'Disable',
        'danger',
      ))
    )
      return
    if (await attempt(() => post(`${ENDPOINTS}${id}/${verb}/`))) notify(`The endpoint is ${verb}d.`)
    await refresh()
  }
  return card(
    h(
      'div',
      { class: 'row' },
      h('h3', { class: 'grow' }, url),
      enabled
        ? badge(failingSince ? 'warn' : 'good', failingSince ? 'failing' : 'enabled')
        : badge('bad', 'disabled'),
    ),
    disabledReason && h('p', {}, `Disabled: ${disabledReason}`),
    failingSince && h('p', {}, 'Nothing was accepted since ', time(failingSince)),
    h(
      'p',
      { class: 'soft small' },
      h('a', { href: `#/accounts/${accountId}` }, `Account ${accountId}`),
      ` · ${events.join(', ')}`,
    ),
    h(
      'div',
      { class: 'row' },
      button('Show events', show),
      enabled
        ? button('Disable', () => change('disable'), 'danger')
        : button('Enable', () => change('enable')),
    ),
    deliveries,
  )
}

const deliveryCard = (
  endpoint,
  { id, eventType, status, attempts, lastError, lastResponseStatus, occurredAt, nextAttemptAt },
  refresh,
) =>
  h(
    'div',
    { class: 'row' },
    h(
      'div',
      { class: 'grow' },
      eventType,
      ' ',
      h(
        'span',
        { class: 'soft small' },
        time(occurredAt),
        `, ${plural(attempts, 'attempt')}`,
        lastError && `, ${lastResponseStatus ?? ''} ${lastError}`,
        nextAttemptAt && [', next ', time(nextAttemptAt)],
      ),
    ),
    badge(KINDS[status] ?? 'warn', status),
    status !== 'delivered' &&
      button('Retry', async () => {
        if (!(await confirm('Send this event again?', eventType, 'Send'))) return
        if (await attempt(() => post(`${ENDPOINTS}${endpoint}/deliveries/${id}/retry/`)))
          notify('The event is sent again.')
        await refresh()
      }),
  )
