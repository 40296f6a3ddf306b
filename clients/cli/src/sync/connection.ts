import type { Rollcall, User } from '@rollcall/client'
import { hash, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { BackOff } from '../import/back-off.ts'
import { batchesOf } from '../import/batches.ts'
import {
  MAX_BATCH_BYTES,
  ONE_ATTEMPT,
  sendAsIs,
  VALIDATE_ONLY,
  type ItemResult,
} from '../import/targets/batch.ts'
import { collect, everyRecord, type ListPage } from '../paging.ts'

/** A batch costs as many requests as it has items, so it is far smaller than what an account may send in a minute. */
const MAX_BATCH = { rows: 100, bytes: MAX_BATCH_BYTES }

interface Item {
  readonly body: Readonly<Record<string, unknown>>
}

/** An item that was sent, and its result. */
export interface SentItem<T> {
  readonly item: T
  readonly result: ItemResult | undefined
}

/** Sends one batch. `bodies` replace what the generated client would send. */
export type SendBatch = (
  headers: object,
  bodies: ReturnType<typeof sendAsIs>,
) => Promise<{ readonly raw: Response }>

/** How a sync calls the service: each request is retried when the service asks to wait, and the wait is shown. */
export class SyncConnection {
  readonly api: Rollcall
  readonly #backOff: BackOff
  /** Makes idempotency keys of this run unique: a batch that is sent again in the same run has the same key. */
  readonly #run = randomUUID()

  constructor({ publicApi, output }: Context) {
    this.api = publicApi(ONE_ATTEMPT)
    this.#backOff = new BackOff((reason, ms) => output.info(`waiting ${Math.ceil(ms / 1000)} s: ${reason}`))
  }

  send<T>(request: () => Promise<T>): Promise<T> {
    return this.#backOff.send(request)
  }

  list<T>(list: ListPage<T>): Promise<T[]> {
    return collect(everyRecord((page) => this.send(() => list(page))))
  }

  /**
   * The users of the group and its subgroups.
   * @throws UsageError when the service account can't see the group, which would look like an empty one
   */
  async membersOf(groupId: number): Promise<User[]> {
    const { users } = this.api
    const groups = await this.list((page) => users.listVisibleGroupsRaw(page))
    if (!groups.some(({ id }) => id === groupId))
      throw new UsageError(`Group ${groupId} is not visible to the service account of this API key.`)
    return this.list((page) => users.listUsersRaw({ groupId, ...page }))
  }

  /** Sends the items with `Prefer: validate-only`: the results say what the service would do. */
  async validate<T extends Item>(items: readonly T[], sendBatch: SendBatch): Promise<SentItem<T>[]> {
    const sent: SentItem<T>[] = []
    for await (const batch of batchesOf(items, MAX_BATCH))
      sent.push(...(await this.#sendBatch(batch, sendBatch, VALIDATE_ONLY)))
    return sent
  }

  /** Sends the items in batches; the results come with each batch. */
  async *write<T extends Item>(items: readonly T[], sendBatch: SendBatch): AsyncGenerator<SentItem<T>[]> {
    for await (const batch of batchesOf(items, MAX_BATCH)) {
      const request = JSON.stringify([this.#run, batch.map(({ body }) => body)])
      yield await this.#sendBatch(batch, sendBatch, { Idempotency_Key: hash('sha256', request) })
    }
  }

  async #sendBatch<T extends Item>(
    items: readonly T[],
    sendBatch: SendBatch,
    headers: object,
  ): Promise<SentItem<T>[]> {
    const bodies = sendAsIs(items.map(({ body }) => body))
    const results = await this.send(async () => {
      const { raw } = await sendBatch(headers, bodies)
      return (await raw.json()) as ItemResult[]
    })
    return items.map((item, i) => ({ item, result: results[i] }))
  }
}
