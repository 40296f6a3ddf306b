import type { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { ContractOperation } from '../contract/contract.ts'
import { errorWith, inBody, InvalidRequest } from '../errors.ts'
import { firstInvalidByte, withoutByteOrderMark } from '../domain/utf8.ts'
import { withDeadline } from '../process/deadline.ts'

class MalformedRequest extends errorWith('malformed-request') {}
class MalformedJson extends errorWith('malformed-json') {}
class BodyTooLarge extends errorWith('body-too-large') {}
class UnsupportedMediaType extends errorWith('unsupported-media-type') {}

/** Deeper than any body that the contract allows; code that walks a body may recurse. */
const MAX_DEPTH = 16
/** Lists and objects, more than any body that the contract allows: each takes longer to parse than a text. */
const MAX_STRUCTURES = 10_000

/**
 * Reads the bodies of the requests of one operation.
 * @returns undefined for a request without a body
 * @throws DomainError
 */
export type BodyReader = (request: Request, response: Response) => Promise<unknown>

/** @returns undefined for an operation whose bodies are ignored */
export function bodyReaderOf(operation: ContractOperation): BodyReader | undefined {
  if (operation.requestBody)
    return jsonReader(operation['x-body-limit'] as number, Object.keys(operation.requestBody.content))
  // SCIM has bodies where the contract has none, such as that of a group that only operators create.
  return operation.path.startsWith('/scim/') ? undefined : noReader()
}

/** Reads the bytes of a body into `request.body`. @returns why it can't, if so */
function bytesReader(limit: number) {
  const read: RequestHandler = express.raw({ limit, type: () => true })
  return (request: Request, response: Response): Promise<BodyParserError | undefined> =>
    new Promise((resolve) => {
      void read(request, response, (error?: unknown) => resolve(error as BodyParserError | undefined))
    })
}

/** Longer than any empty object is written. */
const MAX_EMPTY_BYTES = 100
const EMPTY = ['', '{}']

/**
 * Rejects a body of an operation that has none: its fields would be ignored silently. An empty object is
 * accepted, because some clients always send one.
 */
function noReader(): BodyReader {
  const readBytes = bytesReader(MAX_EMPTY_BYTES)
  return async (request, response) => {
    if (!hasBody(request)) return
    const error = await readBytes(request, response)
    const isEmpty = !error && EMPTY.includes(String(request.body as Buffer).replaceAll(/\s/g, ''))
    if (!isEmpty)
      throw new InvalidRequest('This operation takes no body. Leave it out, or send {}.', inBody())
  }
}

/** Twice the largest body of the contract. */
const MAX_REST_BYTES = 2 * 1024 * 1024
const MAX_REST_MS = 2_000

/**
 * Reads what is left of a body, to no use, before its request is rejected: who is still sending may not see a
 * response, and has to open a new connection after it. Ends without the whole body after some time or bytes.
 */
export async function skipRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !hasBody(request)) return
  let bytes = 0
  const rest = new Promise<void>((resolve) => {
    request.on('data', ({ length }: Buffer) => (bytes += length) > MAX_REST_BYTES && resolve())
    for (const event of ['end', 'error', 'close']) request.once(event, () => resolve())
    request.resume()
  })
  await withDeadline(MAX_REST_MS, 'the rest of a body', () => rest).catch(() => undefined)
}

const CUT_OFF = 'The body did not arrive as its headers declare it. Send it again.'

/** @param maxBytes after decompression @param mediaTypes that the operation accepts */
function jsonReader(maxBytes: number, mediaTypes: string[]): BodyReader {
  const readBytes = bytesReader(maxBytes)
  return async (request, response) => {
    if (!hasBody(request)) return undefined
    if (!request.is(mediaTypes) || !isUtf8Declared(request)) throw new UnsupportedMediaType()
    const error = await readBytes(request, response)
    if (error) throw explained(error, maxBytes, request)
    const bytes = request.body as Buffer | undefined
    // The connection has ended before anything was read.
    if (bytes === undefined) throw new MalformedRequest(CUT_OFF)
    requireBounded(bytes)
    return parseJson(decodeUtf8(bytes))
  }
}

function explained(error: BodyParserError, maxBytes: number, { headers }: Request): Error {
  if (error.type === 'entity.too.large')
    return new BodyTooLarge(`The body is larger than the ${maxBytes} bytes allowed here. Send it in parts.`)
  if (error.status === 415) return new UnsupportedMediaType()
  // Errors of the decompression have no type of their own.
  if (error.status === 400 && error.type === undefined)
    return new MalformedRequest(
      `The body cannot be decompressed as ${headers['content-encoding']}. ` +
        'Compress it again, or send it uncompressed.',
    )
  // The body was cut off, or its length is not that of the header.
  if (error.status >= 400 && error.status < 500) return new MalformedRequest(CUT_OFF)
  return error
}

/** See the section "Errors" of body-parser's documentation. */
type BodyParserError = Error & { status: number; type?: string }

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isUtf8Declared({ headers }: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

function decodeUtf8(bytes: Buffer): string {
  const invalidByte = firstInvalidByte(bytes)
  if (invalidByte !== undefined)
    throw new MalformedRequest(
      `The body is not valid UTF-8, at byte ${invalidByte}. Send it encoded in UTF-8.`,
    )
  return withoutByteOrderMark(bytes.toString('utf8'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedJson()
  }
}

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,')
const [LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('[]{}')

/**
 * Counts the lists and objects of a body before it is parsed. What is no JSON is left to the parser.
 * @throws InvalidRequest
 */
function requireBounded(bytes: Buffer): void {
  let [depth, structures, item] = [0, 0, 0]
  let isInText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (isInText) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > MAX_DEPTH + 1) throw tooDeep(bytes, item)
      if (++structures > MAX_STRUCTURES)
        throw new InvalidRequest(
          `The body has more than ${MAX_STRUCTURES} lists and objects. Nothing was done. Send it in parts.`,
          inBody(),
        )
    } else if (byte === LIST_END || byte === OBJECT_END) depth--
    else if (byte === COMMA && depth === 1) item++
  }
}

function tooDeep(bytes: Buffer, item: number): InvalidRequest {
  const isBatch = bytes.toString('latin1').trimStart().startsWith('[')
  return new InvalidRequest(
    `${isBatch ? `Item ${item}` : 'The body'} is nested more than ${MAX_DEPTH} levels deep, ` +
      'as no field is. Nothing was done. Correct it or leave it out, and send the rest again.',
    isBatch ? inBody(String(item)) : inBody(),
  )
}
