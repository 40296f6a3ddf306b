// Everything that happened to one person, and why an e-mail did not come.
import { find, get, page, request, statuses } from './api.js'
import { badge, button, card, h, plural, time } from './dom.js'
import { explain, mailCard } from './mails.js'

const PAGE = 20

export const personView = (context) => (context.id === undefined ? search(context) : person(context))

async function search({ query }) {
  const text = (query.get('q') ?? '').trim()
  const input = h('input', { id: 'q', type: 'search', value: text, 'data-focus': true, autocomplete: 'off' })
  const form = h(
    'form',
    {
      class: 'search',
      role: 'search',
      onsubmit: (event) => {
        event.preventDefault()
        location.hash = `#/person?q=${encodeURIComponent(input.value.trim())}`
      },
    },
    input,
    h('button', { class: 'main' }, 'Search'),
  )
  const people = text === '' ? undefined : await findPeople(text)
  return [
    h('h1', { tabindex: '-1' }, 'Person'),
    h('label', { for: 'q' }, 'E-mail address, name, login name, external id or id'),
    form,
    people &&
      h('h2', {}, people.length === 0 ? 'Nobody is found' : plural(people.length, 'person', 'people')),
    people?.length === 0 &&
      h('p', { class: 'soft' }, 'An external id is matched exactly, the others in any letter case.'),
    people?.map((user) =>
      card(
        h(
          'div',
          { class: 'row' },
          h('a', { class: 'grow', href: `#/person/${user.id}` }, nameOf(user)),
          user.deleted && badge('bad', 'deleted'),
        ),
        h(
          'p',
          { class: 'soft small' },
          `${user.email} · ${user.loginName}${user.externalId ? ` · ${user.externalId}` : ''}`,
        ),
      ),
    ),
  ]
    .filter(Boolean)
    .flat()
}

/** One text for all ways to name a person; a way that the text can not be is left out. */
async function findPeople(text) {
  const by = (name) => find(`/admin/users/?${name}=${encodeURIComponent(text)}&includeDeleted=true&limit=50`)
  const found = await Promise.all([
    by('email'),
    by('loginName'),
    by('externalId'),
    by('name'),
    /^\d{1,15}$/.test(text) ? find(`/admin/users/${text}/`) : undefined,
  ])
  return [
    ...new Map(
      found
        .flat()
        .filter(Boolean)
        .map((user) => [user.id, user]),
    ).values(),
  ]
}

const nameOf = ({ firstName, lastName, id }) => `${firstName} ${lastName}`.trim() || `User ${id}`

async function person({ id, query, refresh }) {
  const list = `/admin/registrations/?userId=${id}`
  const [user, { total }, sent, health, letters] = await Promise.all([
    get(`/admin/users/${id}/`),
    request('GET', `${list}&limit=1`, undefined, { Prefer: 'count=exact' }),
    page(`/admin/deliveries/?userId=${id}&limit=100`),
    statuses(),
    get('/admin/dead-letters/?waiting=true&limit=100'),
  ])
  // The list begins with the oldest; operators look for the newest.
  const offset = Math.max(0, Number(query.get('offset') ?? total - PAGE))
  const registrations = (await get(`${list}&offset=${offset}&limit=${Math.min(PAGE, total)}`)).toReversed()
  const details = await Promise.all(
    registrations.map(async (registration) => {
      const known = sent.items.filter(({ registrationId }) => registrationId === registration.id)
      const [history, mails] = await Promise.all([
        find(`/admin/registrations/${registration.id}/history/`),
        known.length > 0 ? known : get(`/admin/deliveries/?registrationId=${registration.id}&limit=20`),
      ])
      return { registration, history: history ?? [], mails }
    }),
  )
  return [
    h(
      'div',
      { class: 'row' },
      h('h1', { tabindex: '-1', class: 'grow' }, nameOf(user)),
      user.deleted && badge('bad', 'deleted'),
      button('Refresh', refresh),
    ),
    h(
      'p',
      { class: 'lead' },
      `${user.email} · login ${user.loginName}${user.externalId ? ` · external id ${user.externalId}` : ''} · id ${user.id} · ${user.groupIds.length > 0 ? `groups ${user.groupIds.join(', ')}` : 'in no group, so no account sees this person'}`,
    ),
    h('h2', {}, 'E-mails about registrations'),
    details.length === 0 &&
      h('p', { class: 'soft' }, 'This person has no registration, so there is no e-mail to send.'),
    details.map(({ registration, mails: [newest] }) =>
      newest
        ? mailCard(newest, refresh, registration.courseName)
        : missingCard(registration, health, letters),
    ),
    h('h2', {}, 'Timeline'),
    h(
      'ol',
      { class: 'timeline' },
      events(user, details).map(({ at, kind, text }) =>
        h('li', { class: kind ?? '' }, time(at), h('div', {}, text)),
      ),
    ),
    offset > 0 &&
      h(
        'p',
        {},
        h('a', { href: `#/person/${id}?offset=${Math.max(0, offset - PAGE)}` }, 'Older registrations'),
      ),
  ]
    .filter(Boolean)
    .flat()
}

