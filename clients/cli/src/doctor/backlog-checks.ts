import type { Delivery, Operator } from '@rollcall/client/operator'
import { expiringKeys } from '../commands/keys.ts'
import { EXIT } from '../exit-codes.ts'
import { failed, findingOf, ok, warning, type Finding } from './finding.ts'

type Notifications = Operator['notification']

/** E-mails are sent within seconds; one that waits longer has met a mail server that is unavailable or slow. */
const MAX_QUEUED_MS = 15 * 60_000
const FAILURES_SINCE_MS = 24 * 3_600_000
const MAX_PAGE = 1000

/** What waits for an operator, or for the mail server. */
export async function* backlogChecks({ notification, user }: Operator): AsyncGenerator<Finding> {
  yield await checked('queued e-mails', () => checkQueue(notification))
  yield await checked('failed e-mails', () => checkFailures(notification))
  yield await checked('dead letters', () => checkDeadLetters(notification))
  yield await checked('keys', () => checkKeys(user))
}

async function checked(check: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work()
  } catch (error) {
    return findingOf(check, error)
  }
}

async function checkQueue(notification: Notifications): Promise<Finding> {
  const newest = await notification.listDeliveriesRaw({ status: 'queued', limit: 1, Prefer: 'count=exact' })
  const count = countOf(newest.raw)
  // The list begins with the newest.
  const [oldest] =
    count > 0 ? await notification.listDeliveries({ status: 'queued', limit: 1, offset: count - 1 }) : []
  if (oldest === undefined) return ok('queued e-mails', 'none')
  const age = Date.now() - oldest.createdAt.getTime()
  const message = `${count}, the oldest for ${duration(age)}${reasonOf(oldest)}`
  return age > MAX_QUEUED_MS ? failed('queued e-mails', message, EXIT.failed) : ok('queued e-mails', message)
}

const countOf = ({ headers }: Response) => Number(headers.get('x-total-count'))

const reasonOf = ({ lastError }: Delivery) => (lastError === '' ? '' : ` (${lastError})`)

async function checkFailures(notification: Notifications): Promise<Finding> {
  const newest = await notification.listDeliveries({ status: 'failed', limit: MAX_PAGE })
  const since = Date.now() - FAILURES_SINCE_MS
  const recent = newest.filter(({ failedAt, createdAt }) => (failedAt ?? createdAt).getTime() > since)
  if (recent.length === 0) return ok('failed e-mails', 'none in the last 24 hours')
  const count = recent.length === MAX_PAGE ? `${MAX_PAGE} or more` : recent.length
  return warning(
    'failed e-mails',
    `${count} in the last 24 hours; see rollcall deliveries list --status failed`,
  )
}

async function checkDeadLetters(notification: Notifications): Promise<Finding> {
  const { raw } = await notification.listDeadLettersRaw({ waiting: true, limit: 1, Prefer: 'count=exact' })
  const waiting = countOf(raw)
  return waiting === 0
    ? ok('dead letters', 'none')
    : failed('dead letters', `${waiting}; see rollcall dead-letters list --waiting`, EXIT.failed)
}

async function checkKeys(user: Operator['user']): Promise<Finding> {
  const inUse = await user.listAllKeys({ ...expiringKeys(), limit: 100 })
  if (inUse.length === 0) return ok('keys', 'none that is in use expires within 14 days')
  return warning('keys', `${inUse.length} in use expire within 14 days; see rollcall keys list --expiring`)
}

const HOUR_S = 3_600
const MINUTE_S = 60

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds >= HOUR_S) return `${Math.floor(seconds / HOUR_S)} h`
  return seconds >= MINUTE_S ? `${Math.floor(seconds / MINUTE_S)} min` : `${seconds} s`
}
