import type { Clock } from '../services/shared/time.ts'
import type { Answer, Client } from './client.ts'

const SECOND = 1000
const STEP = 5 * SECOND
/** The overlap that the contract asks of a client. */
const OVERLAP = 60 * SECOND
/** How long a write is held back, one after the other; always less than the overlap. */
const HOLDS = [55, 0, 20, 35, 5, 50, 10, 40, 15, 55, 25].map((seconds) => seconds * SECOND)

/**
 * Writers that pause between taking an id and a time and writing with them. Time passes only while all of them pause,
 * so how late a write becomes visible doesn't depend on the machine.
 */
export class LateWriters {
  #now = new Date('2021-01-01T00:00:00Z').getTime()
  #working = 0
  #holds: { readonly until: number; readonly go: () => void }[] = []
  #pauses = 0
  #noticed: () => void = () => undefined
  readonly clock: Clock = { now: () => new Date(this.#now) }

  /** To be awaited between the stamping and the writing. Does nothing before the writers have started. */
  async pause(): Promise<void> {
    if (this.#working === 0) return
    const until = this.#now + (HOLDS[this.#pauses++ % HOLDS.length] as number)
    await new Promise<void>((go) => {
      this.#holds.push({ until, go })
      this.#noticed()
    })
  }

  /** Runs all writers to their end; `meanwhile` is called again and again while they pause. */
  async run(writers: readonly (() => Promise<void>)[], meanwhile: () => Promise<void>): Promise<void> {
    this.#working = writers.length
    const ended = writers.map((write) =>
      write().finally(() => {
        this.#working--
        this.#noticed()
      }),
    )
    const all = Promise.all(ended)
    all.catch(() => undefined) // told below
    for (;;) {
      while (this.#holds.length < this.#working)
        await new Promise<void>((resolve) => (this.#noticed = resolve))
      if (this.#working === 0) break
      await meanwhile()
      this.#now += STEP
      const due = this.#holds.filter(({ until }) => until <= this.#now)
      this.#holds = this.#holds.filter((hold) => !due.includes(hold))
      for (const { go } of due) go()
    }
    await all
  }
}

type Listed = { readonly id: number }

/**
 * A client that keeps a copy of a list: it asks for what has changed since it last began to ask, less an overlap.
 * `readPage` reads the first page of a new round, or the next of one that has begun.
 */
function deltaCopy(api: Client, clock: Clock, pathSince: (moment: string) => string, overlapMs: number) {
  const records = new Map<number, Listed>()
  let began = 0
  let next: string | undefined
  async function readPage(): Promise<void> {
    if (next === undefined) {
      next = pathSince(new Date(Math.max(0, began - overlapMs)).toISOString())
      began = clock.now().getTime()
    }
    const answer: Answer<Listed[]> = await api.get(next)
    for (const record of answer.body) records.set(record.id, record)
    next = nextOf(answer)
  }
  return {
    records,
    readPage,
    /** Ends the round, and reads another one. */
    async catchUp(): Promise<void> {
      while (next !== undefined) await readPage()
      do await readPage()
      while (next !== undefined)
    },
  }
}

/**
 * Lets writers work while two clients copy the list: with the overlap that the contract asks for nothing is lost, and
 * without it something is, so it is needed.
 */
export async function copyBesideWriters(
  late: LateWriters,
  api: Client,
  pathSince: (moment: string) => string,
  writers: readonly (() => Promise<void>)[],
) {
  const copies = [OVERLAP, 0].map((overlap) => deltaCopy(api, late.clock, pathSince, overlap))
  await late.run(writers, async () => {
    for (const copy of copies) await copy.readPage()
  })
  for (const copy of copies) await copy.catchUp()
  const [careful, careless] = copies.map(({ records }) => [...records.values()].sort((a, b) => a.id - b.id))
  return { careful, careless }
}

/** Where the header `Link` says that the list goes on (R13). */
export const nextOf = (answer: Answer) => /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
