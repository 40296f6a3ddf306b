import express, { type Request, type Response } from 'express'
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

/** Deeper than any body that the contract allows, so code that walks a body may recurse. */
const MAX_DEPTH = 16

/**
 * Creates the body reader of an operation; it returns undefined for a request without a body.
 * @param limit in bytes, from the contract's `x-body-limit` (decision R19)
 */
export function bodyReader(limit: number) {
  const parse = express.json({ limit, strict: false, type: () => true })
  return async (request: Request, response: Response): Promise<unknown> => {
    if (!hasBody(request)) return undefined
    if (!request.is('application/json')) throw new UnsupportedMediaType()
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve()
        else reject(explain(error as BodyError, limit))
      })
    })
    requireShallow(request.body)
    return request.body
  }
}

/** Ends at that depth itself, so it may recurse too. @throws InvalidRequest */
function requireShallow(value: unknown, level = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (level > MAX_DEPTH) throw new InvalidRequest(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  for (const inner of Object.values(value)) requireShallow(inner, level + 1)
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  )
}

/** body-parser names the failure in `type`. */
type BodyError = Error & { type?: string }

function explain(error: BodyError, limit: number): Error {
  switch (error.type) {
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new MalformedJson()
    case 'entity.too.large':
      return new BodyTooLarge(`The body is larger than the ${limit} bytes allowed here. Send it in parts.`)
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new UnsupportedMediaType()
    case undefined:
    default:
      return error
  }
}
