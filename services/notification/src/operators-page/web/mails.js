// E-mails by status: what failed or waits and why, and what was sent.
import { action, amountOf, ask, perform } from './actions.js'
import { count, find, get, handleAll, post, SOON_MS } from './api.js'
import { byStatus, statusIn } from './by-status.js'
import { badge, breakable, button, facts, headingOfMoment, html, plural, soft, time } from './elements.js'
import { columnsWith, handledOf, table } from './table.js'

const STATUSES = { failed: 'Failed', queued: 'Waiting', sent: 'Sent', cancelled: 'Cancelled' }
const KINDS = {
  failed: 'bad',
  waiting: 'warn',
  sending: 'warn',
  sent: 'good',
  resent: 'warn',
  cancelled: '',
  none: '',
}
const BECAUSE = {
  'user-deleted': 'the person was deleted',
  'user-erased': 'the data of this person was erased',
  'user-expired': 'the person has expired',
  'course-deleted': 'the course was deleted',
  'registration-withdrawn': 'the registration was withdrawn',
  'registration-unknown': 'there is no such registration',
}
const DELIVERIES = '/admin/deliveries/'
/** The tab says the status. What matters most in it is shown on a phone too. */
const IN_TAB = {
  failed: { Status: 'never', 'Next attempt': 'never', Reason: 'always' },
  queued: { Status: 'never', 'Next attempt': 'always' },
  sent: { Status: 'never', 'Next attempt': 'never', Reason: 'never', Course: 'always' },
  cancelled: { Status: 'never', 'Next attempt': 'never', Reason: 'always' },
}
/** Those with reasons and a retry of many. */
const RETRIED = { failed: true, queued: true }
const IN_TURN = 'sent in turn, when the mail server is available and within the limits that "Health" shows'
const AS_NOW = 'if it is still true, to the present address, in the present template.'
const ERASED =
  'The e-mail is not sent: the data of this person was erased meanwhile, and so was the address. ' +
  'There is nothing to do.'

export async function mailsView({ query, part }) {
  const status = statusIn(query, STATUSES)
  const parts = await byStatus({
    part,
    view: 'mails',
    names: STATUSES,
    status,
    countOf: (name) => (name === 'failed' ? countUnsent() : count(`${DELIVERIES}?status=${name}&limit=1`)),
    ...(status in RETRIED && {
      why: {
        query: `?of=emails&status=${status}`,
        actOn: (ids, group) => retry(status, ids, group === undefined),
      },
    }),
    records: () =>
      mailTable({
        path: `${DELIVERIES}?status=${status}&limit=25`,
        columns: columnsWith(COLUMNS, IN_TAB[status]),
        one: !(status in RETRIED),
        keep: ({ resentAt }) => status !== 'failed' || resentAt === null,
        enrich: findPeople,
      }),
  })
  return html`${headingOfMoment('E-mails', 'About registrations, newest first.')} ${parts}`
}

/** Failed e-mails that were not sent again. */
const countUnsent = async () => (await get('/admin/deliveries/status/')).backlog?.failedEmails

/** What was found about the recipients: people by address, and registrations by id. */
const people = new Map()
const registrations = new Map()

/** Reads who the recipients are and what they registered for; the e-mail itself does not say so. */
async function findPeople(mails) {
  const unknown = new Set(mails.map(({ to }) => to).filter((to) => to !== '' && !people.has(to)))
  // Without the user service, e-mails are shown by their addresses.
  await Promise.allSettled([...unknown].map(findPerson))
}

async function findPerson(to) {
  const path = `/admin/users/?search=${encodeURIComponent(to)}&includeDeleted=true&limit=10`
  const found = await get(path, SOON_MS)
  const registrationsOf = ({ id }) => get(`/admin/registrations/?userId=${id}&limit=1000`, SOON_MS)
  const lists = await Promise.all(found.map(registrationsOf))
  for (const registration of lists.flat()) registrations.set(registration.id, registration)
  people.set(to, found)
}

