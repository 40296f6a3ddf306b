import {
  each,
  RollcallError,
  type Course,
  type Registration,
  type Rollcall,
  type User,
} from '@rollcall/client'
import { hash, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { BackOff } from '../../import/back-off.ts'
import { ONE_ATTEMPT, sendAsIs, VALIDATE_ONLY, type ItemResult } from '../../import/targets/batch.ts'
import { collect } from '../common.ts'
import { isOpen } from './comparison.ts'
import type { Wish } from './wishes.ts'

const PAGE = { limit: 1000 }
/** A batch costs as many requests as it has items, so it is far smaller than what an account may send in a minute. */
const BATCH_SIZE = 100
/** A registration that changes more often while it is being withdrawn is left for the next run. */
const MAX_WITHDRAW_ATTEMPTS = 5

/** A wish with the result of its item. */
export interface WishResult {
  readonly wish: Wish
  readonly result: ItemResult | undefined
}

/** The operations that a sync of registrations needs, each repeated when the service says later. */
export class RegistrationService {
  readonly #backOff: BackOff
  readonly #api: Rollcall
  /** A batch that is sent again in this run is the same request. */
  readonly #run = randomUUID()

  constructor({ publicApi }: Context, backOff: BackOff) {
    this.#backOff = backOff
    this.#api = publicApi(ONE_ATTEMPT)
  }

  courses(ids: readonly number[]): Promise<Course[]> {
    return Promise.all(ids.map((id) => this.#backOff.send(() => this.#api.getCourse(id))))
  }

  /** Every course that is visible. */
  allCourses(): Promise<Course[]> {
    const { registrations } = this.#api
    return collect(
      each((page) => this.#backOff.send(() => registrations.listVisibleCoursesRaw({ ...PAGE, ...page }))),
    )
  }

  registrationsFor(courseId: number): Promise<Registration[]> {
    const { registrations } = this.#api
    const filter = { course_id: courseId, ...PAGE }
    return collect(
      each((page) => this.#backOff.send(() => registrations.listRegistrationsRaw({ ...filter, ...page }))),
    )
  }

  /** The users of a group and its subgroups. */
  membersOf(groupId: number): Promise<User[]> {
    const { users } = this.#api
    const filter = { groupId, ...PAGE }
    return collect(each((page) => this.#backOff.send(() => users.listUsersRaw({ ...filter, ...page }))))
  }

  /** What would become of each wish. */
  async validate(wishes: readonly Wish[]): Promise<WishResult[]> {
    const results: WishResult[] = []
    for (const batch of batchesOf(wishes)) results.push(...(await this.#send(batch, VALIDATE_ONLY)))
    return results
  }

  /** Registers in batches; the results come with each batch. */
  async *register(wishes: readonly Wish[]): AsyncGenerator<WishResult[]> {
    for (const batch of batchesOf(wishes)) {
      const request = JSON.stringify([this.#run, batch.map(({ body }) => body)])
      yield await this.#send(batch, { Idempotency_Key: hash('sha256', request) })
    }
  }

  async #send(wishes: readonly Wish[], headers: object): Promise<WishResult[]> {
    const request = { RegistrationCreate: wishes.map(() => ({})), ...headers }
    const bodies = sendAsIs(wishes.map(({ body }) => body))
    const results = await this.#backOff.send(async () => {
      const { raw } = await this.#api.registrations.createRegistrationBatchRaw(request, bodies)
      return (await raw.json()) as ItemResult[]
    })
    return wishes.map((wish, i) => ({ wish, result: results[i] }))
  }

  /**
   * Withdraws a registration unless it has been completed or withdrawn meanwhile: only the version that was read is moved.
   * @returns what it is in the end; undefined when it no longer exists
   */
  async withdraw(id: number): Promise<Registration | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.#backOff.send(() => this.#api.getRegistration(id))
        if (!isOpen(found)) return found
        const ifMatch = found.lastResponse.etag
        return await this.#backOff.send(() => this.#api.withdrawRegistration(id, { ifMatch }))
      } catch (error) {
        if (!(error instanceof RollcallError)) throw error
        if (error.status === 404) return undefined
        if (error.status !== 412 || attempt === MAX_WITHDRAW_ATTEMPTS) throw error
      }
    }
  }
}

function* batchesOf(wishes: readonly Wish[]): Generator<Wish[]> {
  for (let start = 0; start < wishes.length; start += BATCH_SIZE)
    yield wishes.slice(start, start + BATCH_SIZE)
}
