import { setTimeout as delay } from 'node:timers/promises'
import { schemaValidator, type Schemas } from '../../../shared/contract/schema.ts'
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
import { Configuration, UserApi, type ApiResponse } from './generated/user/index.ts'

/** The user service's internal operations, by the client generated from the contract (decision A7). */
export function userService(options: { url: string; token: string }): {
  users: Users
  verify: VerifyCredential
} {
  const api = new UserApi(new Configuration({ basePath: options.url, accessToken: options.token }))
  const resolutionsIn = reader('UserResolutions')
  const verdictIn = reader('CredentialVerdict')
  return {
    users: {
      async resolve(queries, strict, trace) {
        const body = queries.map((query) => ({ ...query, strict }))
        return asking('user service', async () => {
          const answers = await resolutionsIn(await api.resolveUsersRaw({ UserQuery: body }, carrying(trace)))
          if (answers.length !== queries.length) throw new Error('there is not one answer for each query')
          return answers.map(toAnswer)
        })
      },
    },
    verify: (CredentialCheck) =>
      asking('user service', async () => {
        const { valid, account } = await verdictIn(
          await api.verifyCredentialRaw({ CredentialCheck }, carrying(undefined)),
        )
        if (valid && !account) throw new Error('a valid credential is of no account')
        return valid && account ? toAccount(account) : undefined
      }),
  }
}

/**
 * Creates the reader of an answer's body. The generated clients take any body for what they expect; what breaks the
 * contract must not reach a rule or a write.
 */
function reader<Name extends keyof Schemas>(name: Name) {
  const isValid = schemaValidator(name)
  return async ({ raw }: Pick<ApiResponse<unknown>, 'raw'>): Promise<Schemas[Name]> => {
    const body: unknown = await raw.json()
    if (isValid(body)) return body
    const [error] = isValid.errors ?? []
    throw new Error(`the answer breaks the contract: ${error?.instancePath} ${error?.message}`)
  }
}

function toAnswer({ code, resolvedBy, user }: Schemas['UserResolution']): UserAnswer {
  if (code !== 'resolved') return { code }
  if (!user || !resolvedBy) throw new Error('the user service resolved a user and did not tell which')
  const expiresAt = user.expirationDate === '' ? undefined : new Date(user.expirationDate)
  return { code, by: resolvedBy, user: { ...user, expiresAt } }
}

function toAccount({ accountId, reach, ...account }: Schemas['VerifiedAccount']) {
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
  const receiptIn = reader('NotificationReceipt')
  const missingIn = reader('MissingReceipts')
  return {
    of: (registrationId, trace) =>
      asking('notification service', async () => {
        const { status, attempts, sentAt } = await receiptIn(
          await api.getReceiptRaw({ registrationId }, carrying(trace)),
        )
        return { status, attempts, sentAt: sentAt === null ? null : new Date(sentAt) }
      }),
    missing: (ids, trace) =>
      asking('notification service', async () => {
        const asked = { RegistrationIds: { registrationIds: [...ids] } }
        return new Set(await missingIn(await api.findMissingReceiptsRaw(asked, carrying(trace))))
      }),
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
      // No operation redirects: where a redirect leads, the service token must not follow.
      redirect: 'error' as const,
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
