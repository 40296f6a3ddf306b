import type { Model, QueryFilter } from 'mongoose'
import type { Scope } from '../domain/account.ts'
import type { FoundPage, Page } from '../domain/page.ts'
import { BATCH_SIZE, findPage, queryPage, readBatches, type List } from './page.ts'

/** A list of the records that are visible in a scope, by id. */
export interface VisibleList<R> extends Pick<List<R>, 'filter' | 'fields'> {
  /** Undefined for the records of all groups. */
  readonly scope: Scope | undefined
  /**
   * The fields with ids of groups, for example `course.groupIds`. A record is visible if each of them has a
   * group in scope. An index starts with the first field and the id.
   */
  readonly groupFields: readonly string[]
  /** Whether the filter has a condition that another index serves. */
  readonly isIndexed: boolean
}

/**
 * MongoDB reads this many ranges of an index in the order of the ids (`internalQueryMaxScansToExplode`). With
 * more ranges it reads every record in them and sorts.
 */
const MAX_RANGES = 200
/** With more groups in scope, so many records are visible that it is faster to read records of all groups. */
const MAX_MERGED_GROUPS = 5 * MAX_RANGES
/** How many pages of records are read before the groups are sent to the database after all. */
const MAX_PAGES_READ = 10

/**
 * One page of a list, whatever the number of groups in scope:
 * - Up to {@link MAX_RANGES}: one query.
 * - Up to {@link MAX_MERGED_GROUPS}: one query for each {@link MAX_RANGES} groups, merged.
 * - More: reads records of all groups in the order of their ids and keeps the visible ones. If few are, the
 *   database has to select the rest of the page.
 */
export async function findVisiblePage<R extends { _id: number }, T>(
  model: Model<R>,
  list: VisibleList<R>,
  page: Page,
  toValue: (record: R) => T,
): Promise<FoundPage<T>> {
  const { scope } = list
  if (!scope) return findPage(model, list, page, toValue)
  const groupIds = scope
    .idsAbove(0)
    .take(MAX_MERGED_GROUPS + 1)
    .toArray()
  const isLarge = groupIds.length > MAX_MERGED_GROUPS
  const isOneQuery = page.offset > 0 || groupIds.length <= MAX_RANGES || (list.isIndexed && !isLarge)
  if (isOneQuery)
    return findPage(model, { filter: visibleFilter(list), fields: list.fields ?? {} }, page, toValue)
  const find = (visible: VisibleList<R>) =>
    isLarge ? readVisible(model, visible, page) : findMerged(model, visible, groupIds, page)
  if (page.limit <= BATCH_SIZE) {
    const found = await find(list)
    return { keys: found.map(({ _id }) => _id), records: found.slice(0, page.limit).map(toValue) }
  }
  const keys = (await find({ ...list, fields: { _id: 1 } })).map(({ _id }) => _id)
  // Checked again, because a slow caller reads for longer than a record may stay visible.
  const isStillVisible = visibleIn<R>(list)
  const batches = readBatches(model, withGroups(list), keys.slice(0, page.limit), (record) => record)
  return {
    keys,
    records: (async function* () {
      for await (const batch of batches) yield batch.filter(isStillVisible).map(toValue)
    })(),
  }
}

/**
 * The number of records in the list. The database counts what is visible, so this takes as long as there are
 * such records.
 */
export function countVisible<R>(model: Model<R>, list: VisibleList<R>): Promise<number> {
  return model.countDocuments(visibleFilter(list))
}

/** The filter with the condition that a record is visible. */
function visibleFilter<R>({ filter, scope, groupFields }: VisibleList<R>): QueryFilter<R> {
  if (!scope) return filter
  const groupIds = scope.ids()
  return { ...filter, ...Object.fromEntries(groupFields.map((field) => [field, { $in: groupIds }])) }
}

/** The first records of each part of the groups are the first records of all. */
async function findMerged<R extends { _id: number }>(
  model: Model<R>,
  list: VisibleList<R>,
  groupIds: readonly number[],
  page: Page,
): Promise<R[]> {
  const [indexedField = ''] = list.groupFields
  const parts = Array.from({ length: Math.ceil(groupIds.length / MAX_RANGES) }, (_, i) =>
    groupIds.slice(i * MAX_RANGES, (i + 1) * MAX_RANGES),
  )
  const found = await Promise.all(
    parts.map((part) => {
      const filter = { ...visibleFilter(list), [indexedField]: { $in: part } }
      return queryPage(model, { ...list, filter }, page).lean<R[]>()
    }),
  )
  // A record with groups in two parts is found twice.
  const byId = new Map(found.flat().map((record) => [record._id, record]))
  return [...byId.values()].sort((a, b) => a._id - b._id).slice(0, page.limit + 1)
}

async function readVisible<R extends { _id: number }>(
  model: Model<R>,
  list: VisibleList<R>,
  { afterId, limit }: Page,
): Promise<R[]> {
  const isVisible = visibleIn<R>(list)
  const found: R[] = []
  let last = afterId
  for (let pagesRead = 0; pagesRead < MAX_PAGES_READ; pagesRead++) {
    const next = { afterId: last, offset: 0, limit }
    // By the index of ids, whatever else the filter has.
    const filter = { ...list.filter, _id: { $gt: last } } as QueryFilter<R>
    const records = await queryPage(model, withGroups({ ...list, filter }), next).lean<R[]>()
    found.push(...records.filter(isVisible))
    if (found.length > limit || records.length <= limit) return found.slice(0, limit + 1)
    last = records.at(-1)?._id as number
  }
  const rest = { afterId: last, offset: 0, limit: limit - found.length }
  return [...found, ...(await queryPage(model, { ...list, filter: visibleFilter(list) }, rest).lean<R[]>())]
}

/** The list with the fields that {@link visibleIn} needs. */
const withGroups = <R>({ filter, fields = {}, groupFields }: VisibleList<R>): List<R> => ({
  filter,
  fields:
    Object.keys(fields).length === 0
      ? fields
      : { ...fields, ...Object.fromEntries(groupFields.map((field) => [field, 1 as const])) },
})

const visibleIn =
  <R>({ scope, groupFields }: VisibleList<R>) =>
  (record: R): boolean =>
    !scope || groupFields.every((field) => scope.includesAny(groupsIn(record, field.split('.'))))

const groupsIn = (record: unknown, path: readonly string[]): number[] =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], record) as number[]
