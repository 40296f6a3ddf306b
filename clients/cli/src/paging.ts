import { each } from '@rollcall/client'

/** Requests one page of a list. */
export type ListPage<T> = (page: Page) => Promise<ListResponse<T>>

export interface Page {
  readonly limit: number
  readonly cursor?: string
}

/** As the generated client responds. */
export interface ListResponse<T> {
  readonly raw: Response
  value(): Promise<T[]>
}

export const MAX_PAGE_SIZE = 1000

/**
 * Every record of a list, requested page by page.
 *
 * @param wanted how many records are going to be read, if that is known
 */
export function everyRecord<T>(list: ListPage<T>, wanted = MAX_PAGE_SIZE): AsyncGenerator<T> {
  const limit = Math.min(wanted, MAX_PAGE_SIZE)
  return each((page) => list({ limit, ...page }))
}
