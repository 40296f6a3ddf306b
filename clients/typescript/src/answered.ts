import type { ApiResponse } from '../generated/public/runtime.ts'

/** The status and the headers of a response. */
export interface LastResponse {
  readonly status: number
  /** For `ifMatch` and `ifNoneMatch`, if the response has one. */
  readonly etag: string | undefined
  /** When the service responded. Start the next poll 60 seconds before the date of the first page. */
  readonly date: Date | undefined
  /** For support: the request id in the service's logs. */
  readonly requestId: string
  readonly headers: Headers
}

/** A record or a list with its response, which is not enumerable and so not copied with the record. */
export type Answered<T> = T & { readonly lastResponse: LastResponse }

export async function answered<T extends object>(call: Promise<ApiResponse<T>>): Promise<Answered<T>> {
  const response = await call
  const value = await response.value()
  return Object.defineProperty(value, 'lastResponse', { value: responseOf(response.raw) }) as Answered<T>
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
