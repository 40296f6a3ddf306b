import mongoose from 'mongoose'
import type { TestResponse } from './client.ts'
import { eventually } from './eventually.ts'
import type { testClock } from './notification/scene.ts'
import { expectBody } from './portal.ts'

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

/** The same for an operation of MongoDB's driver on the collections of this name, in every database. */
export const hangNextOn = (
  collection: string,
  method: string,
  { when = () => true, isDone = false }: Options = {},
): HungCall =>
  hangNext(mongoose.mongo.Collection.prototype, method, {
    isDone,
    when(this: { collectionName: string }, ...args) {
      // The driver's own `findOne` calls `find`, with this option.
      const isInner = method === 'find' && args[1]?.singleBatch === true
      return this.collectionName === collection && !isInner && when(...args)
    },
  })

const never = () => new Promise<never>(() => undefined)

/** Whether the arguments of an operation have this text. */
export const has =
  (text: string) =>
  (...args: unknown[]): boolean =>
    JSON.stringify(args).includes(text)

/**
 * What leads to an operation, and what comes of it. After `hang` is called the operation never settles.
 * `what` is its name in the log.
 */
export type Trigger = (hang: () => HungCall, what: string) => Promise<void>

/** When the operation happens, the name of its trigger, and the operation. */
export type HungOperation = readonly [
  moment: string,
  trigger: string,
  collection: string,
  method: string,
  when?: (...args: any[]) => boolean,
]

/**
 * `npm run check -- hung` proves it for every operation and each outcome of a write, and `npm test` for the
 * first one of each trigger, with the two outcomes by turns: all operations have the same deadline.
 */
export const isFull = process.env['HUNG_OPERATIONS'] === 'all'
const firstOfEach = (operations: readonly HungOperation[]): readonly HungOperation[] =>
  isFull ? operations : [...new Map(operations.toReversed().map((one) => [one[1], one])).values()]

const everySecond = (operations: readonly HungOperation[], from: 0 | 1): readonly HungOperation[] =>
  operations.filter((_, i) => isFull || i % 2 === from)

/** A test for each operation that never settles: a read, a write that is not done, and one that is done. */
export function testEachHung(
  triggers: Readonly<Record<string, Trigger>>,
  { reads, writes }: Readonly<Record<'reads' | 'writes', readonly HungOperation[]>>,
): void {
  const tests = [
    { operations: everySecond(firstOfEach(writes), 0), outcome: 'and is not done, ', isDone: false },
    { operations: everySecond(firstOfEach(writes), 1), outcome: 'though it is done, ', isDone: true },
    { operations: firstOfEach(reads), outcome: '', isDone: false },
  ].flatMap(({ operations, outcome, isDone }) =>
    operations.map(([moment, trigger, collection, method, when]) => ({
      name: `${outcome}while ${moment} (${trigger})`,
      what: `${collection}.${method}`,
      happen: triggers[trigger] as Trigger,
      hang: () => hangNextOn(collection, method, { when, isDone }),
    })),
  )
  it.each(tests)('$name', ({ happen, hang, what }) => happen(hang, what))
}

/** Long enough for an operation that does not hang, on a busy machine. */
export const STORE_DEADLINE_MS = 1_000

/** Repeats a request as callers do: after a 503, or while the first one with its key is in flight. */
export const insistWith =
  (clock: Pick<ReturnType<typeof testClock>, 'advance'>) =>
  (send: () => Promise<TestResponse>, status: number): Promise<any> =>
    eventually(async () => {
      const response = await send()
      if (response.status === 409) clock.advance(1_000 * Number(response.headers.get('retry-after')))
      return expectBody(response, status)
    })

/** Waits until the operation has hung, and a log line says that it was given up. */
export async function untilGivenUp(hung: HungCall, what: string, lines: readonly unknown[]): Promise<void> {
  await eventually(() => expect(hung.happened).toBe(true))
  const said = `${what} did not end within`
  await eventually(() => expect(lines.some((line) => JSON.stringify(line).includes(said))).toBe(true))
}
