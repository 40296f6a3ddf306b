// Events by status: what receivers did not accept and why, and the endpoints of all accounts.
import { ACCOUNT, accountLink, readAccountNames } from './accounts.js'
import { action, amountOf } from './actions.js'
import { count, every, find, get, handleAll, idIn, post } from './api.js'
import { byStatus, statusIn } from './by-status.js'
import { badge, breakable, facts, headingOfMoment, html, noSuch, plural, soft, time } from './elements.js'
import { columnsWith, handledOf, table } from './table.js'

const ENDPOINTS = '/admin/webhook-endpoints/'
const DELIVERIES = '/admin/webhook-deliveries/'
const STATUSES = { failed: 'Failed', pending: 'Waiting', delivered: 'Delivered' }
/** The tab says the status. What matters most in it is shown on a phone too. */
const IN_TAB = {
  failed: { Status: 'never', 'Next attempt': 'never', Reason: 'always' },
  pending: { Status: 'never', 'Next attempt': 'always' },
  delivered: { Status: 'never', 'Next attempt': 'never', Reason: 'never', Endpoint: 'always' },
}
/** The tabs call it so too. */
export const wordOf = ({ status }) => (status === 'pending' ? 'waiting' : status)
export const KINDS = { pending: 'warn', delivered: 'good', failed: 'bad' }

const REPEATED = 'Its receiver may have it already, and knows it by its webhook-id.'
const UNTIL_LOST =
  'Nothing is lost yet: each event has ten attempts in about three days, and is kept for 30 days. ' +
  'After five days without a success the endpoint is disabled.'

const NOT_SENT = 'have changed meanwhile, or their endpoint is disabled: enable it first'

const WHILE_DISABLED =
  'Events that wait for it become failed at once, and new ones are stored as failed, ' +
  'until you send them again.'
const DELETED = 'a deleted endpoint'
/** The addresses of endpoints by their ids. */
const urls = new Map()
/** Whether an endpoint without one was deleted; otherwise it may not have been read. */
let areUrlsComplete = false
const urlOf = ({ endpointId }) =>
  urls.get(endpointId) ?? (areUrlsComplete ? DELETED : `endpoint ${endpointId}`)
const ENDPOINT = { name: 'Endpoint', of: (event) => breakable(urlOf(event)) }

export async function webhooksView({ query, part }) {
  const status = statusIn(query, STATUSES)
  const asked = query.get('endpoint')
  const endpointId = idIn(asked)
  if (asked && endpointId === undefined)
    return noSuch('Webhooks', 'endpoint', asked, html`<a href="#/webhooks">Show all</a>`)
  const more = endpointId === undefined ? '' : `&endpoint=${endpointId}`
  const only = endpointId === undefined ? '' : `&endpointId=${endpointId}`
  // The events are shown with the addresses of the endpoints.
  const receivers = await part('endpoints', endpoints)
  const parts = await byStatus({
    part,
    view: 'webhooks',
    names: STATUSES,
    status,
    more,
    countOf: (name) => count(`${DELIVERIES}?status=${name}&limit=1${only}`),
    ...(status !== 'delivered' &&
      endpointId === undefined && {
        why: {
          query: `?of=webhooks&status=${status}`,
          actOn: (ids, group) => retryGroup(status, ids, group),
          place: ENDPOINT,
        },
      }),
    records: () =>
      eventTable({
        path: `${DELIVERIES}?status=${status}&limit=25${only}`,
        columns: columnsWith(EVENT_COLUMNS, IN_TAB[status]),
      }),
  })
  const lead =
    endpointId === undefined
      ? 'Events for the endpoints of all accounts, newest first.'
      : html`Events for ${urlOf({ endpointId })}. <a href="#/webhooks?status=${status}">Show all</a>`
  return html`
    ${headingOfMoment('Webhooks', lead)} ${parts}
    <h2>Endpoints</h2>
    ${receivers}
  `
}

async function endpoints() {
  areUrlsComplete = false
  const found = await every(`${ENDPOINTS}?limit=1000`)
  for (const { id, url } of found) urls.set(id, url)
  areUrlsComplete = true
  await readAccountNames(found.map(({ accountId }) => accountId))
  return endpointTable(found)
}

