import type { Model, QueryFilter, UpdateQuery } from 'mongoose'
import type { PersonJobRecord } from './record.ts'
import { WORKING_SERVICES, type WorkingService } from './rules.ts'

/** What a service has done. */
export interface Finished {
  readonly service: WorkingService
  readonly records: number
  readonly at: Date
}

/**
 * Writes into the receipt what a service has done, after each pass; the first one sets the dates.
 * @param chosen the record, unless it was begun again meanwhile
 */
export async function writeReceipt<P, R extends PersonJobRecord<P>>(
  model: Model<R>,
  chosen: QueryFilter<R>,
  { service, records, at }: Finished,
): Promise<void> {
  const update = (filter: object, change: object) =>
    model.updateOne({ ...chosen, ...filter } as QueryFilter<R>, change as UpdateQuery<R>)
  const of = `services.${service}`
  // Before the date: who reads it as finished reads the number. More may be found in the second pass.
  await update({}, { $max: { [`${of}.records`]: records } })
  await update({ [`${of}.finishedAt`]: null }, { $set: { [`${of}.finishedAt`]: at } })
  const allFinished = Object.fromEntries(
    WORKING_SERVICES.map((name) => [`services.${name}.finishedAt`, { $ne: null }]),
  )
  await update({ ...allFinished, finishedAt: null }, { $set: { finishedAt: at }, $unset: { inProgress: '' } })
}

export const personJobFilter = <R>({ inProgress }: { readonly inProgress: boolean }): QueryFilter<R> =>
  (inProgress ? { inProgress: true } : {}) as QueryFilter<R>
