import type { ServerResponse } from 'node:http'
import type { Account } from '../domain/account.ts'
import { renderDateTime, type Clock } from '../domain/time.ts'

/** Long enough for a caller to ask for another key and to change to it. */
const ANNOUNCED_BEFORE_MS = 14 * 24 * 60 * 60 * 1000

/** Adds a header with the expiry of the caller's key, if it expires soon. */
export function announceExpiry(response: ServerResponse, account: Account | undefined, clock: Clock): void {
  const expiresAt = account?.keyExpiresAt
  if (!expiresAt || expiresAt.getTime() - clock.now().getTime() > ANNOUNCED_BEFORE_MS) return
  response.setHeader('x-key-expires', renderDateTime(expiresAt))
}