function retryGroup(status, ids, group) {
  if (ids.length === 0) return ''
  const body = { status, ...(group && { endpointId: group.endpointId }), ids: ids.map(Number) }
  return sendAgain(body, { isAll: group === undefined, isWaiting: status === 'pending' })
}

/** @param isWaiting whether they are sent without an operator too, later */
function sendAgain(body, { isAll = false, isWaiting }) {
  const events = plural(body.ids.length, 'event')
  const amount = amountOf(body.ids, isAll)
  return isWaiting
    ? action(
        `Try${amount} now`,
        `The next attempt of ${events} is made now, not later. The pause of an endpoint ends by that, so ` +
          'what else waits for it is sent too.',
        () => send(body),
      )
    : action(
        `Send${amount} again`,
        `This sends ${events} again, with ten attempts as at first. ${REPEATED}`,
        () => send(body),
      )
}

async function send(body) {
  const retried = await handleAll(`${DELIVERIES}retry/`, body, 'retried')
  const events = handledOf(retried, body.ids.length, 'event', NOT_SENT)
  return `${events} ${retried === 1 ? 'is' : 'are'} sent again.`
}

/** Why the last attempt failed. */
const reasonOf = ({ lastError, lastResponseStatus }) =>
  lastError === null ? '' : `${lastError} ${lastResponseStatus ?? ''}`.trimEnd()

const EVENT_COLUMNS = [
  { name: 'Time', of: ({ occurredAt }) => time(occurredAt), by: ({ occurredAt }) => occurredAt },
  { name: 'Event', of: ({ eventType, recordId }) => `${eventType} ${recordId}` },
  { ...ENDPOINT, by: urlOf, shown: 'medium' },
  { name: 'Status', of: (event) => badge(KINDS[event.status], wordOf(event)), by: wordOf },
  { name: 'Attempts', of: ({ attempts }) => attempts, shown: 'wide' },
  { name: 'Reason', of: reasonOf, shown: 'medium' },
  {
    name: 'Next attempt',
    of: ({ nextAttemptAt }) => time(nextAttemptAt, '–'),
    by: ({ nextAttemptAt }) => nextAttemptAt ?? '',
    shown: 'wide',
  },
]

const eventTable = (options) =>
  table({
    label: 'events',
    columns: EVENT_COLUMNS,
    details: (event) => ({ title: event.eventType, content: eventFacts(event) }),
    actions: retryEvents,
    empty: 'There are no such events.',
    ...options,
  })

const eventFacts = (event) =>
  facts({
    Endpoint: html`<a href="#/webhooks?status=${event.status}&endpoint=${event.endpointId}"
      >${urlOf(event)}</a
    >`,
    'Endpoint id': event.endpointId,
    About: event.eventType.startsWith('user.')
      ? html`<a href="#/person/${event.recordId}">user ${event.recordId}</a>`
      : `registration ${event.recordId}`,
    Status: badge(KINDS[event.status], wordOf(event)),
    Attempts: event.attempts,
    Reason: reasonOf(event),
    'Last response':
      event.lastDurationMs === null
        ? ''
        : `${event.lastResponseStatus ?? 'none'}, after ${event.lastDurationMs.toLocaleString()} ms`,
    Occurred: time(event.occurredAt),
    Delivered: event.deliveredAt && time(event.deliveredAt),
    'Next attempt': event.nextAttemptAt && time(event.nextAttemptAt),
    'webhook-id': html`<code>${event.eventId}</code>`,
  })

/** An event that was delivered would be sent once more by its id. */
function retryEvents(events) {
  const ids = events.filter(({ status }) => status !== 'delivered').map(({ id }) => id)
  const isWaiting = events.every(({ status }) => status === 'pending')
  return ids.length === 0 ? '' : sendAgain({ ids }, { isWaiting })
}

function stateOf({ enabled, disabledReason, secretUsable, pausedUntil, failingSince }) {
  if (!enabled) return ['bad', `disabled: ${disabledReason}`]
  if (!secretUsable) return ['bad', 'secret unusable']
  if (pausedUntil) return ['warn', 'paused']
  return failingSince ? ['warn', 'failing'] : ['good', 'enabled']
}

