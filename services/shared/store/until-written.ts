import { DependencyUnavailable } from '../errors.ts'

/** After this many lost races in a row: 503 instead of retrying forever. */
const MOST_TRIES = 50

/**
 * Repeats a compare-and-set until no other write came in between.
 *
 * @param collection what is written to, for the log
 * @param attempt reads, decides and writes; undefined when another write came in between
 * @throws DependencyUnavailable after too many lost races
 */
export async function untilWritten<T>(collection: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new DependencyUnavailable(collection, `others were faster ${MOST_TRIES} times in a row`)
}
