import { mongo } from 'mongoose'

/** The positions of the writes that an unordered bulk refused; anything but refused writes is thrown. */
export async function refusals(bulk: () => Promise<unknown>): Promise<ReadonlySet<number>> {
  try {
    await bulk()
    return new Set()
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error
    const faults = [error.writeErrors].flat()
    // The driver wraps whatever went wrong with a bulk, a lost connection too.
    if (faults.length === 0) throw error.errorResponse instanceof Error ? error.errorResponse : error
    return new Set(faults.map(({ index }) => index))
  }
}
