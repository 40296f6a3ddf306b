// Everything that happened to one person, and why an e-mail did not come.
import { list, refresh } from './actions.js'
import { count, find, get, statuses } from './api.js'
import { badge, button, card, heading, html, plural, soft, time } from './elements.js'
import { explain, mailCard } from './mails.js'
import { eventCard, eventsAbout, explain as explainEvent, KINDS } from './webhooks.js'

const PAGE = 20

export const personView = ({ id, query }) => (id === undefined ? search(query) : person(id, query))

async function search(query) {
  const text = (query.get('q') ?? '').trim()
  const submit = (event) => {
    event.preventDefault()
    location.hash = `#/person?q=${encodeURIComponent(new FormData(event.target).get('q').trim())}`
  }
  return html`
    <h1 tabindex="-1">Person</h1>
    <label for="q">E-mail address, name, login name, external id (exactly as it is) or id</label>
    <form class="search" role="search" @submit=${submit}>
      <input id="q" name="q" type="search" maxlength="255" autocomplete="off" .value=${text} data-focus />
      <button class="main">Search</button>
    </form>
    ${text === '' ? '' : await found(text)}
  `
}

const personCard = (user) =>
  card(html`<a href="#/person/${user.id}">${nameOf(user)}</a>`, deletedMark(user), soft(identifiersOf(user)))

async function found(text) {
  const people = `/admin/users/?search=${encodeURIComponent(text)}&includeDeleted=true`
  const [total, shown] = await Promise.all([
    count(`${people}&limit=1`),
    list(`${people}&limit=50`, personCard, ''),
  ])
  return [html`<h2>${plural(total, 'person', 'people')} found</h2>`, shown]
}

const nameOf = ({ firstName, lastName, id }) => `${firstName} ${lastName}`.trim() || `User ${id}`
const deletedMark = ({ deleted }) => (deleted ? badge('bad', 'deleted') : '')
const identifiersOf = ({ id, email, loginName, externalId }) =>
  `${email} · login ${loginName} · ${externalId ? `external id ${externalId} · ` : ''}id ${id}`

async function person(id, query) {
  const [user, { details, older }, webhooks, health, letters] = await Promise.all([
    get(`/admin/users/${id}/`),
    registrationsOf(id, query),
    eventsAbout(id),
    statuses(),
    get('/admin/dead-letters/?waiting=true&limit=100'),
  ])
  const undelivered = webhooks.filter(({ status }) => status !== 'delivered')
  const groups = user.groupIds.length > 0 ? `groups ${user.groupIds.join(', ')}` : 'in no group'
  const aside = [deletedMark(user), button('Refresh', refresh)]
  const mails = details.map(({ registration, mails: [newest] }) =>
    newest
      ? mailCard(newest, registration.courseName)
      : missingCard(registration, whyMissing(registration, health, letters)),
  )
  const events = timeline(user, details, webhooks)
  return html`
    ${heading(nameOf(user), `${identifiersOf(user)} · ${groups}`, aside)}
    <h2>E-mails about registrations</h2>
    ${mails.length === 0 ? soft('This person has no registration, so there is no e-mail to send.') : mails}
    ${undelivered.length > 0 ? html`<h2>Webhooks that were not delivered</h2>` : ''}
    ${undelivered.map((delivery) => eventCard(delivery, ` to ${delivery.url}`))}
    <h2>Timeline</h2>
    <ol class="timeline">
      ${events.map(
        ({ at, kind = '', text }) =>
          html`<li class=${kind}>
            ${time(at)}
            <div>${text}</div>
          </li>`,
      )}
    </ol>
    ${older === undefined ? '' : html`<a href="#/person/${id}?offset=${older}">Older registrations</a>`}
  `
}

