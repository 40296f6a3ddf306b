import { mongo, type Model } from 'mongoose'
import { OutcomeUnknown } from '../errors.ts'

/** The positions of the writes that a unique index refused, each with the name of the index; the others are written. */
export type Refused = ReadonlyMap<number, string>

const NONE: Refused = new Map()
const DUPLICATE_KEY = 11_000
const ID_INDEX = '_id_'

/** Inserts records under ids that others may use, too. @throws OutcomeUnknown */
export async function insert<T>(model: Model<T>, records: T[]): Promise<Refused> {
  try {
    // Lean: records come from the domain as the schema wants them, so that nothing is cast, validated or defaulted.
    await model.insertMany(records, { lean: true, ordered: false })
    return NONE
  } catch (error) {
    return refusedIn(error)
  }
}

/**
 * Inserts records under ids that a counter has allotted to them, and to nothing else: what is found under such an id is
 * the record, written by this try or an earlier one. So an unknown outcome, or a refusal that may be the record's own
 * doing, is looked up, and counts as done only once a majority of the servers has the record.
 *
 * @throws OutcomeUnknown when a record may be written and is not found
 */
export async function insertAllotted<T extends { _id: number }>(
  model: Model<T>,
  records: T[],
): Promise<Refused> {
  let refused: Refused
  try {
    refused = await insert(model, records)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    const written = await writtenOf(model, records)
    if (records.every(({ _id }) => written.has(_id))) return NONE
    throw error
  }
  return refused.size === 0 ? NONE : withoutOwn(model, records, refused)
}

/** The refusals but for those of records that are there: which of several unique indexes refuses first is chance. */
async function withoutOwn<T extends { _id: number }>(
  model: Model<T>,
  records: readonly T[],
  refused: Refused,
): Promise<Refused> {
  const written = await writtenOf(
    model,
    records.filter((_, i) => refused.has(i)),
  )
  const others = [...refused].filter(([i]) => !written.has((records[i] as T)._id))
  if (others.some(([, index]) => index === ID_INDEX))
    throw new OutcomeUnknown('mongodb', 'written, but not on a majority')
  return new Map(others)
}

async function writtenOf<T extends { _id: number }>(
  model: Model<T>,
  records: readonly T[],
): Promise<ReadonlySet<number>> {
  const ids = records.map(({ _id }) => _id)
  const found = await model.find().where('_id').in(ids).select('_id').readConcern('majority').lean()
  return new Set(found.map(({ _id }) => _id))
}

/** Updates in one round trip, in no order; `matched` counts only when none was refused. @throws OutcomeUnknown */
export async function updateTogether<T>(
  model: Model<T>,
  updates: Parameters<Model<T>['bulkWrite']>[0],
): Promise<{ matched: number; refused: Refused }> {
  try {
    // Without throwOnValidationError an update that does not fit the schema would be left out in silence.
    const options = { ordered: false, throwOnValidationError: true, timestamps: false } as const
    const { matchedCount } = await model.bulkWrite(updates, options)
    return { matched: matchedCount, refused: NONE }
  } catch (error) {
    return { matched: 0, refused: refusedIn(error) }
  }
}

/** The one reading of what a bulk throws: anything but duplicates (a disk that is full, a lost server) is thrown on. */
function refusedIn(error: unknown): Refused {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error
  const faults = [error.writeErrors].flat()
  if (faults.length === 0 || faults.some(({ code }) => code !== DUPLICATE_KEY)) throw error
  return new Map(faults.map(({ index, errmsg = '' }) => [index, indexNamedIn(errmsg)]))
}

/** The name of the unique index that refused a single write, or undefined when it was another failure. */
export function refusedBy(error: unknown): string | undefined {
  const isDuplicate = error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY
  return isDuplicate ? indexNamedIn(error.message) : undefined
}

/** The driver keeps nothing but the server's words: "E11000 duplicate key error collection: c index: i dup key: …". */
const indexNamedIn = (message: string): string => / index: (\S+)/.exec(message)?.[1] ?? ''
