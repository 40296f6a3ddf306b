import { mongo, type IndexOptions, type Model, type QueryFilter } from 'mongoose'

const NAMESPACE_NOT_FOUND = 26
const COMPARED_OPTIONS = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const

type Index = Pick<IndexOptions, (typeof COMPARED_OPTIONS)[number]>

/**
 * Builds and verifies the indexes that a schema declares. Uniqueness depends on them, so the service must not
 * start without them. Builds only those that are missing, all in one command, so a restart does not load a
 * busy collection. Several processes may call it at the same time.
 * @throws Error when an index is not what was declared
 */
export async function buildIndexes<T>(model: Model<T>): Promise<void> {
  const missing = await missingIndexes(model)
  if (missing.length === 0) return
  await model.collection.createIndexes(missing)
  const [wrong] = await missingIndexes(model)
  if (wrong)
    throw new Error(
      `index ${JSON.stringify(wrong.key)} of ${model.modelName} is missing or is not what was declared`,
    )
}

async function missingIndexes<T>(model: Model<T>) {
  const existing = await existingIndexes(model)
  return model.schema
    .indexes()
    .map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription & Index)
    .filter((declared) => {
      const index = existing.find(({ key }) => JSON.stringify(key) === JSON.stringify(declared.key))
      return !index || optionsOf(index) !== optionsOf(declared)
    })
}

async function existingIndexes<T>(model: Model<T>): Promise<(Index & { key: unknown })[]> {
  try {
    return (await model.listIndexes()) as (Index & { key: unknown })[]
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === NAMESPACE_NOT_FOUND) return []
    throw error
  }
}

/** A server may leave out an option that is false. */
const optionsOf = (index: Index): string =>
  JSON.stringify(COMPARED_OPTIONS.map((name) => (index[name] === false ? undefined : index[name])))

/**
 * Operators choose some ids (groups, accounts), and can choose any safe integer. The counter ignores ids
 * above this one, so that it never runs out.
 */
const MAX_COUNTED_ID = Number.MAX_SAFE_INTEGER / 2

/** The highest id that the counter has to pass; 0 if there is none. */
export async function highestId<R extends { _id: number }>(model: Model<R>): Promise<number> {
  const counted = { _id: { $lt: MAX_COUNTED_ID } } as QueryFilter<R>
  return (await model.findOne(counted).sort({ _id: -1 }).select('_id').lean<R>())?._id ?? 0
}