function personOf({ to, registrationId }) {
  const userId = registrations.get(registrationId)?.userId
  return people.get(to)?.find(({ id }) => id === userId)
}
const nameOf = (mail) => {
  const { firstName = '', lastName = '' } = personOf(mail) ?? {}
  return `${firstName} ${lastName}`.trim()
}
const courseOf = (mail) =>
  mail.courseName ??
  registrations.get(mail.registrationId)?.courseName ??
  `Registration ${mail.registrationId}`

const reasonOf = ({ status, reason, lastError }) =>
  status === 'sent' ? '' : status === 'cancelled' ? BECAUSE[reason] : lastError
/** When it got its status. */
const changedAt = ({ status, sentAt, failedAt, createdAt }) =>
  (status === 'sent' ? sentAt : status === 'failed' ? failedAt : undefined) ?? createdAt
/** A failed e-mail that was sent again does not wait. */
function wordOf({ status, resentAt }) {
  if (status === 'queued' || status === 'missing') return 'waiting'
  return status === 'failed' && resentAt ? 'resent' : status
}
const isStored = ({ status }) => status !== 'missing' && status !== 'none'
export const statusOf = (mail) => badge(KINDS[wordOf(mail)], wordOf(mail))

export const COLUMNS = [
  { name: 'Time', of: (mail) => time(changedAt(mail)), by: changedAt },
  {
    name: 'Person',
    of: (mail) => nameOf(mail) || breakable(mail.to),
    by: (mail) => `${nameOf(mail)} ${mail.to}`,
  },
  { name: 'Course', of: courseOf, shown: 'medium' },
  { name: 'Status', of: statusOf, by: wordOf },
  { name: 'Attempts', of: ({ attempts }) => attempts, shown: 'wide' },
  { name: 'Reason', of: reasonOf, shown: 'medium' },
  {
    name: 'Next attempt',
    of: (mail) => (mail.status === 'queued' ? time(mail.nextAttemptAt, 'in its turn') : ''),
    by: ({ nextAttemptAt }) => nextAttemptAt ?? '',
    shown: 'wide',
  },
]

export const mailTable = (options) =>
  table({
    label: 'e-mails',
    columns: COLUMNS,
    details: (mail) => ({ title: `E-mail to ${nameOf(mail) || mail.to}`, content: mailFacts(mail) }),
    actions: (mails) => mailActions(mails),
    empty: 'There are no such e-mails.',
    ...options,
  })

const mailFacts = (mail) => {
  const person = personOf(mail)
  return html`<p>${explain(mail)}</p>
    ${facts({
      To: mail.to,
      Person: person ? html`<a href="#/person/${person.id}">${nameOf(mail)}</a>` : '',
      Course: courseOf(mail),
      Registration: mail.registrationId,
      Attempts: mail.attempts,
      Requested: time(mail.createdAt),
      'Last failed attempt': mail.failedAt && time(mail.failedAt),
      'Its error': mail.failedAt && mail.lastError,
      'Delivery id': mail.id,
      'Message-ID': html`<code>${mail.messageId}</code>`,
      Trace: mail.traceId && html`<code>${mail.traceId}</code>`,
    })}`
}

/** Whether it is the address of an erased person, which no caller can give. */
export const isErased = (address) => address.endsWith('@erased.invalid')

/** What an e-mail is doing, and why, in a sentence. */
export function explain({ status, reason, lastError, nextAttemptAt, sentAt, resentAt, possiblySent }) {
  if (status === 'sent') return html`The mail server accepted it ${time(sentAt)}.`
  if (!isStored({ status })) return lastError
  const mayHaveIt = possiblySent ? 'The mail server may have it.' : ''
  if (status === 'cancelled') return `It is not sent, because ${BECAUSE[reason]}. ${mayHaveIt}`
  if (status === 'sending') return 'An attempt is in progress.'
  const failed = lastError ? `The last attempt failed: ${lastError}. ` : 'It waits for its first attempt. '
  if (status === 'queued')
    return nextAttemptAt
      ? html`${failed}The next attempt: ${time(nextAttemptAt)}.`
      : `${failed}It is ${IN_TURN}.`
  const resent = resentAt
    ? html`It was sent again ${time(resentAt)}.`
    : 'It is not sent again unless you do so; a wrong address has to be corrected first.'
  return html`Rejected: ${lastError}. ${resent} ${mayHaveIt}`
}

