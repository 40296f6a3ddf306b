import { Unavailable } from './errors.ts'

/**
 * Ends the wait for work after `ms`, whatever the work does. Its outcome is then unknown.
 *
 * @param what the work is, or the server that it waits for, for the log
 * @param work gets a signal that aborts at the deadline
 * @throws Unavailable at the deadline
 */
export async function withDeadline<T>(
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => {
      const error = new Unavailable(what, `not done within ${ms} ms`)
      reject(error)
      abort.abort(error)
    },
    Math.max(0, ms),
  )
  try {
    return await Promise.race([work(abort.signal), ended])
  } finally {
    clearTimeout(timer)
  }
}
