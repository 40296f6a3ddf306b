import { mongo, type IndexDefinition, type IndexOptions, type Model } from 'mongoose'

const NAMESPACE_NOT_FOUND = 26
const OPTIONS = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const

type Index = Pick<IndexOptions, (typeof OPTIONS)[number]>

/**
 * Builds and verifies the indexes that a schema declares. Uniqueness depends on them alone, so the service
 * must not answer without them. Builds only when one is missing, so a restart does not load a busy
 * collection; several processes may build at the same time.
 */
export async function buildIndexes<T>(model: Model<T>): Promise<void> {
  if ((await missing(model)).length === 0) return
  await model.createIndexes()
  const [keys] = await missing(model)
  if (keys)
    throw new Error(
      `index ${JSON.stringify(keys)} of ${model.modelName} is missing or is not what was declared`,
    )
}

async function missing<T>(model: Model<T>): Promise<IndexDefinition[]> {
  const built = await listed(model)
  return model.schema
    .indexes()
    .filter(([keys, options]) => {
      const found = built.find(({ key }) => JSON.stringify(key) === JSON.stringify(keys))
      return !found || textOf(found) !== textOf(options)
    })
    .map(([keys]) => keys)
}

async function listed<T>(model: Model<T>): Promise<(Index & { key: unknown })[]> {
  try {
    return (await model.listIndexes()) as (Index & { key: unknown })[]
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === NAMESPACE_NOT_FOUND) return []
    throw error
  }
}

const textOf = (index: Index): string =>
  JSON.stringify(OPTIONS.map((name) => (index[name] === false ? undefined : index[name])))
