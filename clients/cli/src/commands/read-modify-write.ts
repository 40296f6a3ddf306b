import { RollcallError } from '@rollcall/client/operator'

/** A response of the generated client. */
interface RawResponse<T> {
  readonly raw: Response
  value(): Promise<T>
}

/** The header `If-Match`: the request fails with 412 if the record has another version. */
export interface IfMatch {
  readonly If_Match?: string
}

const PRECONDITION_FAILED = 412

/**
 * Reads a record and writes a changed version of it. If the record changes in between, nothing is written: a
 * PUT replaces the whole record and would undo the other change. (A response without an ETag, which a proxy
 * may remove, is not protected.)
 *
 * @param name of the record, for the message
 * @throws RollcallError with status 412 when the record has changed
 */
export async function readModifyWrite<T>(
  name: string,
  read: () => Promise<RawResponse<T>>,
  write: (current: T, ifMatch: IfMatch) => Promise<T>,
): Promise<T> {
  const response = await read()
  const etag = response.raw.headers.get('etag')
  try {
    return await write(await response.value(), etag === null ? {} : { If_Match: etag })
  } catch (error) {
    if (!(error instanceof RollcallError) || error.status !== PRECONDITION_FAILED) throw error
    const { status, code, requestId, retryAfter, existingId } = error
    const detail =
      `${name} has just been changed by another request. Nothing was written. Run the ` +
      'command again to change the new version.'
    throw new RollcallError({ status, code, detail, requestId, retryAfter, existingId })
  }
}
