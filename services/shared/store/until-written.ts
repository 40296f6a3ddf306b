import { DependencyUnavailable } from '../errors.ts'

/** Somebody else was faster this often in a row: answer 503 rather than go on for ever. */
const MOST_TRIES = 50

/**
 * Compare-and-set, again and again until nobody was faster.
 *
 * @param collection what is written to, for the log
 * @param attempt reads, decides and writes; undefined when somebody else has written in between
 * @throws DependencyUnavailable when somebody always has
 */
export async function untilWritten<T>(collection: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new DependencyUnavailable(collection, `others were faster ${MOST_TRIES} times in a row`)
}
