import type { Model, QueryFilter, UpdateQuery } from 'mongoose'
import type { StepRange, StepResult } from '../domain/step.ts'

/**
 * Records that one command looks up or changes. More could take longer than the time-out of the socket, and
 * hold up other writes.
 */
export const STEP_SIZE = 250

/**
 * Runs `work` on one part of the values after the other, at most `size` at a time.
 * @returns all results, in order
 */
export async function inSteps<V, T>(
  values: readonly V[],
  work: (part: readonly V[]) => Promise<readonly T[]>,
  size = STEP_SIZE,
): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < values.length; start += size)
    results.push(...(await work(values.slice(start, start + size))))
  return results
}

/**
 * Works on the next records that match, in the order of their ids.
 * @param work returns how many records it has changed or removed
 */
export async function doStep<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
  { afterId, limit }: StepRange,
  work: (ids: readonly number[]) => Promise<number>,
): Promise<StepResult> {
  const inRange = { ...filter, _id: { $gt: afterId } } as QueryFilter<R>
  const found = model.find(inRange, { _id: 1 }).sort({ _id: 1 }).limit(limit)
  const ids = (await found.lean<R[]>()).map(({ _id }) => _id)
  const records = ids.length === 0 ? 0 : await work(ids)
  return { records, done: ids.length < limit, after: ids.at(-1) ?? afterId }
}

/** Updates any number of records. An updated record must no longer match the filter. */
export async function updateInSteps<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
  update: UpdateQuery<R>,
): Promise<void> {
  await forEachStep(model, filter, async (step) => {
    await model.updateMany(step, update)
  })
}

/** @returns how many were deleted */
export async function deleteInSteps<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
): Promise<number> {
  let deleted = 0
  await forEachStep(model, filter, async (step) => {
    deleted += (await model.deleteMany(step)).deletedCount
  })
  return deleted
}

async function forEachStep<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
  work: (step: QueryFilter<R>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const ids = (await model.find(filter, { _id: 1 }).limit(STEP_SIZE).lean<R[]>()).map(({ _id }) => _id)
    if (ids.length > 0) await work({ ...filter, _id: { $in: ids } })
    if (ids.length < STEP_SIZE) return
  }
}
