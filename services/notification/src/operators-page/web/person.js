// Everything that happened to one person, and why an e-mail did not come.
import { groupName, readGroupNames } from './accounts.js'
import { count, every, findById, get, getSoon, SERVICES, statusOf as statusOfService } from './api.js'
import {
  badge,
  breakable,
  heading,
  headingOfMoment,
  html,
  noSuch,
  plainTable,
  plural,
  refresh,
  soft,
  time,
} from './elements.js'
import {
  COLUMNS,
  explain,
  isErased,
  isMessageId,
  mailsByMessageId,
  mailsOf,
  mailTable,
  statusOf,
} from './mails.js'
import { columnsWith, table } from './table.js'
import { eventsAbout, eventsOf, explain as explainEvent, KINDS, wordOf as wordOfEvent } from './webhooks.js'

const PAGE = 20
/** Their e-mails differ by the course. */
const OF_ONE_PERSON = columnsWith(COLUMNS, { Person: 'never', Course: 'always' })

export const personView = ({ id, query, part }) =>
  id === undefined ? search(query, part) : person(id, query, part)

const MAX_SEARCH = 255
/** What the API rejects and a copied address may have: characters that can't be seen. */
const UNSEEN = /[^\P{C}\u200C\u200D]/gu

/** What was searched for last, encoded. */
let lastSearch = ''

async function search(query, part) {
  const text = (query.get('q') ?? '').slice(0, MAX_SEARCH).replaceAll(UNSEEN, '').trim()
  lastSearch = encodeURIComponent(text)
  const submit = (event) => {
    event.preventDefault()
    const address = `#/person?q=${encodeURIComponent(new FormData(event.target).get('q').trim())}`
    if (location.hash === address) refresh()
    else location.hash = address
  }
  return html`
    ${heading('Person', 'What happened to a person, and why an e-mail did not come.')}
    <form class="search" role="search" @submit=${submit}>
      <label for="q"
        >E-mail address, name, login name, external id (exactly as it is) or id; or the Message-ID of an
        e-mail</label
      >
      <div class="row">
        <input
          id="q"
          name="q"
          type="search"
          maxlength=${MAX_SEARCH}
          autocomplete="off"
          .value=${text}
          data-focus
        />
        <button class="main">Search</button>
      </div>
    </form>
    ${text === '' ? '' : await part('results', () => found(text))}
  `
}

async function found(text) {
  if (isMessageId(text)) return mailsByMessageId(text)
  const people = `/admin/users/?search=${encodeURIComponent(text)}&includeDeleted=true`
  const [total, shown] = await Promise.all([
    count(`${people}&limit=1`),
    table({
      label: 'results',
      path: `${people}&limit=50`,
      columns: [
        {
          name: 'Name',
          of: (user) => [nameOf(user), ' ', deletedMark(user)],
          by: (user) => `${nameOf(user)}${user.deleted ? ' deleted' : ''}`,
        },
        { name: 'E-mail', of: ({ email }) => breakable(email), by: ({ email }) => email },
        { name: 'Login', of: ({ loginName }) => loginName, shown: 'medium' },
        { name: 'External id', of: ({ externalId }) => externalId, shown: 'wide' },
        { name: 'Id', of: ({ id }) => id, shown: 'wide' },
      ],
      hrefOf: ({ id }) => `#/person/${id}`,
      empty: 'No person has this address, name or id.',
    }),
  ])
  return html`<h2>${plural(total, 'person', 'people')} found</h2>
    ${shown}`
}

/** The names of an erased person only repeat the id. */
const nameOf = ({ firstName, lastName, id, email }) =>
  (isErased(email) ? '' : `${firstName} ${lastName}`.trim()) || `User ${id}`
const deletedMark = ({ deleted, email }) =>
  deleted ? badge('bad', isErased(email) ? 'erased' : 'deleted') : ''
const identifiersOf = ({ id, email, loginName, externalId }) =>
  `${email} · login ${loginName} · ${externalId ? `external id ${externalId} · ` : ''}id ${id}`

