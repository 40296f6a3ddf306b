import { RollcallError, UnreachableError } from '@rollcall/client'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** The command can't be executed as given; the message says what to do. */
export class UsageError extends Error {}

/** An error, for people, for programs and for the shell. */
export interface Explanation {
  readonly message: string
  readonly exitCode: ExitCode
  readonly status?: number
  readonly code?: string
  readonly requestId?: string
}

/** A service, or a proxy in front of it, is unavailable for now. */
const UNAVAILABLE = new Set([502, 503, 504])

export function explain(fault: unknown): Explanation {
  if (fault instanceof RollcallError) {
    const { status, code, requestId, detail } = fault
    return { message: detail, exitCode: exitCodeOf(status), status, code, requestId }
  }
  if (fault instanceof UnreachableError) return { message: fault.message, exitCode: EXIT.unreachable }
  if (fault instanceof UsageError) return { message: fault.message, exitCode: EXIT.usage }
  return { message: fault instanceof Error ? fault.message : String(fault), exitCode: EXIT.failed }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.refused
  return UNAVAILABLE.has(status) ? EXIT.unreachable : EXIT.failed
}
