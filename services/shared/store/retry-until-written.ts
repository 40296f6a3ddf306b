import { Unavailable } from '../errors.ts'

/** After this many lost races in a row: 503 instead of retrying forever. */
const MAX_ATTEMPTS = 50

/**
 * Repeats a compare-and-set until no other write came in between.
 *
 * @param collection what is written to, for the log
 * @param attempt reads, decides and writes; undefined when another write came in between
 * @throws Unavailable after too many lost races
 */
export async function retryUntilWritten<T>(
  collection: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new Unavailable(collection, `others were faster ${MAX_ATTEMPTS} times in a row`)
}
