import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer, PROBLEM_JSON } from '../../../services/shared/http/error-answer.ts'
import type { ErrorCode } from '../../../services/shared/http/error-table.ts'

/** An error of the gateway itself, in the one shape that all errors have (decision S4). */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  more: Readonly<Record<string, string>> = {},
): void {
  const asProblem = request.headers.accept?.includes(PROBLEM_JSON) === true
  const { status, headers, body } = errorAnswer({ code, detail: undefined }, asProblem)
  // For HEAD node:http sends the headers alone.
  response.writeHead(status, { ...headers, ...more }).end(body)
}
