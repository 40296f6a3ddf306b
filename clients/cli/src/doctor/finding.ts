import { RollcallError } from '@rollcall/client'
import { describeError } from '../errors.ts'
import type { ExitCode } from '../exit-codes.ts'

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
  /** The exit code of `rollcall doctor` if this is the first failed check. */
  readonly exitCode?: ExitCode
}

/** The timeout of each request that a check sends. */
export const TIMEOUT_MS = 10_000
/** One attempt, so that a check reports a rate limit or an unavailable service at once. */
export const REQUEST_OPTIONS = { attempts: 1, timeoutMs: TIMEOUT_MS }

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message })
export const warning = (check: string, message: string): Finding => ({ check, state: 'warning', message })
export const skipped = (check: string, message: string): Finding => ({ check, state: 'skipped', message })
export const failed = (check: string, message: string, exitCode: ExitCode): Finding => ({
  check,
  state: 'failed',
  message,
  exitCode,
})

const TOO_MANY_REQUESTS = 429
/** The service counts the requests of each minute, so a minute later the caller may send requests again. */
const RATE_LIMIT_WINDOW_S = 60

/** The finding of a check whose request failed with `error`. */
export function findingForError(check: string, error: unknown): Finding {
  if (error instanceof RollcallError && error.status === TOO_MANY_REQUESTS)
    return warning(
      check,
      `the rate limit is used up; try again in ${error.retryAfter ?? RATE_LIMIT_WINDOW_S} s`,
    )
  const { message, exitCode } = describeError(error)
  return failed(check, message, exitCode)
}

/** The reason why Node's `fetch` failed: the `cause` of its error, whose message is only "fetch failed". */
export function fetchErrorReason(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || cause.name : message
}