/** Since when, or until when, an endpoint is in its state. */
function periodOf({ enabled, secretUsable, disabledAt, pausedUntil, failingSince }) {
  const during = (word, date) => (date ? html` <span class="soft">${word} ${time(date)}</span>` : '')
  if (!enabled) return during('since', disabledAt)
  if (!secretUsable) return ''
  return pausedUntil ? during('until', pausedUntil) : during('since', failingSince)
}

const endpointTable = (rows) =>
  table({
    label: 'endpoints',
    rows,
    columns: [
      { name: 'Endpoint', of: ({ url }) => breakable(url), by: ({ url }) => url },
      { name: 'Id', of: ({ id }) => id, shown: 'wide' },
      ACCOUNT,
      {
        name: 'Status',
        of: (endpoint) => [badge(...stateOf(endpoint)), periodOf(endpoint)],
        by: (endpoint) => `${stateOf(endpoint)[1]} ${endpoint.failingSince ?? ''}`,
      },
    ],
    details: (endpoint) => ({ title: endpoint.url, content: endpointFacts(endpoint) }),
    actions: ([endpoint]) => switchEndpoint(endpoint),
    one: true,
    empty: 'No account has a webhook endpoint.',
  })

const endpointFacts = (endpoint) =>
  facts({
    Status: badge(...stateOf(endpoint)),
    'Failing since': endpoint.failingSince && html`${time(endpoint.failingSince)}. ${UNTIL_LOST}`,
    'Paused until': endpoint.pausedUntil && html`${time(endpoint.pausedUntil)}, as its receiver asked`,
    Secret: endpoint.secretUsable
      ? ''
      : "It can't be decrypted with the configured keys. Events wait until its account rotates it.",
    Description: endpoint.description,
    Account: accountLink(endpoint.accountId),
    'Endpoint id': endpoint.id,
    Events: endpoint.events.join(', '),
    Created: time(endpoint.createdAt),
    'Its events': html`<a href="#/webhooks?status=failed&endpoint=${endpoint.id}">failed</a>,
      <a href="#/webhooks?status=pending&endpoint=${endpoint.id}">waiting</a>,
      <a href="#/webhooks?status=delivered&endpoint=${endpoint.id}">delivered</a>`,
  })

function switchEndpoint({ id, url, enabled }) {
  const change = (verb) => () => post(`${ENDPOINTS}${id}/${verb}/`).then(() => `The endpoint is ${verb}d.`)
  const disabling = `${url} gets no event until you enable it. ${WHILE_DISABLED}`
  const enabling = `${url} gets events again. Those that it missed stay failed until they are sent again.`
  return enabled
    ? action('Disable', disabling, change('disable'), 'danger')
    : action('Enable', enabling, change('enable'))
}

/** What the attempts to deliver an event led to. */
export const explain = (event) => html`
  ${plural(event.attempts, 'attempt')}${reasonOf(event) && `, ${reasonOf(event)}`}${
    event.lastDurationMs === null ? '' : ` in ${event.lastDurationMs.toLocaleString()} ms`
  }${event.nextAttemptAt ? html`, next attempt ${time(event.nextAttemptAt)}` : ''}
`

/** How many events the view of a person shows. */
const NEWEST = 100

/** The newest events about a person, with the addresses of their endpoints. */
export async function eventsAbout(userId) {
  const events = await get(`${DELIVERIES}?userId=${userId}&limit=${NEWEST}`)
  const unknown = [...new Set(events.map(({ endpointId }) => endpointId))].filter((id) => !urls.has(id))
  const found = await Promise.all(unknown.map((id) => find(`${ENDPOINTS}${id}/`)))
  for (const [i, id] of unknown.entries()) urls.set(id, found[i]?.url ?? DELETED)
  return events.map((event) => ({ ...event, url: urlOf(event) }))
}

export const eventsOf = async (rows) =>
  html`${rows.length < NEWEST ? '' : soft(`Only the newest ${NEWEST} events are shown, in the timeline too.`)}
  ${await eventTable({ rows, empty: 'No event about this person was sent to an endpoint.' })}`
