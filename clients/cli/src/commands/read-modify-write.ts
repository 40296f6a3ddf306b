import { RollcallError } from '@rollcall/client/operator'

/** A request of the generated client, with its response. */
interface RawResponse<T> {
  readonly raw: Response
  value(): Promise<T>
}

/** Adds `If-Match` to a request. */
export type IfMatch = (request: { init: RequestInit }) => Promise<RequestInit>

const PRECONDITION_FAILED = 412

/**
 * Reads a record and writes a changed version of it. If the record changes in between, nothing is written: a PUT replaces
 * the whole record and would undo the other change.
 *
 * @param name of the record, for the message
 */
export async function readModifyWrite<T>(
  name: string,
  read: () => Promise<RawResponse<T>>,
  write: (current: T, ifMatch: IfMatch) => Promise<T>,
): Promise<T> {
  const response = await read()
  const etag = response.raw.headers.get('etag')
  try {
    return await write(await response.value(), ifMatch(etag))
  } catch (error) {
    if (!(error instanceof RollcallError) || error.status !== PRECONDITION_FAILED) throw error
    throw new RollcallError({
      ...error,
      detail: `Somebody else has just changed ${name}. Nothing was written. Run the command again to change the new version.`,
    })
  }
}

const ifMatch =
  (etag: string | null): IfMatch =>
  ({ init }) => {
    const headers = new Headers(init.headers)
    if (etag !== null) headers.set('If-Match', etag)
    return Promise.resolve({ headers })
  }
