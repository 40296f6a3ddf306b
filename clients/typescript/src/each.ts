/** A page of a list, as every `list…Raw` operation of the client gives it. */
export interface ListResponse<T> {
  readonly raw: Response
  value(): Promise<T[]>
}

/**
 * Every record of a list, page by page, following `Link: rel="next"`: each record that is present and visible
 * throughout the walk comes exactly once.
 *
 * @example for await (const user of each((page) => users.listUsersRaw({ groupId: 12, ...page }))) …
 */
export async function* each<T>(
  list: (page: { cursor?: string }) => Promise<ListResponse<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await list(cursor === undefined ? {} : { cursor })
    cursor = nextCursor(page.raw.headers.get('link'))
    yield* await page.value()
  } while (cursor !== undefined)
}

function nextCursor(link: string | null): string | undefined {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URL(target, 'http://relative').searchParams.get('cursor') ?? undefined
}
