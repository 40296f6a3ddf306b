import type { Model, QueryFilter, UpdateQuery } from 'mongoose'

/** Records that one command changes. More could take longer than the time-out of the socket, and hold up other writes. */
const STEP_SIZE = 1_000

/** Updates any number of records. An updated record must no longer match the filter. */
export async function updateInSteps<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
  update: UpdateQuery<R>,
  stepSize = STEP_SIZE,
): Promise<void> {
  await inSteps(model, filter, stepSize, async (step) => {
    await model.updateMany(step, update)
  })
}

/** @returns how many were deleted */
export async function deleteInSteps<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
): Promise<number> {
  let deleted = 0
  await inSteps(model, filter, STEP_SIZE, async (step) => {
    deleted += (await model.deleteMany(step)).deletedCount
  })
  return deleted
}

async function inSteps<R extends { _id: number }>(
  model: Model<R>,
  filter: QueryFilter<R>,
  stepSize: number,
  work: (step: QueryFilter<R>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const ids = (await model.find(filter, { _id: 1 }).limit(stepSize).lean<R[]>()).map(({ _id }) => _id)
    if (ids.length > 0) await work({ ...filter, _id: { $in: ids } })
    if (ids.length < stepSize) return
  }
}
