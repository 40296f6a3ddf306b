import { RollcallError } from '@rollcall/client'
import { failureOf } from '../errors.ts'
import type { ExitCode } from '../exit-codes.ts'

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
  /** The exit code when this is the first check that failed. */
  readonly exitCode?: ExitCode
}

/** The timeout of each request of a check. */
export const TIMEOUT_MS = 10_000
/** A check reports a rate limit or an unavailable service at once, instead of retrying. */
export const NO_RETRIES = { attempts: 1, timeoutMs: TIMEOUT_MS }

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

/** The finding for an error of a request. */
export function findingOf(check: string, error: unknown): Finding {
  if (error instanceof RollcallError && error.status === TOO_MANY_REQUESTS)
    return warning(check, `the rate limit is used up; try again in ${error.retryAfter ?? 60} s`)
  const { message, exitCode } = failureOf(error)
  return failed(check, message, exitCode)
}

/** Why `fetch` failed. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || cause.name : message
}