function missingCard(registration, health, letters) {
  const reason = whyMissing(registration, health, letters)
  return card(
    h('div', { class: 'row' }, h('h3', { class: 'grow' }, registration.courseName), badge('warn', 'waiting')),
    h('p', {}, reason),
    h('p', { class: 'soft small' }, `Registration ${registration.id}, no attempt yet`),
  )
}

const isDown = (status, name) =>
  status.dependencies?.some((dependency) => dependency.name === name && !dependency.up)

/** Why there is no e-mail about a registration yet. */
function whyMissing({ id, createdDate }, { registration, notification }, letters) {
  const letter = letters.find(({ payload }) => payload.registrationId === id)
  if (letter)
    return [
      'Its message could not be handled: ',
      letter.reason,
      '. ',
      h('a', { href: '#/dead-letters' }, 'Dead letters'),
    ]
  if (isDown(registration, 'rabbitmq') || isDown(notification, 'rabbitmq'))
    return 'RabbitMQ is unavailable. The event waits in the database, and the e-mail is sent when RabbitMQ is back.'
  if (registration.oldestPendingEvent && registration.oldestPendingEvent <= createdDate)
    return 'Its event is not published yet: earlier ones wait for RabbitMQ too.'
  if (isDown(notification, 'smtp'))
    return 'The mail server is unavailable. The e-mail waits in the queue and is sent when the mail server is back.'
  if (notification instanceof Error || notification.status === 'not ready')
    return 'The notification service is not ready. The e-mail waits in the queue.'
  if (Date.now() - new Date(createdDate).getTime() < 60_000) return 'It is on its way. Refresh in a moment.'
  return 'The event was published and no e-mail is known, as after the loss of a broker. `rollcall without-delivery send` publishes it again.'
}

function events(user, details) {
  const found = [{ at: user.createdDate, text: 'The account was created' }]
  if (user.updatedDate !== user.createdDate)
    found.push({
      at: user.updatedDate,
      text: user.deleted ? 'The account was deleted' : 'The account was changed last',
      kind: user.deleted ? 'bad' : '',
    })
  for (const {
    registration: { courseName, id },
    history,
    mails,
  } of details) {
    for (const { at, byName, from, to, score } of history)
      found.push({
        at,
        text:
          from === null
            ? `Registered for ${courseName} by ${byName} (registration ${id})`
            : `${courseName}: ${from} → ${to} by ${byName}${score === null ? '' : `, score ${score}`}`,
      })
    for (const mail of mails) {
      const kind = { sent: 'good', failed: 'bad' }[mail.status] ?? 'warn'
      found.push({
        at: mail.sentAt ?? mail.failedAt ?? mail.createdAt,
        kind,
        text: [
          `E-mail about ${courseName}, ${mail.status === 'queued' ? 'waiting' : mail.status}. `,
          explain(mail),
        ],
      })
    }
  }
  return found.toSorted((a, b) => b.at.localeCompare(a.at))
}
