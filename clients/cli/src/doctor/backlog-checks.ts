import type { Operator, ServiceStatus } from '@rollcall/client/operator'
import { EXIT } from '../exit-codes.ts'
import { MAX_PAGE_SIZE } from '../paging.ts'
import { expiringKeys, statusRequests } from '../requests.ts'
import { failed, findingForError, ok, warning, type Finding } from './finding.ts'

type Notifications = Operator['notification']
type DeliveryStatus = 'queued' | 'sending'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/**
 * E-mails are normally sent within seconds. One that is still queued after this time shows that the mail
 * server is unavailable or slow.
 */
const MAX_QUEUED_AGE_MS = 15 * MINUTE_MS
/** Of a waiting e-mail: the code with which the mail server refused it for good, but not for what it says. */
const REFUSED = / (5\d\d.*)$/
/** Failures of the last day are reported; a check every day misses none. */
const FAILURE_WINDOW_MS = 24 * HOUR_MS

/**
 * Checks the servers, and what waits for one or for an operator: events, e-mails, webhook secrets, dead
 * letters, and keys that expire.
 */
export async function* backlogChecks(operator: Operator): AsyncGenerator<Finding> {
  const { notification, user } = operator
  yield* statusChecks(operator)
  yield await orError('queued e-mails', (check) => checkQueue(check, notification))
  yield await orError('limits of e-mails', (check) => checkMailLimits(check, notification))
  yield await orError('failed e-mails', (check) => checkFailures(check, notification))
  yield await orError('webhook secrets', (check) => checkWebhookSecrets(check, notification))
  yield await orError('dead letters', (check) => checkDeadLetters(check, notification))
  yield await orError('keys', (check) => checkKeys(check, user))
}

/** The finding of a check, or the one for the error of its requests. */
async function orError(check: string, work: (check: string) => Promise<Finding>): Promise<Finding> {
  try {
    return await work(check)
  } catch (error) {
    return findingForError(check, error)
  }
}

/** What the services say of themselves, also without their database. */
async function* statusChecks(operator: Operator): AsyncGenerator<Finding> {
  const statuses: ServiceStatus[] = []
  for (const [service, request] of statusRequests(operator)) {
    try {
      statuses.push(await request())
    } catch (error) {
      yield findingForError(`status of ${service}`, error)
    }
  }
  if (statuses.length === 0) return
  yield checkServers('servers', await afterConnecting(statuses, operator.notification))
  yield checkEvents('events', statuses)
}

/**
 * The statuses, with what the mail server says now if it was unavailable: after a refused password it is
 * asked again minutes later, and this may be the person who has corrected the password.
 */
async function afterConnecting(
  statuses: readonly ServiceStatus[],
  notification: Notifications,
): Promise<readonly ServiceStatus[]> {
  const known = statuses.flatMap(({ dependencies }) => dependencies).find(({ name }) => name === 'smtp')
  if (!known || known.up) return statuses
  // A read-only token may not, and a slow server does not answer in time: then as it was.
  const present = await notification.connectToMailServer().catch(() => known)
  return statuses.map((status) => ({
    ...status,
    dependencies: status.dependencies.map((one) => (one === known ? present : one)),
  }))
}

function checkServers(check: string, statuses: readonly ServiceStatus[]): Finding {
  const unavailable = statuses.flatMap(({ service, dependencies }) =>
    dependencies
      .filter(({ up }) => !up)
      .map(({ name, reason }) => `${name} for ${service}${reason === '' ? '' : ` (${reason})`}`),
  )
  if (unavailable.length === 0) return ok(check, 'available to every service')
  return failed(check, `unavailable: ${unavailable.join(', ')}`, EXIT.unavailable)
}

/** Events and messages on their way between the services. They wait for a moment, or for a server. */
function checkEvents(check: string, statuses: readonly ServiceStatus[]): Finding {
  const stalled = statuses.flatMap((status) => status.stalled)
  if (stalled.length > 0)
    return failed(check, `stalled, although every server is available: ${stalled.join(', ')}`, EXIT.failed)
  const pending = total(statuses.map(({ pendingEvents }) => pendingEvents))
  const queued = total(statuses.flatMap(({ queues }) => queues.map(({ messages }) => messages)))
  return ok(check, `${pending} in outboxes, ${queued} in queues`)
}

async function checkQueue(check: string, notification: Notifications): Promise<Finding> {
  const counted = [await oldestIn('queued', notification), await oldestIn('sending', notification)]
  const count = sum(counted.map(({ total }) => total))
  const [oldest] = counted
    .flatMap(({ first }) => first ?? [])
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (oldest === undefined) return ok(check, 'none')
  const age = Date.now() - oldest.createdAt.getTime()
  const error = oldest.lastError === '' ? '' : ` (its last error: ${oldest.lastError})`
  const refused = await refusedIn(notification)
  const message = `${count}, the oldest queued ${duration(age)} ago${error}${refused}`
  if (age > MAX_QUEUED_AGE_MS) return failed(check, message, EXIT.failed)
  return refused === '' ? ok(check, message) : warning(check, message)
}

