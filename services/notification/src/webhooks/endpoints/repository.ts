import type { Connection } from 'mongoose'
import { batched } from '../../../../platform/work/batched.ts'
import type { AccountIdentity } from '../../../../platform/domain/account.ts'
import type { FoundPage, Page } from '../../../../platform/domain/page.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { Counters, Ids } from '../../../../platform/store/counters.ts'
import { buildIndexes, highestId } from '../../../../platform/store/indexes.ts'
import { insertUnderReservedIds, violatedIndex } from '../../../../platform/store/insert.ts'
import { findPage } from '../../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../../platform/work/retry-until-written.ts'
import { TooManyWebhookEndpoints } from '../../errors.ts'
import {
  endpointModel,
  fieldsOf,
  toEndpoint,
  toRecord,
  type EndpointModel,
  type EndpointRecord,
} from './record.ts'
import { belongsTo, MAX_ENDPOINTS, ownerOf, type Endpoint, type NewEndpoint } from './rules.ts'

/** All conditions that are present must hold. */
interface EndpointFilter {
  readonly accountId?: number
  /** With `accountId`, one account; without it, every one that had the id. */
  readonly accountCreatedAt?: Date
  readonly enabled?: boolean
}

/** The receiver that an attempt has reached. */
interface Reached {
  readonly id: number
  readonly url: string
}

interface ChangedEndpoint {
  readonly endpoint: Endpoint
  /** Whether this call has written a change. */
  readonly isChanged: boolean
}

/** The counter of changes. */
const CHANGES = 'webhookEndpointChanges'
/** A success rarely changes anything, so those of a while are looked at together. */
const COLLECT_SUCCESSES_MS = 2_000

const places = Array.from({ length: MAX_ENDPOINTS }, (_, place) => place)