/** What is due is sent without an operator. */
const canRetry = ({ status, nextAttemptAt, resentAt }) =>
  (status === 'failed' && !resentAt) || (status === 'queued' && nextAttemptAt !== null)

function mailActions(mails) {
  const [first] = mails
  const idsOf = (status) =>
    mails.filter((mail) => mail.status === status && canRetry(mail)).map(({ id }) => id)
  return [
    mails.length === 1 && isStored(first) ? button('Preview', () => perform(() => preview(first))) : '',
    retry('failed', idsOf('failed')),
    retry('queued', idsOf('queued')),
    mails.length === 1 && ['sent', 'cancelled'].includes(first.status) ? resend(first) : '',
  ]
}

/** @param isAll whether these are all e-mails in this status */
function retry(status, ids, isAll) {
  if (ids.length === 0) return ''
  const isQueued = status === 'queued'
  const act = async () => {
    const retried = await handleAll(`${DELIVERIES}retry/`, { status, ids }, 'retried')
    const mails = handledOf(retried, ids.length, 'e-mail')
    return `${mails} ${retried === 1 ? 'is' : 'are'} ${isQueued ? IN_TURN : 'sent again'}.`
  }
  const mails = plural(ids.length, 'e-mail')
  const amount = amountOf(ids, isAll)
  return isQueued
    ? action(`Try${amount} now`, `${mails} will be ${IN_TURN}, each one time.`, act)
    : action(`Send${amount} again`, `This sends ${mails} again, each as a new one, ${AS_NOW}`, act)
}

function resend(mail) {
  if (mail.to === '' || isErased(mail.to)) return ''
  const act = async () => {
    await post(`${DELIVERIES}${mail.id}/resend/`).catch((error) => {
      throw error.code === 'user-erased' ? new Error(ERASED) : error
    })
    return `Another e-mail is ${IN_TURN}.`
  }
  const warning = personOf(mail)?.deleted ? 'The person was deleted. ' : ''
  return action('Send again', `${warning}Another e-mail is sent, ${AS_NOW}`, act)
}

/** In the language of the recipient, then in those that the operator chooses. */
async function preview({ id, to }) {
  for (let chosen = {}; chosen;) {
    const mail = await post('/admin/templates/preview/', { deliveryId: id, ...chosen })
    const content = [
      soft('To ', to),
      html`<pre tabindex="0" dir="auto" lang=${mail.language}>${mail.text}</pre>`,
      html`<label for="language">Language</label>
        <select id="language" name="language">
          ${mail.languages.map(
            (tag) =>
              html`<option value=${tag} ?selected=${tag === mail.language}>${languageName(tag)}</option>`,
          )}
        </select>`,
    ]
    chosen = await ask(mail.subject, content, { yes: 'Show', kind: '', no: 'Close' })
  }
}

const LANGUAGES = new Intl.DisplayNames(undefined, { type: 'language' })
const languageName = (tag) => `${LANGUAGES.of(tag)} (${tag})`

const MESSAGE_ID = /^<?\d{1,10}\.\d{1,15}\.[^@\s]+@[^@\s]+$/

export const isMessageId = (text) => MESSAGE_ID.test(text)

/** The e-mail of a bounce, by its Message-ID. */
export const mailsByMessageId = (messageId) =>
  mailTable({
    path: `${DELIVERIES}?messageId=${encodeURIComponent(messageId)}&limit=25`,
    one: true,
    enrich: findPeople,
  })

/** The newest e-mail about each of these registrations of a person. */
export async function mailsOf(user, shown) {
  people.set(user.email, [user])
  for (const registration of shown) registrations.set(registration.id, registration)
  const sent = await get(`${DELIVERIES}?userId=${user.id}&limit=100`)
  const lists = shown.map(async ({ id }) => {
    const known = sent.filter(({ registrationId }) => registrationId === id)
    return known.length > 0 ? known : ((await find(`${DELIVERIES}?registrationId=${id}&limit=20`)) ?? [])
  })
  return Promise.all(lists)
}
