import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import amqplib, { type ChannelModel } from 'amqplib'
import mongoose from 'mongoose'
import { InternalService } from '../../../services/platform/http/internal-service.ts'
import { Publisher } from '../../../services/platform/messaging/publisher.ts'
import { PeriodicTask } from '../../../services/platform/work/periodic-task.ts'
import { SmtpMailer } from '../../../services/notification/src/emails/smtp-mailer.ts'
import { WebhookHttpClient } from '../../../services/notification/src/webhooks/deliveries/http-client.ts'
import { EXPECTED_FAILURE } from '../../../testing/leak-check.ts'

/**
 * A process, as its servers see it. A service that is composed within a life does all its work in it: what a
 * request, a timer or a message starts belongs to the same one. When it has ended, each further operation on
 * a server fails before it is sent, so nothing that the code does afterwards reaches anybody.
 */
export class Life {
  readonly name: string
  readonly #ending = Promise.withResolvers<void>()
  readonly #tasks = new Map<PeriodicTask, LastRun>()
  readonly #connections: ChannelModel[] = []
  /** The names of the writes that it has done and that have changed something. */
  readonly done: string[] = []
  hasEnded = false
  /** Called before each write: whether the process ends there, or after it. */
  beforeWrite: ((write: Write) => Promise<Ending | undefined>) | undefined

  constructor(name: string) {
    this.name = name
  }