/** Webhook endpoints of all accounts. */
export class Endpoints {
  readonly #model: EndpointModel
  readonly #counters: Counters
  readonly #ids: Ids
  readonly #changes: Ids
  readonly #isFailingBatched = batched((reached: readonly Reached[]) => this.#areFailing(reached), {
    collectMs: COLLECT_SUCCESSES_MS,
  })
  /** For an event, many paused endpoints are read again. */
  readonly #findBatched = batched((ids: readonly number[]) => this.#findAllOf(ids))

  constructor(connection: Connection, counters: Counters) {
    this.#model = endpointModel(connection)
    this.#counters = counters
    this.#ids = counters.ids('webhookEndpoints')
    this.#changes = counters.ids(CHANGES)
  }

  /** Builds the indexes and creates the counters. */
  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
    await this.#counters.prepare('webhookEndpoints', await highestId(this.#model))
    await this.#counters.prepare(CHANGES, 0)
  }

  /**
   * A number that grows with every change of any endpoint, after the change. A killed process may leave it as
   * it was.
   */
  latestChange(): Promise<number> {
    return this.#counters.last(CHANGES)
  }

  /**
   * Adds an endpoint under a new id.
   * @param seal makes the encrypted secret for this id
   * @throws TooManyWebhookEndpoints
   */
  async add(endpoint: NewEndpoint, seal: (id: number) => string, now: Date): Promise<Endpoint> {
    const id = await this.#ids.next()
    const added: Endpoint = {
      ...endpoint,
      id,
      disabled: null,
      secrets: [{ sealed: seal(id), expiresAt: null }],
      failingSince: null,
      pausedUntil: null,
      provenUrl: '',
      nextTrialAt: null,
      createdAt: now,
    }
    const stored = await retryUntilWritten('webhookEndpoints', async () => {
      const place = await this.#freePlace(ownerOf(endpoint))
      const { duplicates } = await insertUnderReservedIds(this.#model, [toRecord(added, place)])
      return duplicates.size === 0 ? added : undefined
    })
    await this.#changes.next()
    return stored
  }

  find(id: number): Promise<Endpoint | undefined> {
    return this.#findBatched(id)
  }

  async #findAllOf(ids: readonly number[]): Promise<(Endpoint | undefined)[]> {
    const found = await this.#model.find({ _id: { $in: ids } }).lean()
    const byId = new Map(found.map((record) => [record._id, toEndpoint(record)]))
    return ids.map((id) => byId.get(id))
  }

  /** @param account the account that must have it; undefined for an operator @throws NotFound */
  async get(id: number, account?: AccountIdentity): Promise<Endpoint> {
    return toEndpoint(await this.#getRecord(id, account))
  }

  async #getRecord(id: number, account: AccountIdentity | undefined): Promise<EndpointRecord> {
    const record = await this.#model.findById(id).lean()
    if (!record || (account && !belongsTo(record, account))) throw new NotFound()
    return record
  }

  /** Every endpoint, enabled or not. */
  async findAll(): Promise<Endpoint[]> {
    return (await this.#model.find().lean()).map(toEndpoint)
  }

  /** By id. */
  list(filter: EndpointFilter, page: Page): Promise<FoundPage<Endpoint>> {
    return findPage(this.#model, { filter: { ...filter } }, page, toEndpoint)
  }

  count(filter: EndpointFilter): Promise<number> {
    return this.#model.countDocuments({ ...filter })
  }

  /**
   * Applies `change` and writes the result; after a lost race it reads the endpoint again and retries, so
   * `change` must be pure.
   * @param account the account that must have it; undefined for an operator
   * @param mayBeRepetition whether the same call may have failed when the change was written, but not counted
   * @throws NotFound
   * @throws TooManyWebhookEndpoints when it gets another account, which has too many
   */
  async change(
    id: number,
    account: AccountIdentity | undefined,
    change: (current: Endpoint) => Endpoint,
    mayBeRepetition = false,
  ): Promise<ChangedEndpoint> {
    return await retryUntilWritten<ChangedEndpoint>('webhookEndpoints', async () => {
      const record = await this.#getRecord(id, account)
      const before = toEndpoint(record)
      const after = change(before)
      if (after === before) {
        if (mayBeRepetition) await this.#changes.next()
        return { endpoint: after, isChanged: false }
      }
      const owner = ownerOf(after)
      const place = belongsTo(before, owner) ? record.place : await this.#freePlace(owner)
      const isWritten = await this.#model
        .updateOne(
          { _id: id, revision: record.revision },
          { $set: { ...fieldsOf(after), place }, $inc: { revision: 1 } },
        )
        .then(({ matchedCount }) => matchedCount === 1)
        .catch((error: unknown) => {
          if (violatedIndex(this.#model, error) === undefined) throw error
          return false // another endpoint has taken the place
        })
      if (!isWritten) return undefined
      await this.#changes.next()
      return { endpoint: after, isChanged: true }
    })
  }

  /** @throws TooManyWebhookEndpoints */
  async #freePlace({ id, createdAt }: AccountIdentity): Promise<number> {
    const taken = await this.#model.find({ accountId: id, accountCreatedAt: createdAt }, { place: 1 }).lean()
    const place = places.find((each) => !taken.some((record) => record.place === each))
    if (place === undefined) throw new TooManyWebhookEndpoints()
    return place
  }

  /**
   * Whether the endpoint still has this receiver, and its attempts fail, whichever process has recorded that.
   * Waits for two seconds; of calls that come together, only one is told so.
   */
  shouldRecordSuccess(reached: Reached): Promise<boolean> {
    return this.#isFailingBatched(reached)
  }

  async #areFailing(reached: readonly Reached[]): Promise<boolean[]> {
    const failing = { _id: { $in: [...new Set(reached.map(({ id }) => id))] }, failingSince: { $ne: null } }
    const found = await this.#model.find(failing, { url: 1 }).lean()
    const urls = new Map(found.map(({ _id, url }) => [_id, url]))
    return reached.map(({ id, url }) => urls.get(id) === url && urls.delete(id))
  }

  /**
   * Takes the next attempt to a receiver that has never responded with 2xx.
   * @returns whether no other one, of any process, was made since `now - everyMs`
   */
  async takeTrial({ id, url }: Reached, now: Date, everyMs: number): Promise<boolean> {
    const isFree = { nextTrialAt: { $not: { $gt: now } } }
    const nextTrialAt = new Date(now.getTime() + everyMs)
    const { matchedCount } = await this.#model.updateOne(
      { _id: id, url, ...isFree },
      { $set: { nextTrialAt } },
    )
    return matchedCount === 1
  }

  /** Records that the receiver has responded with 2xx. */
  async recordProven({ id, url }: Reached): Promise<void> {
    await this.#model.updateOne({ _id: id, url }, { $set: { provenUrl: url } })
    await this.#changes.next()
  }

  /** Ends the time in which every attempt fails, unless the endpoint has another receiver. */
  async recordSuccess({ id, url }: Reached): Promise<void> {
    await this.#model.updateOne({ _id: id, url }, { $set: { failingSince: null }, $inc: { revision: 1 } })
    await this.#changes.next()
  }

  /**
   * @param check throws if the endpoint must not be removed
   * @throws NotFound when the account has no such endpoint
   */
  async remove(id: number, account: AccountIdentity, check: (current: Endpoint) => void): Promise<void> {
    await retryUntilWritten('webhookEndpoints', async () => {
      const record = await this.#getRecord(id, account)
      check(toEndpoint(record))
      const { deletedCount } = await this.#model.deleteOne({ _id: id, revision: record.revision })
      return deletedCount === 1 || undefined
    })
    await this.#changes.next()
  }
}
