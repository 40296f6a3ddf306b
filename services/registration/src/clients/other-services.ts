import { setTimeout as delay } from 'node:timers/promises'
import { perRole, Reach } from '../../../shared/domain/account.ts'
import { DependencyUnavailable } from '../../../shared/errors.ts'
import type { VerifyCredential } from '../../../shared/http/authenticate.ts'
import { traceHeaders, type Trace } from '../../../shared/trace.ts'
import type { Receipts } from '../receipts.ts'
import type { UserAnswer, Users } from '../users.ts'
import {
  Configuration as NotificationConfiguration,
  NotificationApi,
} from './generated/notification/index.ts'
import { Configuration, UserApi, type UserResolution, type VerifiedAccount } from './generated/user/index.ts'

/** The user service's internal operations, by the client generated from the contract (decision A7). */
export function userService(options: { url: string; token: string }): {
  users: Users
  verify: VerifyCredential
} {
  const api = new UserApi(new Configuration({ basePath: options.url, accessToken: options.token }))
  return {
    users: {
      async resolve(queries, strict, trace) {
        const body = queries.map((query) => ({ ...query, strict }))
        const answers = await asking('user service', () =>
          api.resolveUsers({ UserQuery: body }, carrying(trace)),
        )
        return answers.map(toAnswer)
      },
    },
    async verify(CredentialCheck) {
      const { account } = await asking('user service', () =>
        api.verifyCredential({ CredentialCheck }, carrying(undefined)),
      )
      return account && toAccount(account)
    },
  }
}

function toAnswer({ code, resolvedBy, user }: UserResolution): UserAnswer {
  if (code !== 'resolved') return { code }
  if (!user || !resolvedBy) throw new Error('the user service resolved a user and did not tell which')
  const expiresAt = user.expirationDate === '' ? undefined : new Date(user.expirationDate)
  return { code, by: resolvedBy, user: { ...user, expiresAt } }
}

function toAccount({ accountId, reach, ...account }: VerifiedAccount) {
  return {
    ...account,
    id: accountId,
    reach: perRole((role) => new Reach(reach[role])),
  }
}

/** The notification service's internal operations, by the client generated from the contract (decision A7). */
export function notificationService(options: { url: string; token: string }): Receipts {
  const api = new NotificationApi(
    new NotificationConfiguration({ basePath: options.url, accessToken: options.token }),
  )
  return {
    of: (registrationId, trace) =>
      asking('notification service', () => api.getReceipt({ registrationId }, carrying(trace))),
  }
}

/** Longer than the other service's own timeouts, so that its answer arrives first. */
const LONGEST_CALL_MS = 5_000

/** Adds the trace and a time-out to one call of a generated client. */
const carrying =
  (trace: Trace | undefined) =>
  ({ init }: { init: { headers?: Record<string, string> } }) =>
    Promise.resolve({
      headers: { ...init.headers, ...(trace ? traceHeaders(trace) : {}) },
      signal: AbortSignal.timeout(LONGEST_CALL_MS),
    })

/**
 * In total longer than a cluster takes to notice a killed pod; until then half of the tries may still reach
 * it.
 */
const TRY_AGAIN_AFTER_MS = [50, 200, 500, 1_000]

/**
 * Calls another service. Every internal operation can be repeated, so a call without any answer is retried;
 * an answer is final, whatever its status. Everything that the generated client throws becomes
 * DependencyUnavailable.
 */
export async function asking<T>(
  service: string,
  call: () => Promise<T>,
  pauses: readonly number[] = TRY_AGAIN_AFTER_MS,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const [pause, ...later] = pauses
    if (pause === undefined || !gotNoAnswer(error)) throw new DependencyUnavailable(service, error)
    await delay(pause)
    return asking(service, call, later)
  }
}

/**
 * `fetch` fails with a TypeError, which the generated clients wrap, when there was no answer. A timeout is
 * not retried.
 */
function gotNoAnswer(error: unknown): boolean {
  const { name, cause } = error as Error
  return (
    name === 'TypeError' || (name === 'FetchError' && (cause as Error | undefined)?.name !== 'TimeoutError')
  )
}