/** How many waiting e-mails were refused with 5xx: for the sender or by a policy, which seldom ends alone. */
async function refusedIn(notification: Notifications): Promise<string> {
  const { groups } = await notification.listReasons({ of: 'emails', status: 'queued' })
  const refused = groups.flatMap(({ reason, count }) => {
    const [, code] = REFUSED.exec(reason) ?? []
    return code === undefined ? [] : [{ code, count }]
  })
  if (refused.length === 0) return ''
  const codes = [...new Set(refused.map(({ code }) => code))].join(', ')
  const count = sum(refused.map((group) => group.count))
  return `; the mail server refused ${count} (${codes}); see \`rollcall deliveries reasons --status queued\``
}

/** How many e-mails are sent to the mail server, and why not more. */
async function checkMailLimits(check: string, notification: Notifications): Promise<Finding> {
  const { mailLimits } = await notification.getNotificationStatus()
  if (!mailLimits) return ok(check, 'not known')
  const { connections, maxConnections, perMinute, maxPerMinute, lastRefusal } = mailLimits
  const rate = perMinute === null ? '' : `, ${perMinute} a minute`
  const used = `${connections} of ${maxConnections} at a time${rate}`
  if (!lastRefusal) return ok(check, used)
  const age = Date.now() - lastRefusal.at.getTime()
  const isLowered = connections < maxConnections || perMinute !== maxPerMinute
  const refused = isLowered ? 'lowered by Rollcall itself after a refusal for load' : 'refused for load'
  const message = `${used}; ${refused} ${duration(age)} ago: ${lastRefusal.reply}`
  return age > HOUR_MS ? ok(check, message) : warning(check, message)
}

/** How many e-mails have this status, and the oldest of them. */
async function oldestIn(status: DeliveryStatus, notification: Notifications) {
  const { raw } = await notification.listDeliveriesRaw({ status, limit: 1, Prefer: 'count=exact' })
  const total = totalOf(raw)
  // The list is newest first, so the oldest is the last one. It may be sent meanwhile.
  const [first] =
    total === 0 ? [] : await notification.listDeliveries({ status, limit: 1, offset: total - 1 })
  return { total, first }
}

async function checkFailures(check: string, notification: Notifications): Promise<Finding> {
  const newest = await notification.listDeliveries({ status: 'failed', limit: MAX_PAGE_SIZE })
  const since = Date.now() - FAILURE_WINDOW_MS
  const recent = newest.filter(
    // One that was sent again is no longer a failure, as in the status of the service.
    ({ failedAt, createdAt, resentAt }) => !resentAt && (failedAt ?? createdAt).getTime() > since,
  )
  if (recent.length === 0) return ok(check, 'none in the last 24 hours')
  // E-mails beyond the page, which were created earlier, may have failed recently too.
  const count = newest.length === MAX_PAGE_SIZE ? `${recent.length} or more` : recent.length
  return warning(check, `${count} in the last 24 hours; see \`rollcall deliveries list --status failed\``)
}

async function checkDeadLetters(check: string, notification: Notifications): Promise<Finding> {
  const { raw } = await notification.listDeadLettersRaw({ waiting: true, limit: 1, Prefer: 'count=exact' })
  const waiting = totalOf(raw)
  if (waiting === 0) return ok(check, 'none waiting')
  return failed(check, `${waiting} waiting; see \`rollcall dead-letters list --waiting\``, EXIT.failed)
}

async function checkWebhookSecrets(check: string, notification: Notifications): Promise<Finding> {
  const { backlog } = await notification.getNotificationStatus()
  const unusable = backlog?.unusableWebhookEndpoints ?? 0
  if (unusable === 0) return ok(check, 'all can be decrypted')
  const message = `${unusable} can not be decrypted with WEBHOOK_SECRET_KEYS; see \`rollcall webhooks list\``
  return failed(check, message, EXIT.failed)
}

async function checkKeys(check: string, user: Operator['user']): Promise<Finding> {
  const { raw } = await user.listAllKeysRaw({ ...expiringKeys(), limit: 1, Prefer: 'count=exact' })
  const expiring = totalOf(raw)
  if (expiring === 0) return ok(check, 'no key in use expires within 14 days')
  const keys = expiring === 1 ? '1 key in use expires' : `${expiring} keys in use expire`
  return warning(check, `${keys} within 14 days; see \`rollcall keys list --expiring\``)
}

const totalOf = ({ headers }: Response) => Number(headers.get('x-total-count'))

/** A service does not know a number while the server that has it is unavailable. */
function total(numbers: readonly (number | null)[]): number | string {
  const known = numbers.filter((number) => number !== null)
  return known.length < numbers.length ? 'an unknown number' : sum(known)
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

function duration(ms: number): string {
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  if (ms >= MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return `${Math.round(ms / SECOND_MS)} s`
}
