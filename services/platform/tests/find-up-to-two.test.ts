import { findUpToTwo } from '../store/find-up-to-two.ts'

/** @param counts how many records have each value */
async function search(counts: readonly number[]) {
  const records = counts.flatMap((count, value) => Array.from({ length: count }, () => ({ value })))
  let queries = 0
  const find = (values: readonly number[], limit: number) => {
    queries++
    return Promise.resolve(records.filter(({ value }) => values.includes(value)).slice(0, limit))
  }
  const found = await findUpToTwo([...counts.keys()], find, ({ value }) => value)
  const numbers = counts.map((_, value) => new Set(found.filter((record) => record.value === value)).size)
  return { numbers, queries }
}

it('finds two records of each value in a few queries, however many share it (R19)', async () => {
  for (const [counts, most] of [
    [Array<number>(500).fill(2), 1],
    [Array<number>(500).fill(3), 40],
    [[900, ...Array<number>(99).fill(1)], 40],
  ] as const) {
    const { numbers, queries } = await search(counts)
    counts.forEach((count, value) => expect(numbers[value]).toBeGreaterThanOrEqual(Math.min(count, 2)))
    expect(queries).toBeLessThanOrEqual(most)
  }
})
