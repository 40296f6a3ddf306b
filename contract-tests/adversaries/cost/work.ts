import { CERTAIN_MS, FREE_MS, MAX_GROWTH, MEASUREMENTS } from './judge.ts'
import { costOfRun, cleanCostOfRun } from './measure.ts'

/** Something that reads a text of a file or of a server, which no contract limits. */
export type Reader = (text: string) => unknown

/** What is done with input of any size: a text of so many characters, or so many things. */
export interface Work {
  readonly name: string
  readonly size: number
  /** What it works on is made before it begins. @returns what is measured */
  readonly of: (size: number) => () => unknown
  /** What garbage of so much costs. */
  readonly noiseMs?: number | undefined
  /** What costs no more is not measured again. */
  readonly usualMs?: () => number
  /** Whether the size is a number of callers. */
  readonly isOfCallers?: boolean
}

/** To reject a text is one way to read it. */
export const orReject =
  (read: Reader): Reader =>
  async (text) => {
    await Promise.resolve(text)
      .then(read)
      .catch(() => undefined)
  }

/** To read a text of any length. */
export const reading = (
  name: string,
  read: Reader,
  { write, size, noiseMs }: { readonly write: (size: number) => string } & Pick<Work, 'size' | 'noiseMs'>,
): Work => ({
  name,
  size,
  of: (length) => {
    const text = write(length)
    return () => read(text)
  },
  noiseMs,
})

const CHARACTERS_OF_ONE = 20
/** Calls it for each of many numbers: for a longer text there are more. */
export const forMany = <T>({ length }: string, one: (i: number) => T): T[] =>
  Array.from({ length: length / CHARACTERS_OF_ONE }, (_, i) => one(i))

/** What a text of an eighth of the size may cost before the whole is tried: its square would take minutes. */
const MAX_PROBE_MS = 500
/** What many callers may cost, as a multiple of as many that come alone. */
const MAX_OF_CALLERS = 1.5

/** @returns what is wrong with its cost; undefined if nothing is */
export async function breachOf({ of, size: largest, noiseMs = FREE_MS, usualMs, isOfCallers }: Work) {
  const probe = Math.floor(largest / 8)
  const isDear = async () => (await costOfRun(of(probe))) > MAX_PROBE_MS
  // The first time, it is also compiled.
  const size = usualMs === undefined && (await isDear()) && (await isDear()) ? probe : largest
  const first = await costOfRun(of(size))
  if (first <= (usualMs?.() ?? noiseMs)) return undefined
  const wholeMs = () => cleanCostOfRun(of(size))
  const half = async () => MAX_GROWTH * (await cleanCostOfRun(of(Math.floor(size / 2)))) + noiseMs
  const alone = async () => MAX_OF_CALLERS * (await costOfOnes(of, size)) + FREE_MS
  const excess = await excessOf(first, wholeMs, half)
  if (excess) return `costs ${excess} (${MAX_GROWTH} times its half)`
  const excessTogether = isOfCallers ? await excessOf(first, wholeMs, alone) : undefined
  return excessTogether && `costs ${excessTogether} (${MAX_OF_CALLERS} times ${size} that come alone)`
}

/** Measures a cost that seems to be too high, and its limit, again: other work may have cost as much. */
async function excessOf(first: number, again: () => Promise<number>, limitOf: () => Promise<number>) {
  let [cost, limit] = [first, await limitOf()]
  for (let i = 0; i < MEASUREMENTS && cost > limit && first < CERTAIN_MS; i++)
    [cost, limit] = [Math.min(cost, await again()), Math.min(limit, await limitOf())]
  return cost > limit ? `${Math.round(cost)} ms instead of ${Math.round(limit)} ms` : undefined
}

/** What so many cost one after the other, by those that there is time for: some batchers wait. */
async function costOfOnes(of: Work['of'], size: number): Promise<number> {
  const ones = Array.from({ length: size }, () => of(1))
  const until = performance.now() + ONES_MS
  let count = 0
  const ms = await cleanCostOfRun(async () => {
    while (count < size && performance.now() < until) await ones[count++]?.()
  })
  return (ms * size) / count
}
const ONES_MS = 1_000
