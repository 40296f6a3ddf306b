import { CERTAIN_MS, FREE_MS, MAX_GROWTH, MEASUREMENTS } from './judge.ts'
import { costOfRun, leastCostOfRun } from './measure.ts'

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
export async function breachOf({ of, size: largest, noiseMs = FREE_MS, isOfCallers }: Work) {
  const probe = Math.floor(largest / 8)
  const isDear = async () => (await costOfRun(of(probe))) > MAX_PROBE_MS
  // The first time, it is also compiled.
  const size = (await isDear()) && (await isDear()) ? probe : largest
  const first = await costOfRun(of(size))
  if (first <= noiseMs) return undefined
  let [half, whole] = [Infinity, first]
  for (let i = 0; i < (first < CERTAIN_MS ? MEASUREMENTS : 1); i++) {
    half = Math.min(half, await leastCostOfRun(of(Math.floor(size / 2))))
    if (first < CERTAIN_MS) whole = Math.min(whole, await leastCostOfRun(of(size)))
    if (whole <= MAX_GROWTH * half + noiseMs) return isOfCallers ? await dearer(of, size, whole) : undefined
  }
  return `costs ${Math.round(whole)} ms, ${(whole / half).toFixed(1)} times its half`
}

async function dearer(of: Work['of'], callers: number, whole: number): Promise<string | undefined> {
  const one = await leastCostOfRun(of(1))
  return whole > MAX_OF_CALLERS * callers * one + FREE_MS
    ? `costs ${Math.round(whole)} ms for ${callers} callers, ${one.toFixed(1)} ms for one`
    : undefined
}
