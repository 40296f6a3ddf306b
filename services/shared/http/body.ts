import express, { type Request, type Response } from 'express'
import { DomainError } from '../errors.ts'

class MalformedJson extends DomainError {
  readonly code = 'malformed-json'
}
class BodyTooLarge extends DomainError {
  readonly code = 'body-too-large'
}
class UnsupportedMediaType extends DomainError {
  readonly code = 'unsupported-media-type'
}

/** Reads the body of one request; resolves with undefined when there is none. */
export type ReadBody = (request: Request, response: Response) => Promise<unknown>

/** @param limit in bytes, from the contract's `x-body-limit` (decision R19) */
export function jsonBody(limit: number): ReadBody {
  const parse = express.json({ limit, strict: false, type: () => true })
  return (request, response) => {
    if (!hasBody(request)) return Promise.resolve(undefined)
    if (!request.is('application/json')) return Promise.reject(new UnsupportedMediaType())
    return new Promise((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve(request.body)
        else reject(explain(error as BodyError, limit))
      })
    })
  }
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  )
}

/** body-parser names what went wrong in `type`. */
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
