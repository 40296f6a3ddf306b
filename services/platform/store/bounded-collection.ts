import { mongo, type Connection } from 'mongoose'
import { withDeadline, type DeadlineExceeded } from '../process/deadline.ts'
import { onOneConnection, prepareDriverConnections } from './driver-connection.ts'

/** Longer than the timeout of a socket, so that this ends only what the driver does not end. */
export const STORE_DEADLINE_MS = 15_000

interface Options {
  readonly deadlineMs: number
  /** Called for each operation that did not end in time. Its connection is closed. */
  readonly onExpired: (reason: DeadlineExceeded) => void
  /** Called before each operation. What it throws, the operation throws. */
  readonly requireUsable: () => void
}

type Method = (...args: unknown[]) => unknown

const METHODS = Object.entries(Object.getOwnPropertyDescriptors(mongo.Collection.prototype))
  .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
  .map(([name]) => name)

/**
 * Lets every operation on the collections of a connection end by a deadline, whatever the driver does. Call
 * it before models are declared. An operation that is ended so throws {@link DeadlineExceeded}; it may have
 * been done.
 */
export function boundCollections(connection: Connection, options: Options): void {
  prepareDriverConnections()
  const open = connection.collection.bind(connection)
  const known = new WeakSet<object>()
  connection.collection = ((...args: Parameters<typeof open>) => {
    const collection = open(...args)
    if (known.has(collection)) return collection
    known.add(collection)
    const methods = collection as unknown as Record<string, Method>
    for (const name of METHODS) {
      const method = methods[name]?.bind(collection)
      if (method) methods[name] = bounded(`${collection.name}.${name}`, method, options)
    }
    return collection
  }) as typeof open
}

/** The same method. The promise that it returns, or that of its cursor, rejects at the deadline. */
const bounded =
  (what: string, method: Method, options: Options): Method =>
  (...args) => {
    options.requireUsable()
    return onOneConnection((giveUp) => {
      const result = method(...args)
      if (isCursor(result)) result.toArray = bounded(what, result.toArray.bind(result), options)
      if (!isPromise(result)) return result
      return withDeadline(options.deadlineMs, what, (expired) => {
        expired.addEventListener('abort', () => {
          giveUp(expired.reason as DeadlineExceeded)
          options.onExpired(expired.reason as DeadlineExceeded)
        })
        return result
      })
    })
  }

const isPromise = (result: unknown): result is Promise<unknown> =>
  typeof (result as Partial<Promise<unknown>> | undefined)?.then === 'function'

const isCursor = (result: unknown): result is { toArray: Method } =>
  typeof (result as { toArray?: unknown } | undefined)?.toArray === 'function'
