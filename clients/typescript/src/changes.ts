import { each, type ListResponse } from './each.ts'

/** A write can become visible up to this much later than its date. */
const OVERLAP_MS = 60_000

type List<T> = (page: { cursor?: string }) => Promise<ListResponse<T>>

/** When each group in scope was listed for the first time, by id. Can be stored as JSON. */
export type KnownGroups = Readonly<Record<string, string>>

interface Lists<User, Registration> {
  /** @param since everything if it is undefined */
  readonly users: (since: Date | undefined) => List<User>
  readonly registrations: (since: Date | undefined) => List<Registration>
  readonly groups: List<{ readonly id: number }>
}

interface LastPoll {
  readonly since: Date | undefined
  readonly groups: KnownGroups | undefined
}

/** The changes since a poll. Read the lists that you need to the end, then keep `next` and `groups`. */
export class Changes<User, Registration> {
  readonly #lists: Lists<User, Registration>
  readonly #last: LastPoll
  #started: Promise<Date | undefined> | undefined
  #groups: KnownGroups | undefined
  #isComplete = false
  #openLists = 0
  #next: number | undefined

  constructor(lists: Lists<User, Registration>, last: LastPoll) {
    this.#lists = lists
    this.#last = last
  }

  /** Users who were changed or deleted. Delete your copy of those who have `deleted`. */
  users(): AsyncGenerator<User, void, undefined> {
    return this.#read((since) => this.#lists.users(since))
  }

  /** Registrations that were changed or deleted. Delete your copy of those that have `deleted`. */
  registrations(): AsyncGenerator<Registration, void, undefined> {
    return this.#read((since) => this.#lists.registrations(since))
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

  /**
   * The groups in scope, for the next poll.
   * @throws Error before a list was read, and if the poll began without them
   */
  get groups(): KnownGroups {
    if (this.#groups === undefined) throw new Error('Read users() or registrations() to the end first.')
    return this.#groups
  }

  /** Whether this poll reads everything. Then delete your copies of all records that did not come. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  async *#read<T>(listSince: (since: Date | undefined) => List<T>): AsyncGenerator<T, void, undefined> {
    this.#openLists++
    const list = listSince(await (this.#started ??= this.#start()))
    yield* each<T>(async (page) => {
      const response = await list(page)
      if (page.cursor === undefined) this.#beginAt(response.raw)
      return response
    })
    this.#openLists--
  }

  /**
   * What a new group brings into scope has no new date, so everything is read. Each service learns of a grant at
   * its own time: while the group is new, so is everything. What a missing group has taken away never comes.
   *
   * @returns the date from which on changes are read; undefined for everything
   */
  async #start(): Promise<Date | undefined> {
    const { since, groups: known } = this.#last
    if (since !== undefined && known === undefined) return since
    let now = ''
    const found: Record<string, string> = {}
    const pages = each(async (page) => {
      const response = await this.#lists.groups(page)
      now ||= new Date(dateOf(response.raw)).toISOString()
      return response
    })
    for await (const { id } of pages) found[id] = known?.[id] ?? now
    this.#groups = found
    const isUnchanged =
      since !== undefined &&
      Object.values(found).every((firstSeen) => new Date(firstSeen) <= since) &&
      Object.keys(known ?? {}).every((id) => id in found)
    this.#isComplete = !isUnchanged
    return isUnchanged ? since : undefined
  }

  /** The next poll begins where the earlier of both lists began. */
  #beginAt(response: Response): void {
    this.#next = Math.min(this.#next ?? Infinity, dateOf(response) - OVERLAP_MS)
  }
}

/** By the clock of the service. @throws Error */
function dateOf({ headers }: Response): number {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date))
    throw new Error('The response has no Date, or the page of another origin may not read it.')
  return date
}
