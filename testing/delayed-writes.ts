import type { Clock } from '../services/shared/time.ts'
import type { Client, TestResponse } from './client.ts'
import { nextPageOf } from './pages.ts'

const SECOND = 1000
const STEP_MS = 5 * SECOND
/** The overlap between polls that the contract recommends. */
const OVERLAP_MS = 60 * SECOND
/** The delays of successive writes; each is less than the overlap. */
const DELAYS_MS = [55, 0, 20, 35, 5, 50, 10, 40, 15, 55, 25].map((seconds) => seconds * SECOND)

/**
 * Delays writers between taking a timestamp and writing with it. The clock moves only while all writers wait, so the
 * delays do not depend on the machine.
 */
export class DelayedWrites {
  #now = new Date('2021-01-01T00:00:00Z').getTime()
  #activeWriters = 0
  #waiting: { readonly until: number; readonly resume: () => void }[] = []
  #delayCount = 0
  #onChange: () => void = () => undefined
  readonly clock: Clock = { now: () => new Date(this.#now) }

  /** To be awaited between taking the timestamp and writing. Does nothing before `run`. */
  async delay(): Promise<void> {
    if (this.#activeWriters === 0) return
    const until = this.#now + (DELAYS_MS[this.#delayCount++ % DELAYS_MS.length] as number)
    await new Promise<void>((resume) => {
      this.#waiting.push({ until, resume })
      this.#onChange()
    })
  }

  /** Runs all writers to their end. `whileWaiting` is called at each step of the clock. */
  async run(writers: readonly (() => Promise<void>)[], whileWaiting: () => Promise<void>): Promise<void> {
    this.#activeWriters = writers.length
    const finished = writers.map((write) =>
      write().finally(() => {
        this.#activeWriters--
        this.#onChange()
      }),
    )
    const all = Promise.all(finished)
    all.catch(() => undefined) // awaited below
    for (;;) {
      while (this.#waiting.length < this.#activeWriters)
        await new Promise<void>((resolve) => (this.#onChange = resolve))
      if (this.#activeWriters === 0) break
      await whileWaiting()
      this.#now += STEP_MS
      const due = this.#waiting.filter(({ until }) => until <= this.#now)
      this.#waiting = this.#waiting.filter((entry) => !due.includes(entry))
      for (const { resume } of due) resume()
    }
    await all
  }
}

interface Listed {
  readonly id: number
}

/** A client that keeps a copy of a list by polling for what has changed since its last poll, less an overlap. */
class PollingClient {
  readonly records = new Map<number, Listed>()
  readonly #api: Client
  readonly #clock: Clock
  readonly #pathSince: (moment: string) => string
  readonly #overlapMs: number
  #pollStarted = 0
  #next: string | undefined

  constructor(options: {
    api: Client
    clock: Clock
    pathSince: (moment: string) => string
    overlapMs: number
  }) {
    this.#api = options.api
    this.#clock = options.clock
    this.#pathSince = options.pathSince
    this.#overlapMs = options.overlapMs
  }

  /** Reads the next page of the current poll, or the first page of a new one. */
  async readPage(): Promise<void> {
    const page = this.#next ?? this.#startPoll()
    const response: TestResponse<Listed[]> = await this.#api.get(page)
    for (const record of response.body) this.records.set(record.id, record)
    this.#next = nextPageOf(response)
  }

  /** Completes the current poll, and makes another one. */
  async catchUp(): Promise<void> {
    while (this.#next !== undefined) await this.readPage()
    do await this.readPage()
    while (this.#next !== undefined)
  }

  #startPoll(): string {
    const since = new Date(Math.max(0, this.#pollStarted - this.#overlapMs))
    this.#pollStarted = this.#clock.now().getTime()
    return this.#pathSince(since.toISOString())
  }
}

/**
 * Runs writers while two clients poll the list, one with the recommended overlap and one without. Returns the records
 * that each of them has in the end.
 */
export async function pollDuringWrites(
  writes: DelayedWrites,
  api: Client,
  pathSince: (moment: string) => string,
  writers: readonly (() => Promise<void>)[],
) {
  const [withOverlap, withoutOverlap] = [OVERLAP_MS, 0].map(
    (overlapMs) => new PollingClient({ api, clock: writes.clock, pathSince, overlapMs }),
  ) as [PollingClient, PollingClient]
  await writes.run(writers, async () => {
    await withOverlap.readPage()
    await withoutOverlap.readPage()
  })
  await withOverlap.catchUp()
  await withoutOverlap.catchUp()
  return {
    withOverlap: sortedById(withOverlap.records),
    withoutOverlap: sortedById(withoutOverlap.records),
  }
}

function sortedById(records: ReadonlyMap<number, Listed>): Listed[] {
  return [...records.values()].sort((a, b) => a.id - b.id)
}
