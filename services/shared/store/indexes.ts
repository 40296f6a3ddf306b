import type { Model } from 'mongoose'

/**
 * Builds the indexes that a schema declares and looks that they are there: uniqueness rests on them alone, so the
 * service must not answer without.
 */
export async function buildIndexes<T>(model: Model<T>): Promise<void> {
  await model.createIndexes()
  const built = await model.collection.indexes()
  for (const [keys, options] of model.schema.indexes()) {
    const wanted = JSON.stringify(keys)
    const found = built.find((index) => JSON.stringify(index.key) === wanted)
    if (!found || Boolean(found.unique) !== Boolean(options.unique))
      throw new Error(`index ${wanted} of ${model.collection.name} is missing or is not what was declared`)
  }
}
