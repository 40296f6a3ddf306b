import type { ApiResponse } from '../generated/public/runtime.ts'

/** What came with an answer beside its body. */
export interface LastResponse {
  readonly status: number
  /** For `ifMatch` and `ifNoneMatch`, where the answer has one. */
  readonly etag: string | undefined
  /** When the service answered: the first page's is where the next delta begins, minus 60 seconds. */
  readonly date: Date | undefined
  /** For support: the request id in the service's logs. */
  readonly requestId: string
  readonly headers: Headers
}

/** A record or a list with what came beside it; `lastResponse` is not enumerable, so it is not copied or written. */
export type Answered<T> = T & { readonly lastResponse: LastResponse }

export async function answered<T extends object>(call: Promise<ApiResponse<T>>): Promise<Answered<T>> {
  const answer = await call
  const value = await answer.value()
  return Object.defineProperty(value, 'lastResponse', { value: responseOf(answer.raw) }) as Answered<T>
}

export function responseOf({ status, headers }: Response): LastResponse {
  const date = headers.get('date')
  return {
    status,
    etag: headers.get('etag') ?? undefined,
    date: date === null ? undefined : new Date(date),
    requestId: headers.get('x-request-id') ?? '',
    headers,
  }
}