async function person(id, query, part) {
  const back = html`<a href="#/person?q=${lastSearch}">← Search</a>`
  const [unreadPerson, known] = await part('person', () => readPerson(id))
  if (known === undefined) return [heading('Person', '', back), unreadPerson]
  const { user } = known
  if (user === undefined) return noSuch('Person', 'person', id, back)
  const [[unread, found], [unreadMails, details], [, mails], [unreadEvents, events], [, eventsShown]] =
    await Promise.all([
      part('registrations', () => registrationsOf(id, query)),
      part('e-mails', async () => withMails(user, (await part.of('registrations')).details)),
      part('newest e-mails', async () => newestMails(await part.of('e-mails'))),
      part('events', () => eventsAbout(id)),
      part('table of events', async () => eventsOf(await part.of('events'))),
    ])
  const isComplete = details && events && details.every(({ history }) => history)
  const source = user.managedBy ? `kept by ${user.managedBy}` : 'kept by no source'
  const language = user.preferredLanguage && ` · reads ${user.preferredLanguage}`
  const groups = user.groupIds.length > 0 ? `in ${user.groupIds.map(groupName).join(', ')}` : 'in no group'
  const about = `${identifiersOf(user)} · ${groups} · ${source}${language}`
  return html`
    <p>${back}</p>
    ${headingOfMoment(nameOf(user), about, deletedMark(user))} ${unreadPerson}
    <h2>E-mails about registrations</h2>
    ${unread || unreadMails} ${mails}
    ${
      found === undefined && !part.isReading('registrations')
        ? await part('all e-mails', () =>
            mailTable({ path: `/admin/deliveries/?userId=${id}&limit=25`, columns: OF_ONE_PERSON }),
          )
        : ''
    }
    <h2>Webhooks</h2>
    ${unreadEvents} ${eventsShown}
    <h2>Timeline</h2>
    ${isComplete ? '' : soft('What is not read is left out.')}
    <div class="timeline">
      ${plainTable(
        'Timeline',
        ['Time', 'What', 'Status', 'Details'],
        timeline(user, details ?? found?.details ?? [], events ?? []),
      )}
    </div>
    ${
      found?.older === undefined
        ? ''
        : html`<a href="#/person/${id}?offset=${found.older}">Older registrations</a>`
    }
  `
}

/** The person, whose groups have names then, if there is one. */
async function readPerson(id) {
  const user = await findById('/admin/users/', id)
  if (user) await readGroupNames(user.groupIds)
  return { user }
}

const newestMails = async (details) => html`
  ${
    details.some(({ mails }) => mails.length > 1)
      ? soft('Of each registration the newest one; the timeline has all.')
      : ''
  }
  ${await mailTable({
    rows: details.map(({ newest }) => newest),
    columns: OF_ONE_PERSON,
    empty: 'This person has no registration, so there is no e-mail to send.',
  })}
`

/** The registrations of a person, the newest first, each with its moves unless they can't be read. */
async function registrationsOf(id, query) {
  const registrations = `/admin/registrations/?userId=${id}`
  const total = await count(`${registrations}&limit=1`)
  // The list begins with the oldest; operators look for the newest.
  const last = Math.max(0, total - PAGE)
  const asked = query.get('offset') ?? ''
  const offset = /^\d+$/.test(asked) ? Math.min(Number(asked), last) : last
  const page = (await get(`${registrations}&offset=${offset}&limit=${PAGE}`)).toReversed()
  const details = page.map(async (registration) => {
    const history = await getSoon(`/admin/registrations/${registration.id}/history/`)
    return { registration, history: history instanceof Error ? undefined : history, mails: [] }
  })
  return { details: await Promise.all(details), older: offset > 0 ? Math.max(0, offset - PAGE) : undefined }
}

/** Registrations with their e-mails. Where there is none, `newest` says why. */
async function withMails(user, details) {
  const shown = details.map(({ registration }) => registration)
  const lists = await mailsOf(user, shown)
  const isOneMissing = lists.some(([mail]) => mail === undefined)
  const [letters, ...health] = isOneMissing
    ? await Promise.all([
        every('/admin/dead-letters/?waiting=true&limit=1000').catch((error) => error),
        ...SERVICES.map(statusOfService),
      ])
    : []
  const healthOf = Object.fromEntries(SERVICES.map((service, i) => [service, health[i]]))
  return details.map(({ registration, history }, i) => ({
    registration,
    history,
    mails: lists[i],
    newest: lists[i][0] ?? missing(user, registration, whyMissing(registration, healthOf, letters)),
  }))
}