/** The registrations of a person with their moves and e-mails, the newest first. */
async function registrationsOf(id, query) {
  const registrations = `/admin/registrations/?userId=${id}`
  const [total, sent] = await Promise.all([
    count(`${registrations}&limit=1`),
    get(`/admin/deliveries/?userId=${id}&limit=100`),
  ])
  // The list begins with the oldest; operators look for the newest.
  const offset = Math.max(0, Number(query.get('offset') ?? total - PAGE))
  const page = (await get(`${registrations}&offset=${offset}&limit=${PAGE}`)).toReversed()
  const details = page.map(async (registration) => {
    const known = sent.filter(({ registrationId }) => registrationId === registration.id)
    const [history = [], mails] = await Promise.all([
      find(`/admin/registrations/${registration.id}/history/`),
      known.length > 0 ? known : get(`/admin/deliveries/?registrationId=${registration.id}&limit=20`),
    ])
    return { registration, history, mails }
  })
  return { details: await Promise.all(details), older: offset > 0 ? Math.max(0, offset - PAGE) : undefined }
}

const missingCard = ({ id, courseName }, reason) =>
  card(
    courseName,
    badge('warn', 'waiting'),
    html`<p>${reason}</p>`,
    soft(`Registration ${id}, no attempt yet`),
  )

const isDown = (status, name) =>
  status.dependencies?.some((dependency) => dependency.name === name && !dependency.up)

/** Why there is no e-mail about a registration yet. */
function whyMissing({ id, createdDate }, { registration, notification }, letters) {
  const letter = letters.find(({ payload }) => payload.registrationId === id)
  if (letter)
    return html`Its message could not be handled: ${letter.reason}. <a href="#/dead-letters">Dead letters</a>`
  if (isDown(registration, 'rabbitmq') || isDown(notification, 'rabbitmq'))
    return 'RabbitMQ is unavailable. The event waits in the database, the e-mail follows when it is back.'
  if (registration.oldestPendingEvent && registration.oldestPendingEvent <= createdDate)
    return 'Its event is not published yet: earlier ones wait for RabbitMQ too.'
  if (isDown(notification, 'smtp'))
    return 'The mail server is unavailable. The e-mail waits, and is sent when the mail server is back.'
  if (notification instanceof Error || notification.status === 'not ready')
    return 'The notification service is not ready. The e-mail waits in the queue.'
  if (Date.now() - new Date(createdDate).getTime() < 60_000) return 'It is on its way. Refresh in a moment.'
  return (
    'The event was published and no e-mail is known, as after the loss of a broker. ' +
    '`rollcall without-delivery send` publishes it again.'
  )
}

/** What happened, the newest first; of what happened in the same millisecond, what is last in this list. */
function timeline(user, details, webhooks) {
  const changed = { at: user.updatedDate, text: 'The account was changed last' }
  const deleted = { at: user.updatedDate, text: 'The account was deleted', kind: 'bad' }
  return [
    { at: user.createdDate, text: 'The account was created' },
    ...(user.updatedDate === user.createdDate ? [] : [user.deleted ? deleted : changed]),
    ...details.flatMap(({ registration, history, mails }) => [
      ...history.map((move) => ({ at: move.at, text: moveText(registration, move) })),
      ...mails.map((mail) => ({
        at: mail.sentAt ?? mail.failedAt ?? mail.createdAt,
        kind: { sent: 'good', failed: 'bad' }[mail.status] ?? 'warn',
        text: html`E-mail about ${registration.courseName}, ${mail.status}. ${explain(mail)}`,
      })),
    ]),
    ...webhooks.map((delivery) => ({
      at: delivery.deliveredAt ?? delivery.occurredAt,
      kind: KINDS[delivery.status],
      text: html`Webhook ${delivery.eventType} to ${delivery.url}, ${delivery.status}.
      ${explainEvent(delivery)}`,
    })),
  ]
    .toReversed()
    .toSorted((a, b) => b.at.localeCompare(a.at))
}

function moveText({ courseName, id }, { byName, from, to, score, imported }) {
  const scored = score === null ? '' : `, score ${score}`
  if (imported) return `${courseName}: imported as ${to} by ${byName} (registration ${id})${scored}`
  if (from === null) return `Registered for ${courseName} by ${byName} (registration ${id})`
  return `${courseName}: ${from} → ${to} by ${byName}${scored}`
}
