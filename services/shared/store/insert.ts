import { mongo, type Model } from 'mongoose'
import { OutcomeUnknown } from '../errors.ts'

/** The positions of the writes that a unique index refused, each with the name of the index; the others are written. */
export type Refused = ReadonlyMap<number, string>

const NONE: Refused = new Map()
const NOTHING: ReadonlySet<number> = new Set()
const DUPLICATE_KEY = 11_000
const ID_INDEX = '_id_'

/** What became of records inserted under ids of their own. */
export interface Inserted {
  readonly refused: Refused
  /** Ids of records that exist, written by this try or an earlier one, possibly with other fields. */
  readonly found: ReadonlySet<number>
}

/** Inserts records whose ids others may use too. @throws OutcomeUnknown */
export async function insert<T>(model: Model<T>, records: T[]): Promise<Refused> {
  try {
    // Lean: the records already fit the schema, so nothing is cast, validated or defaulted.
    await model.insertMany(records, { lean: true, ordered: false })
    return NONE
  } catch (error) {
    return duplicatesIn(error)
  }
}

/**
 * Inserts records under ids that a counter has issued for them only: a record found under such an id is this
 * one, written by this try or an earlier one. So an unknown outcome, or a refusal that the record itself may
 * have caused, is looked up; it counts as written only when a majority of the servers has it.
 *
 * @throws OutcomeUnknown when a record may be written and is not found
 */
export async function insertReserved<T extends { _id: number }>(
  model: Model<T>,
  records: T[],
): Promise<Inserted> {
  let refused: Refused
  try {
    refused = await insert(model, records)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    const written = await writtenOf(model, records)
    if (records.every(({ _id }) => written.has(_id))) return { refused: NONE, found: written }
    throw error
  }
  return refused.size === 0 ? { refused, found: NOTHING } : withoutOwn(model, records, refused)
}

/**
 * The refusals without those of records that exist: which of several unique indexes refuses first is chance.
 */
async function withoutOwn<T extends { _id: number }>(
  model: Model<T>,
  records: readonly T[],
  refused: Refused,
): Promise<Inserted> {
  const written = await writtenOf(
    model,
    records.filter((_, i) => refused.has(i)),
  )
  const others = [...refused].filter(([i]) => !written.has((records[i] as T)._id))
  if (others.some(([, index]) => index === ID_INDEX))
    throw new OutcomeUnknown('mongodb', 'written, but not on a majority')
  return { refused: new Map(others), found: written }
}

async function writtenOf<T extends { _id: number }>(
  model: Model<T>,
  records: readonly T[],
): Promise<ReadonlySet<number>> {
  const ids = records.map(({ _id }) => _id)
  const found = await model.find().where('_id').in(ids).select('_id').readConcern('majority').lean()
  return new Set(found.map(({ _id }) => _id))
}

/**
 * Updates in one round trip, unordered; `matched` counts only when none was refused. @throws OutcomeUnknown
 */
export async function bulkUpdate<T>(
  model: Model<T>,
  updates: Parameters<Model<T>['bulkWrite']>[0],
): Promise<{ matched: number; refused: Refused }> {
  try {
    // Without throwOnValidationError an update that does not fit the schema would be skipped silently.
    const options = { ordered: false, throwOnValidationError: true, timestamps: false } as const
    const { matchedCount } = await model.bulkWrite(updates, options)
    return { matched: matchedCount, refused: NONE }
  } catch (error) {
    return { matched: 0, refused: duplicatesIn(error) }
  }
}

/**
 * The one place that reads the error of a bulk: anything but duplicates (a full disk, a lost server) is
 * rethrown.
 */
function duplicatesIn(error: unknown): Refused {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error
  const faults = [error.writeErrors].flat()
  if (faults.length === 0 || faults.some(({ code }) => code !== DUPLICATE_KEY)) throw error
  return new Map(faults.map(({ index, errmsg = '' }) => [index, indexNamedIn(errmsg)]))
}

/** The name of the unique index that refused a single write, or undefined when it was another failure. */
export function violatedIndex(error: unknown): string | undefined {
  const isDuplicate = error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY
  return isDuplicate ? indexNamedIn(error.message) : undefined
}

/**
 * The index is named in the server's message only: "E11000 duplicate key error collection: c index: i dup
 * key: …".
 */
const indexNamedIn = (message: string): string => / index: (\S+)/.exec(message)?.[1] ?? ''
