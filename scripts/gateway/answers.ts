import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_TABLE, type ErrorCode } from '../../services/shared/http/error-table.ts'

const PROBLEM_JSON = 'application/problem+json'

/** An error of the gateway itself, in the one shape that all errors have (decision S4). */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, detail } = ERROR_TABLE[code]
  const problem = request.headers.accept?.includes(PROBLEM_JSON) === true
  const body = JSON.stringify(problem ? { type: 'about:blank', title: code, status, detail } : { detail })
  response.writeHead(status, {
    'Content-Type': problem ? PROBLEM_JSON : 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Error-Code': code,
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
