import { each, RollcallError, type Rollcall, type User } from '@rollcall/client'
import { hash, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { BackOff } from '../../import/back-off.ts'
import type { ReadableRow } from '../../import/row.ts'
import { ONE_ATTEMPT, sendAsIs, VALIDATE_ONLY, type ItemResult } from '../../import/targets/batch.ts'
import { collect } from '../common.ts'

const PAGE_SIZE = 1000
/** A batch costs as many requests as it has items, so it is far smaller than what an account may send in a minute. */
const BATCH_SIZE = 100

/** A row with the result of its item. */
export interface RowOutcome {
  readonly row: ReadableRow
  readonly result: ItemResult | undefined
}

/** The operations that a sync of users needs, each repeated when the service says later. */
export class UserService {
  readonly #backOff: BackOff
  readonly #api: Rollcall
  readonly #groupId: number
  /** A batch that is sent again in this run is the same request. */
  readonly #run = randomUUID()

  constructor({ publicApi }: Context, backOff: BackOff, groupId: number) {
    this.#backOff = backOff
    this.#api = publicApi(ONE_ATTEMPT)
    this.#groupId = groupId
  }

  /** The users of the group and its subgroups. */
  members(): Promise<User[]> {
    const { users } = this.#api
    const filter = { groupId: this.#groupId, limit: PAGE_SIZE }
    return collect(each((page) => this.#backOff.send(() => users.listUsersRaw({ ...filter, ...page }))))
  }

  /** What would become of each row. */
  async validate(rows: readonly ReadableRow[]): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = []
    for (const batch of batchesOf(rows)) outcomes.push(...(await this.#send(batch, VALIDATE_ONLY)))
    return outcomes
  }

  /** Creates users in the group, and changes others, in batches; the results come with each batch. */
  async *merge(rows: readonly ReadableRow[]): AsyncGenerator<RowOutcome[]> {
    for (const batch of batchesOf(rows)) {
      const request = JSON.stringify([this.#run, batch.map(({ body }) => body)])
      yield await this.#send(batch, { Idempotency_Key: hash('sha256', request) })
    }
  }

  async #send(rows: readonly ReadableRow[], headers: object): Promise<RowOutcome[]> {
    const request = { groupId: this.#groupId, UserBatchItem: rows.map(() => ({})), ...headers }
    const bodies = sendAsIs(rows.map(({ body }) => body))
    const results = await this.#backOff.send(async () => {
      const { raw } = await this.#api.users.mergeVisibleUserBatchRaw(request, bodies)
      return (await raw.json()) as ItemResult[]
    })
    return rows.map((row, i) => ({ row, result: results[i] }))
  }

  /** @param expirationDate of the user from now on; "" for none */
  async setExpiration(id: number, expirationDate: string): Promise<void> {
    await this.#unlessDeleted(() => this.#api.updateUser(id, { expirationDate }))
  }

  async delete(id: number): Promise<void> {
    await this.#unlessDeleted(() => this.#api.deleteUser(id))
  }

  async #unlessDeleted(change: () => Promise<unknown>): Promise<void> {
    try {
      await this.#backOff.send(change)
    } catch (error) {
      if (!(error instanceof RollcallError && error.status === 404)) throw error
    }
  }
}

function* batchesOf(rows: readonly ReadableRow[]): Generator<ReadableRow[]> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) yield rows.slice(start, start + BATCH_SIZE)
}
