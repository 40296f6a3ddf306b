import type { Client } from './client.ts'
import { nextOf } from './late-writers.ts'

/** Follows the links of a list to its end. `meanwhile` is called after each page but the last, with what comes next. */
export async function walk(
  api: Client,
  path: string,
  meanwhile: (next: string, page: number) => unknown = () => undefined,
): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = path, page = 0; next !== undefined; page++) {
    const answer = await api.get(next)
    ids.push(...(answer.body as { id: number }[]).map(({ id }) => id))
    next = nextOf(answer)
    if (next !== undefined) await meanwhile(next, page)
  }
  return ids
}

/**
 * Walks a list of 15, in pages of 3, while after each page another record comes and one of these leaves: of those
 * already walked by and of those still to come (R13).
 */
export async function walkWhileOthersComeAndGo(
  api: Client,
  path: string,
  ids: readonly number[],
  change: (leaving: number, page: number) => Promise<unknown>,
): Promise<void> {
  const leaving = [0, 14, 3, 13, 5].map((k) => ids[k] as number)
  const left: number[] = []
  const walked = await walk(api, `${path}&limit=3`, async (next, page) => {
    expect(next).toContain(path)
    const gone = leaving[page]
    if (gone === undefined) return
    await change(gone, page)
    left.push(gone)
  })
  expect(left).toEqual(leaving)
  const staying = ids.filter((id) => !leaving.includes(id))
  expect(walked.filter((id) => staying.includes(id))).toEqual(staying)
  expect(new Set(walked).size).toBe(walked.length)
  // What left before the walk came by is not in it.
  expect(walked).not.toContain(leaving[1])
}
