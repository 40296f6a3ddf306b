import { mongo, type IndexDefinition, type Model } from 'mongoose'
import { OutcomeUnknown } from '../errors.ts'

/**
 * The positions of writes that violate a unique index, each with the name of the index, or "" when the server
 * does not name it. All others are written.
 */
type Duplicates = ReadonlyMap<number, string>

const NO_DUPLICATES: Duplicates = new Map()
const NO_IDS: ReadonlySet<number> = new Set()
const DUPLICATE_KEY = 11_000
const ID_INDEX = '_id_'

/** The result of an insert under reserved ids. */
export interface ReservedInsert {
  readonly duplicates: Duplicates
  /** Ids of records that an attempt has written, this one or an earlier one, possibly with other fields. */
  readonly alreadyStored: ReadonlySet<number>
}

/** Inserts records. @throws OutcomeUnknown as all writes, from `translateErrors` in unavailable.ts */
export async function insert<T>(model: Model<T>, records: T[]): Promise<Duplicates> {
  try {
    // Lean: the records already fit the schema, so nothing is cast, validated or defaulted.
    await model.insertMany(records, { lean: true, ordered: false })
    return NO_DUPLICATES
  } catch (error) {
    return duplicatesIn(error)
  }
}

/**
 * Inserts records under ids that a counter has issued for them, so a record with such an id was written by
 * this attempt or an earlier one. After an unknown outcome, or a duplicate that the record itself may have
 * caused, the ids are looked up. A record counts as written when a majority of the servers has it.
 *
 * @throws OutcomeUnknown when a record may be written and is not found
 */
export async function insertUnderReservedIds<T extends { _id: number }>(
  model: Model<T>,
  records: T[],
): Promise<ReservedInsert> {
  let duplicates: Duplicates
  try {
    duplicates = await insert(model, records)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    const alreadyStored = await storedIds(model, records)
    if (records.every(({ _id }) => alreadyStored.has(_id)))
      return { duplicates: NO_DUPLICATES, alreadyStored }
    throw error
  }
  if (duplicates.size === 0) return { duplicates, alreadyStored: NO_IDS }
  return withoutAlreadyStored(model, records, duplicates)
}

/**
 * Removes the duplicates of records that are already stored. A record can violate several unique indexes, of
 * which the server reports any one.
 */
async function withoutAlreadyStored<T extends { _id: number }>(
  model: Model<T>,
  records: readonly T[],
  duplicates: Duplicates,
): Promise<ReservedInsert> {
  const rejected = records.filter((_, i) => duplicates.has(i))
  const alreadyStored = await storedIds(model, rejected)
  const others = [...duplicates].filter(([i]) => !alreadyStored.has((records[i] as T)._id))
  if (others.some(([, index]) => index === ID_INDEX))
    throw new OutcomeUnknown('mongodb', 'written, but not on a majority')
  return { duplicates: new Map(others), alreadyStored }
}

async function storedIds<T extends { _id: number }>(
  model: Model<T>,
  records: readonly T[],
): Promise<ReadonlySet<number>> {
  const ids = records.map(({ _id }) => _id)
  const stored = await model.find().where('_id').in(ids).select('_id').lean()
  return new Set(stored.map(({ _id }) => _id))
}

/**
 * Updates records in one round trip, in any order. `matched` counts only when there are no duplicates.
 * @throws OutcomeUnknown
 */
export async function bulkUpdate<T>(
  model: Model<T>,
  updates: Parameters<Model<T>['bulkWrite']>[0],
): Promise<{ matched: number; duplicates: Duplicates }> {
  try {
    // Without throwOnValidationError an update that does not fit the schema would be skipped silently.
    const options = { ordered: false, throwOnValidationError: true, timestamps: false } as const
    const { matchedCount } = await model.bulkWrite(updates, options)
    return { matched: matchedCount, duplicates: NO_DUPLICATES }
  } catch (error) {
    return { matched: 0, duplicates: duplicatesIn(error) }
  }
}

/**
 * Rethrows errors of any other kind. The driver drops the keys of a bulk's duplicates, so the text has to
 * name the index.
 */
function duplicatesIn(error: unknown): Duplicates {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error
  const writeErrors = [error.writeErrors].flat()
  if (writeErrors.length === 0 || writeErrors.some(({ code }) => code !== DUPLICATE_KEY)) throw error
  return new Map(writeErrors.map(({ index, errmsg = '' }) => [index, indexNamedIn(errmsg)]))
}

/**
 * The name of the unique index that a single write violates, or "" when the server does not name it;
 * undefined when the write failed in another way.
 */
export function violatedIndex<T>(model: Model<T>, error: unknown): string | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return undefined
  const keys: unknown = error['keyPattern']
  return keys === undefined ? indexNamedIn(error.message) : indexWithKeys(model, keys)
}

function indexWithKeys<T>(model: Model<T>, keys: unknown): string {
  const text = JSON.stringify(keys)
  if (text === '{"_id":1}') return ID_INDEX
  const index = model.schema.indexes().find(([declared]) => JSON.stringify(declared) === text)
  if (!index) return ''
  const [declared, { name }] = index
  return name ?? defaultNameOf(declared)
}

/** The name that the server gives to an index without one: `course.id_1_open_1`. */
const defaultNameOf = (keys: IndexDefinition): string => Object.entries(keys).flat().join('_')

/** MongoDB: "E11000 duplicate key error collection: c index: i dup key: …". DocumentDB: "… Index 'i'". */
function indexNamedIn(message: string): string {
  const [, mongodb, documentdb] = / index: (\S+)|Index '([^']+)'/.exec(message) ?? []
  return mongodb ?? documentdb ?? ''
}