/** Stands for the e-mail that there is not yet, or never will be. */
const missing = (user, { id, createdDate, importedStatus }, reason) => ({
  id: `of registration ${id}`,
  registrationId: id,
  to: user.email,
  status: importedStatus ? 'none' : 'missing',
  attempts: 0,
  lastError: reason,
  createdAt: createdDate,
  failedAt: null,
  nextAttemptAt: null,
  messageId: 'none yet',
})

const isDown = (status, name) =>
  status.dependencies?.some((dependency) => dependency.name === name && !dependency.up)

/** Why there is no e-mail about a registration yet. */
function whyMissing({ id, createdDate, importedStatus }, { registration, notification }, letters) {
  if (importedStatus) return 'It was imported. No e-mail is sent about what was imported.'
  const letter =
    letters instanceof Error ? undefined : letters.find(({ payload }) => payload.registrationId === id)
  if (letter) return `Its message could not be handled (dead letter ${letter.id}): ${letter.reason}.`
  if (isDown(registration, 'rabbitmq') || isDown(notification, 'rabbitmq'))
    return 'RabbitMQ is unavailable. The event waits in the database, the e-mail follows when it is back.'
  if (registration.oldestPendingEvent && registration.oldestPendingEvent <= createdDate)
    return 'Its event is not published yet: earlier ones wait for RabbitMQ too.'
  if (isDown(notification, 'smtp'))
    return 'The mail server is unavailable. The e-mail waits, and is sent when the mail server is back.'
  if (notification instanceof Error || notification.status === 'not ready')
    return 'The notification service is not ready. The e-mail waits in the queue.'
  if (letters instanceof Error) return 'It is not known why: the dead letters could not be read.'
  if (Date.now() - new Date(createdDate).getTime() < 60_000) return 'It is on its way. Refresh in a moment.'
  return (
    'The event was published and no e-mail is known, as after the loss of a broker. ' +
    '`rollcall without-delivery send` publishes it again.'
  )
}

/** What happened, the newest first; of what happened in the same millisecond, what is last in this list. */
function timeline(user, details, events) {
  const changed = {
    at: user.updatedDate,
    text: changeOf(user),
  }
  const entries = [
    { at: user.createdDate, text: 'The user was created' },
    ...(user.updatedDate === user.createdDate ? [] : [changed]),
    ...details.flatMap(({ registration, history, mails }) => [
      ...(history ?? []).map((move) => ({
        at: move.at,
        text: moveText(registration, move),
        more: `registration ${registration.id}`,
      })),
      ...mails.map((mail) => ({
        at: mail.sentAt ?? mail.failedAt ?? mail.createdAt,
        text: `E-mail about ${registration.courseName}`,
        status: statusOf(mail),
        more: explain(mail),
      })),
    ]),
    ...events.map((event) => ({
      at: event.deliveredAt ?? event.occurredAt,
      text: `${event.eventType} to ${event.url}`,
      status: badge(KINDS[event.status], wordOfEvent(event)),
      more: explainEvent(event),
    })),
  ]
  return entries
    .toReversed()
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ at, text, status = '', more = '' }) => [time(at), text, status, more])
}

/** What happened to a user last. */
function changeOf({ deleted, email }) {
  if (isErased(email)) return 'The user was erased'
  return deleted ? 'The user was deleted' : 'The user was changed last'
}

function moveText({ courseName }, { byName, from, to, score, imported }) {
  const scored = score === null ? '' : `, score ${score}`
  if (imported) return `${courseName}: imported as ${to} by ${byName}${scored}`
  if (from === null) return `Registered for ${courseName} by ${byName}`
  return `${courseName}: ${from} → ${to} by ${byName}${scored}`
}
