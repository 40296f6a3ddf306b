import { RollcallError, UnreachableError } from '@rollcall/client'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** The command can't be executed as given; the message says what to do. */
export class UsageError extends Error {}

/** What a command says of a group that does not exist. */
export const noSuchGroup = (id: number) => `There is no group ${id}. Create it first, or correct its id.`

/** The plan looks wrong; nothing was changed. The message has lines, each without foreign line breaks. */
export class PlanRejected extends Error {}

/** No one reads standard output any more, as after `| head`. The command ends without a message. */
export class OutputClosed extends Error {}

/** An error, for people, for programs and for the shell. */
export interface Failure {
  readonly message: string
  /** Whether the line breaks of the message are ours. */
  readonly hasLines?: boolean
  readonly exitCode: ExitCode
  readonly status?: number
  readonly code?: string
  readonly requestId?: string
}

/** A service, or a proxy in front of it, is unavailable for now. */
const UNAVAILABLE = new Set([502, 503, 504])

const OTHER_ADDRESS =
  'Is this the address of the other API? The public and the operator API have an address each.'

/** What the command prints about an error, and the exit code. */
export function describeError(error: unknown): Failure {
  if (error instanceof RollcallError) {
    const { status, code, requestId, detail } = error
    const message = code === 'path-not-found' ? `${detail} ${OTHER_ADDRESS}` : detail
    return { message, exitCode: exitCodeOf(status), status, code, requestId }
  }
  if (error instanceof UnreachableError) return { message: error.message, exitCode: EXIT.unavailable }
  if (error instanceof OutputClosed) return { message: '', exitCode: EXIT.outputClosed }
  if (error instanceof UsageError) return { message: error.message, exitCode: EXIT.usage }
  const message = error instanceof Error ? error.message : String(error)
  return { message, hasLines: error instanceof PlanRejected, exitCode: EXIT.failed }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.denied
  return UNAVAILABLE.has(status) ? EXIT.unavailable : EXIT.failed
}
