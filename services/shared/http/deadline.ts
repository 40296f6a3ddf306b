import { DependencyUnavailable } from '../errors.ts'

/**
 * Waits for work at most so long. Work that is overtaken goes on, bounded by the time-outs of what it waits for; its
 * outcome is unknown to the caller, as with every 503.
 *
 * @param awaited what the work is, for the log
 * @throws DependencyUnavailable
 */
export function within<T>(ms: number, awaited: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DependencyUnavailable(awaited, 'not done in time')), Math.max(0, ms))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
