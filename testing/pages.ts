import type { Client, TestResponse } from './client.ts'

/** The path of the next page, from the header `Link`. */
export function nextPageOf({ path, headers }: Received): string | undefined {
  const link = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return link === undefined ? undefined : resolved(path, link)
}

/** The path of the record that was created, from the header `Location`. */
export const locationOf = ({ path, headers }: Received): string =>
  resolved(path, headers.get('location') ?? '')

type Received = Pick<TestResponse, 'path' | 'headers'>

function resolved(path: string, relative: string): string {
  const { pathname, search } = new URL(relative, `http://rollcall${path}`)
  return pathname + search
}

/** Reads all pages of a list. `betweenPages` gets the path of the next page and the number of pages read. */
export async function readAllIds(
  api: Client,
  path: string,
  betweenPages: (next: string, page: number) => unknown = () => undefined,
): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = path, page = 0; next !== undefined; page++) {
    const response = await api.get(next)
    ids.push(...(response.body as { id: number }[]).map(({ id }) => id))
    next = nextPageOf(response)
    if (next !== undefined) await betweenPages(next, page)
  }
  return ids
}

/**
 * Reads a list of 15 records in pages of 3. After each page `change` removes one of the records, from the
 * pages already read and from those still to come, and adds another one. Every record that stays must be read
 * exactly once.
 */
export async function expectStablePagesDuringChanges(
  api: Client,
  path: string,
  ids: readonly number[],
  change: (removed: number, page: number) => Promise<unknown>,
): Promise<void> {
  const toRemove = [0, 14, 3, 13, 5].map((index) => ids[index] as number)
  const removed: number[] = []
  const read = await readAllIds(api, `${path}&limit=3`, async (next, page) => {
    expect(next).toContain(path)
    const id = toRemove[page]
    if (id === undefined) return
    await change(id, page)
    removed.push(id)
  })
  expect(removed).toEqual(toRemove)
  const kept = ids.filter((id) => !toRemove.includes(id))
  expect(read.filter((id) => kept.includes(id))).toEqual(kept)
  expect(new Set(read).size).toBe(read.length)
  // Removed before its page was read.
  expect(read).not.toContain(toRemove[1])
}
