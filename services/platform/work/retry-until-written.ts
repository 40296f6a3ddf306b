import { Unavailable } from '../errors.ts'

/** After this many lost races in a row the caller gets a 503. */
const MAX_ATTEMPTS = 50

/**
 * Repeats a read and a conditional write until no other write came in between.
 *
 * @param collection the name for the log
 * @param attempt reads, decides and writes; undefined when another write came in between
 * @throws Unavailable after too many lost races
 */
export async function retryUntilWritten<T>(
  collection: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new Unavailable(collection, `lost ${MAX_ATTEMPTS} races with other writes`)
}