  /** What the work does belongs to this life. */
  run<T>(work: () => T): T {
    return lives.run(this, work)
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<void> {
    return this.#ending.promise
  }

  /** The broker hands on at once what the process has not acknowledged. */
  end(): void {
    this.hasEnded = true
    for (const connection of this.#connections) cut(connection)
    this.#ending.resolve()
  }

  addConnection(connection: ChannelModel): void {
    this.#connections.push(connection)
    if (this.hasEnded) cut(connection)
  }

  /** Runs all regular work that may find something new, as if its time had come. */
  async runTasks(): Promise<void> {
    if (this.hasEnded) return
    await this.run(() => Promise.all([...this.#tasks].map(([task, last]) => this.#runTask(task, last))))
  }

  async #runTask(task: PeriodicTask, { readings, began }: LastRun): Promise<void> {
    const hasNews = [...readings, TIME].some((one) => changeOf(one) > began)
    if (readings.size > 0 && !hasNews) return
    const next = { readings: new Set<string>(), began: changeNumber }
    await readingsOfTask.run(next.readings, () => task.runNow())
    this.#tasks.set(task, next)
  }

  addTask(task: PeriodicTask): void {
    if (!MEASURES.test(task.name)) this.#tasks.set(task, { readings: new Set(), began: 0 })
  }
}

/** The collections that a task has read, and the number of the last change before that. */
interface LastRun {
  readonly readings: ReadonlySet<string>
  readonly began: number
}
/** Empty for a task that was running already: what that run reads is not known. */
const readingsOfTask = new AsyncLocalStorage<Set<string>>()

/** Tasks that change no record. */
const MEASURES = /^(log of|verification of|clock of|measurement of|expiring keys|activity|backlog)/

/** As the system does when a process is killed. */
const cut = ({ connection }: ChannelModel): void =>
  void (connection as unknown as { stream: Socket }).stream.destroy()

/** Such as `user: erasures.updateOne`; a write of the database may match nothing. */
export interface Write {
  readonly name: string
  hasChanged: boolean
}

/** Whether the last write was done, although the process has not learned of it. */
export type Ending = 'not done' | 'done'

const lives = new AsyncLocalStorage<Life>()
/** A write of the driver may consist of others, which are done or not done together. */
const parts = new AsyncLocalStorage<true>()
const WRITES = new Set([
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'bulkWrite',
  'findOneAndUpdate',
])

/** Grow with each look for work, also when there is none. */
const COUNTS = /\.(counters|webhookLanes)$/
/** What may change besides collections. */
export const [TIME, BROKER] = ['time', 'broker']
let changeNumber = 0
const lastChanges = new Map<string, number>()
export const noteChange = (of: string): void => void lastChanges.set(of, ++changeNumber)
/** The number of the last change of a collection, of the time or the broker. */
export const changeOf = (of: string): number => lastChanges.get(of) ?? 0
/** The number of the last change of anything that is not only counted. */
export const lastChange = (): number =>
  Math.max(...[...lastChanges].map(([of, number]) => (COUNTS.test(of) ? 0 : number)))

function hasChanged(result: unknown): boolean {
  if (result === null) return false
  const counts = ['insertedCount', 'modifiedCount', 'upsertedCount', 'deletedCount'].map(
    (name) => (result as Readonly<Record<string, unknown>> | undefined)?.[name],
  )
  return counts.every((count) => count === undefined) || counts.some((count) => Number(count) > 0)
}

class ProcessEnded extends Error {
  constructor(what: string) {
    super(`${EXPECTED_FAILURE}: the process has ended before ${what}`)
  }
}

/** @param of what it changes */
async function write<T>(what: string, of: string, operation: () => T | Promise<T>): Promise<T> {
  if (parts.getStore()) return await operation()
  const life = lives.getStore()
  const one: Write = { name: `${life?.name}: ${what}`, hasChanged: false }
  const whole = async () => {
    const result = await parts.run(true, () => Promise.resolve(operation()))
    one.hasChanged = hasChanged(result)
    if (one.hasChanged) {
      noteChange(of)
      life?.done.push(one.name)
    }
    return result
  }
  const ending = await life?.beforeWrite?.(one)
  if (ending === undefined) {
    if (life?.hasEnded) throw new ProcessEnded(what)
    return await whole()
  }
  if (ending === 'done') await whole().catch(() => undefined)
  life?.end()
  throw new ProcessEnded(what)
}

type Method = (this: any, ...args: any[]) => any
const replaced: (() => void)[] = []

function replace(owner: object, method: string, around: (original: Method) => Method): void {
  const methods = owner as Record<string, Method>
  const original = methods[method] as Method
  methods[method] = around(original)
  replaced.push(() => void (methods[method] = original))
}

/** @param what names the write by the arguments of the method */
function replaceByWrite(owner: object, method: string, what: (...args: any[]) => string): void {
  replace(
    owner,
    method,
    (original) =>
      function (...args) {
        return write(what(...args), BROKER, () => original.apply(this, args))
      },
  )
}

/** Lets processes end at their writes. To be called before services are composed. */
export function watchWrites(): void {
  const { prototype } = mongoose.mongo.Collection
  for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (method === 'constructor' || typeof value !== 'function') continue
    replace(
      prototype,
      method,
      (original) =>
        function (this: { collectionName: string; namespace: string }, ...args) {
          const what = `${this.collectionName}.${method}`
          if (WRITES.has(method)) return write(what, this.namespace, () => original.apply(this, args))
          readingsOfTask.getStore()?.add(this.namespace)
          if (lives.getStore()?.hasEnded) throw new ProcessEnded(what)
          return original.apply(this, args)
        },
    )
  }
  replaceByWrite(InternalService.prototype, 'call', ({ operationId }) => `call ${operationId}`)
  replaceByWrite(SmtpMailer.prototype, 'send', () => 'send an e-mail')
  replaceByWrite(WebhookHttpClient.prototype, 'post', () => 'send a webhook')
  replace(
    Publisher.prototype,
    'publishAll',
    (original) =>
      function (messages: { routingKey: string }[]) {
        // Which never throws.
        return write(`publish ${messages[0]?.routingKey}`, BROKER, () => original.call(this, messages)).catch(
          () => messages.map(() => 'failed'),
        )
      },
  )
  replace(
    PeriodicTask.prototype,
    'start',
    (original) =>
      function (this: PeriodicTask) {
        lives.getStore()?.addTask(this)
        original.call(this)
      },
  )
  replace(
    amqplib,
    'connect',
    (original: typeof amqplib.connect) =>
      async function (this: unknown, ...args: Parameters<typeof amqplib.connect>) {
        const life = lives.getStore()
        if (life?.hasEnded) throw new ProcessEnded('a connection')
        const connection = await original.apply(this, args)
        life?.addConnection(connection)
        return connection
      },
  )
}

export function restoreWrites(): void {
  for (const restore of replaced.splice(0)) restore()
}
