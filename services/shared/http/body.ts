import express, { type Request, type RequestHandler, type Response } from 'express'
import { DomainError, InvalidRequest } from '../errors.ts'

class MalformedJson extends DomainError {
  readonly code = 'malformed-json'
}
class BodyTooLarge extends DomainError {
  readonly code = 'body-too-large'
}
class UnsupportedMediaType extends DomainError {
  readonly code = 'unsupported-media-type'
}

/** Deeper than any body that the contract allows; code that walks a body may recurse. */
const MAX_DEPTH = 16

/** Reads the JSON body of the requests of one operation. */
export class BodyReader {
  readonly #maxBytes: number
  readonly #parse: RequestHandler

  /** @param maxBytes after decompression */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#parse = express.json({ limit: maxBytes, strict: false, type: () => true })
  }

  /** @returns undefined for a request without a body @throws DomainError */
  async read(request: Request, response: Response): Promise<unknown> {
    if (!hasBody(request)) return undefined
    if (!request.is('application/json')) throw new UnsupportedMediaType()
    await new Promise<void>((resolve, reject) => {
      void this.#parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve()
        else reject(this.#explain(error as BodyParserError))
      })
    })
    requireShallow(request.body)
    return request.body
  }

  #explain(error: BodyParserError): Error {
    switch (error.type) {
      case 'entity.parse.failed':
      case 'request.size.invalid':
      case 'request.aborted':
        return new MalformedJson()
      case 'entity.too.large':
        return new BodyTooLarge(
          `The body is larger than the ${this.#maxBytes} bytes allowed here. Send it in parts.`,
        )
      case 'encoding.unsupported':
      case 'charset.unsupported':
        return new UnsupportedMediaType()
      case undefined:
      default:
        return error
    }
  }
}

/** body-parser names the kind of a failure in `type`. */
type BodyParserError = Error & { type?: string }

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Stops at {@link MAX_DEPTH}, so its own recursion is bounded. @throws InvalidRequest */
function requireShallow(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new InvalidRequest(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  for (const inner of Object.values(value)) requireShallow(inner, depth + 1)
}
