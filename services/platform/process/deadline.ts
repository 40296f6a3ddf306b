import { Unavailable } from '../errors.ts'

/** Thrown when an operation did not end in time. Whether it was done is unknown. */
export class DeadlineExceeded extends Unavailable {
  constructor(what: string, ms: number) {
    super(what, `did not end within ${ms} ms`)
    this.message = `${what} did not end within ${ms} ms`
  }
}

/**
 * Waits for an operation of a library, whose own timeouts do not cover every case. The result of an operation
 * that ends later is ignored.
 *
 * @param what names the operation in the error
 * @param work gets a signal that aborts at the deadline
 * @throws DeadlineExceeded
 */
export function withDeadline<T>(
  ms: number,
  what: string,
  work: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const expired = new AbortController()
  const timer = setTimeout(() => {
    const error = new DeadlineExceeded(what, ms)
    reject(error)
    expired.abort(error)
  }, ms)
  const end = () => clearTimeout(timer)
  // A function that throws before it returns a promise rejects too.
  const started = new Promise<T>((start) => start(work(expired.signal)))
  void started.then(resolve, reject).finally(end)
  return promise
}
