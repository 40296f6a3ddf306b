import mongoose from 'mongoose'
import type { TestResponse } from './client.ts'
import { eventually } from './eventually.ts'

type Method = (this: unknown, ...args: any[]) => unknown

/** A call that never settles, once it has been made. */
export interface HungCall {
  readonly happened: boolean
  /** Call it when the call may not have been made. */
  restore(): void
}

interface Options {
  /** Which call; the next one by default. */
  readonly when?: ((...args: any[]) => boolean) | undefined
  /** Whether the operation is done all the same. */
  readonly isDone?: boolean
}

/** Long enough for an operation that does not hang, on a busy machine. */
export const STORE_DEADLINE_MS = 1_000

/** Lets the next call of a method never settle, or the reading of the cursor that it returns. */
export function hangNext(
  owner: object,
  method: string,
  { when = () => true, isDone = false }: Options = {},
): HungCall {
  const methods = owner as Record<string, Method>
  const original = methods[method] as Method
  const restore = () => void (methods[method] = original)
  let happened = false
  methods[method] = function (...args) {
    if (happened || !when.call(this, ...args)) return original.apply(this, args)
    happened = true
    restore()
    if (method === 'find' || method === 'aggregate')
      return Object.assign(original.apply(this, args) as object, { toArray: never })
    if (isDone) void Promise.resolve(original.apply(this, args)).catch(() => undefined)
    return never()
  }
  return {
    get happened() {
      return happened
    },
    restore,
  }
}

/** The same for an operation of MongoDB's driver on the collection of this name in a database. */
export const hangNextOn = (
  [database, collection]: readonly [database: string, collection: string],
  method: string,
  { when = () => true, isDone = false }: Options = {},
): HungCall =>
  hangNext(mongoose.mongo.Collection.prototype, method, {
    isDone,
    when(this: { dbName: string; collectionName: string }, ...args) {
      // The driver's own `findOne` calls `find`, with this option.
      const isInner = method === 'find' && args[1]?.singleBatch === true
      return this.dbName === database && this.collectionName === collection && !isInner && when(...args)
    },
  })

const never = () => new Promise<never>(() => undefined)

/** Repeats a request as callers do: after a 503, or while the first one with its key is in flight. */
export const insistWith =
  (clock: { advance(ms: number): void }) =>
  (send: () => Promise<TestResponse>, ...statuses: readonly number[]): Promise<any> =>
    eventually(async () => {
      const response = await send()
      if (response.status === 409) clock.advance(1_000 * Number(response.headers.get('retry-after')))
      expect(statuses).toContain(response.status)
      return response.body
    })
