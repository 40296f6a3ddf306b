import type { Document } from 'mongodb'
import type { Portal } from './portal.ts'
import type { Scene } from './scene.ts'

export type Records = Awaited<ReturnType<Portal['records']>>

/** What is kept for a time and shows nothing: counters, keys of requests, what pauses a lane. */
const UNSEEN = new Set(['counters', 'idempotencyKeys', 'webhookLanes', 'newestUsers'])
/** A field that says for when something is due, or which process holds it. */
const WAITING = /^(dueAt|claim|\w+DueAt|\w+Claim)$/
/**
 * Fields that differ whenever a request is repeated, and `leaving`: a deletion that ended before it was
 * decided hinders nobody, and the next change of the group or its next deletion takes it over.
 */
const VOLATILE = new RegExp(
  String.raw`^(resentBy|trace\w*|version|revision|change|\w*[nN]umbers?|last(Used\w+|Error)|` +
    String.raw`failedAt|leaving|errorClass|\w+Before|events)$`,
)
const SEEN_IDS = /^(groupIds?|parentId|homeGroupId|registrationExternalId|externalId|loginName)$/

/** Differs, too, unless the caller gives it. */
const ID = /^(_id|id|\w+Id)$/

/** Whether a field is the same whenever a request is repeated. */
const isCompared = (name: string, value: unknown, tag: string): boolean =>
  SEEN_IDS.test(name) ||
  !(VOLATILE.test(name) || WAITING.test(name) || (ID.test(name) && !String(value).includes(tag)))

const of = (records: Records, collection: string): Document[] =>
  records.flatMap((found) => (found.collection === collection ? [found.record] : []))

/** What waits: for a lease to end, for a time, for a broker. */
export const waitingIn = (records: Records): string[] =>
  records.flatMap(({ collection, record }) => [
    ...Object.keys(record)
      .filter((field) => WAITING.test(field))
      .map((field) => `${collection} ${record['_id']} has ${field}`),
    ...Object.entries<Document>(record['work'] ?? {}).flatMap(([service, { dueAt }]) =>
      dueAt ? [`${collection} ${record['_id']} has work of the service ${service}`] : [],
    ),
    ...(record['inProgress'] ? [`${collection} ${record['_id']} is in progress`] : []),
    ...(record['events']?.length > 0 && !('url' in record)
      ? [`${collection} ${record['_id']} has events`]
      : []),
  ])

/** What must not be, whatever has happened. */
export function faultsIn(records: Records): string[] {
  const groups = new Set(of(records, 'groups').flatMap(({ _id, isDeleted }) => (isDeleted ? [] : [_id])))
  const accounts = new Map(
    of(records, 'serviceAccounts').map(({ _id, createdAt }) => [_id, Number(createdAt)]),
  )
  const stopped = new Set(of(records, 'merges').flatMap(({ _id, reason }) => (reason ? [_id] : [])))
  const inDeletedGroup = (ids: readonly number[]) => ids.filter((id) => !groups.has(id))
  return [
    ...of(records, 'users').flatMap(({ _id, deleted, groupIds }) =>
      deleted ? [] : inDeletedGroup(groupIds).map((id) => `user ${_id} is in the deleted group ${id}`),
    ),
    ...of(records, 'serviceAccounts').flatMap(({ _id, grants, homeGroupId }) =>
      inDeletedGroup([
        ...grants.map(({ groupId }: Document) => groupId),
        ...(homeGroupId ? [homeGroupId] : []),
      ]).map((id) => `account ${_id} names the deleted group ${id}`),
    ),
    ...of(records, 'keys').flatMap(({ _id, accountId, accountCreatedAt }) =>
      accounts.get(accountId) === Number(accountCreatedAt) ? [] : [`key ${_id} has no account`],
    ),
    ...of(records, 'users').flatMap(({ _id, mergedInto }) =>
      mergedInto && stopped.has(_id) ? [`user ${_id} is merged, but that merge was stopped`] : [],
    ),
  ]
}

/** Without secrets and ports, and without the dates and ids of JSON. */
const textOf = (value: string): string =>
  value
    .replace(/^\d+:\d+:/, '*:') // the user and the course of an import
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/[\w+/-]{20,}/g, '*')
    .replace(/[\d-]{10}T[\d:.]+Z/g, 'DATE')
    .replace(/(?<="\w*[iI]d":|erased-|scim-)\d+/g, '*')

/** What somebody can see of a scene, without what differs whenever a request is repeated. */
export function seenIn(records: Records, { tag, group, otherGroup }: Scene): string[] {
  const groups = new Set(of(records, 'groups').flatMap(({ _id, isDeleted }) => (isDeleted ? [] : [_id])))
  const label = (value: number) => (value === group ? 'GROUP' : value === otherGroup ? 'OTHER' : '*')
  const plain = (value: unknown, field: string): unknown => {
    if (value instanceof Date) return 'DATE'
    if (value === undefined || value === null) return undefined
    if (typeof value === 'number') return SEEN_IDS.test(field) ? label(value) : undefined
    if (typeof value === 'string') return textOf(value.replaceAll(tag, '#'))
    if (Array.isArray(value)) return value.map((item) => plain(item, field) ?? '*')
    if (typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, item]) => isCompared(name, item, tag))
        .map(([name, item]) => [name, plain(item, name)]),
    )
  }
  return (
    records
      .filter(({ collection }) => !UNSEEN.has(collection))
      .filter(({ collection, record }) => !(collection === 'groups' && record['isDeleted']))
      // Nobody is shown a deleted person whose groups are gone. One whose create was undone stays as deleted,
      // for who has seen it meanwhile.
      .filter(
        ({ collection, record }) =>
          !(
            collection === 'users' &&
            record['deleted'] &&
            (record['loginName'] === `${tag}.new` || !record['groupIds'].some((id: number) => groups.has(id)))
          ),
      )
      .map(({ collection, record }) => `${collection} ${JSON.stringify(plain(record, ''))}`)
      .sort()
  )
}

/** What has come and what has gone. */
export function difference(before: readonly string[], after: readonly string[]): string {
  const rest = [...before]
  const added = after.filter((line) => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [...rest.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n')
}
