import { each, type ListResponse } from './each.ts'

/** A write can become visible up to this much later than its date. */
const OVERLAP_MS = 60_000

type List<T> = (page: { cursor?: string }) => Promise<ListResponse<T>>

/** The changes since a poll. Read the lists that you need to the end, then keep `next`. */
export class Changes<User, Registration> {
  readonly #lists: { readonly users: List<User>; readonly registrations: List<Registration> }
  #openLists = 0
  #next: number | undefined

  constructor(lists: { users: List<User>; registrations: List<Registration> }) {
    this.#lists = lists
  }

  /** Users who were changed or deleted. Delete your copy of those who have `deleted`. */
  users(): AsyncGenerator<User, void, undefined> {
    return this.#read(this.#lists.users)
  }

  /** Registrations that were changed or deleted. Delete your copy of those that have `deleted`. */
  registrations(): AsyncGenerator<Registration, void, undefined> {
    return this.#read(this.#lists.registrations)
  }

  /**
   * The date for the next poll, by the clock of the service.
   * @throws Error before a list was read, and while one is not read to its end: changes would be lost
   */
  get next(): Date {
    if (this.#next === undefined || this.#openLists > 0)
      throw new Error('Read users() or registrations() to the end first, otherwise changes would be lost.')
    return new Date(this.#next)
  }

  async *#read<T>(list: List<T>): AsyncGenerator<T, void, undefined> {
    this.#openLists++
    yield* each<T>(async (page) => {
      const response = await list(page)
      if (page.cursor === undefined) this.#beginAt(response.raw)
      return response
    })
    this.#openLists--
  }

  /** The next poll begins where the earlier of both lists began. */
  #beginAt({ headers }: Response): void {
    const date = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(date))
      throw new Error('The response has no Date, or the page of another origin may not read it.')
    this.#next = Math.min(this.#next ?? Infinity, date - OVERLAP_MS)
  }
}
