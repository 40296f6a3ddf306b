import { setTimeout as delay } from 'node:timers/promises'
import { errors, Pool } from 'undici'
import { schemaValidator, type Schemas } from '../../../shared/contract/schema.ts'
import { perRole, Scope } from '../../../shared/domain/account.ts'
import { Unavailable } from '../../../shared/errors.ts'
import type { VerifyCredential } from '../../../shared/http/credential-cache.ts'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import { traceHeaders, type Trace } from '../../../shared/trace.ts'
import type { Receipts } from './receipts.ts'
import type { UserAnswer, UserQuery, Users } from './users.ts'
import {
  Configuration as NotificationConfiguration,
  NotificationApi,
} from './generated/notification/index.ts'
import { Configuration, UserApi, type RequestOpts } from './generated/user/index.ts'

/** The user service's internal operations, by the client generated from the contract (decision A7). */
export function userService(options: { url: string; token: string }): {
  users: Users
  verify: VerifyCredential
} {
  const api = new UserApi(new Configuration({ accessToken: options.token }))
  const send = sender(options.url)
  const resolutionsIn = reader('UserResolutions')
  const verdictIn = reader('CredentialVerdict')
  /** Single queries of one turn share a call, which carries the trace of one of them. */
  const resolveOne = batchPerTick(
    async (asked: readonly { query: UserQuery & { strict: boolean }; trace: Trace }[]) => {
      const [{ trace } = { trace: undefined }] = asked
      return resolve(
        asked.map(({ query }) => query),
        trace,
      )
    },
  )
  return {
    users: {
      async resolve(queries, strict, trace) {
        const all = queries.map((query) => ({ ...query, strict }))
        const [only] = all
        return only && all.length === 1 ? [await resolveOne({ query: only, trace })] : resolve(all, trace)
      },
    },
    verify: (CredentialCheck) =>
      asking('user service', async () => {
        const { valid, account } = verdictIn(
          await send(await api.verifyCredentialRequestOpts({ CredentialCheck }), undefined),
        )
        if (valid && !account) throw new Error('a valid credential is of no account')
        return valid && account ? toAccount(account) : undefined
      }),
  }

  function resolve(UserQuery: Schemas['UserQueries'], trace: Trace | undefined): Promise<UserAnswer[]> {
    return asking('user service', async () => {
      const answers = resolutionsIn(await send(await api.resolveUsersRequestOpts({ UserQuery }), trace))
      if (answers.length !== UserQuery.length) throw new Error('there is not one answer for each query')
      return answers.map(toAnswer)
    })
  }
}

/**
 * Creates the reader of an answer's body. The generated clients take any body for what they expect; what breaks the
 * contract must not reach a rule or a write.
 */
function reader<Name extends keyof Schemas>(name: Name) {
  const isValid = schemaValidator(name)
  return (text: string): Schemas[Name] => {
    const body: unknown = JSON.parse(text)
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
    scope: perRole((role) => new Scope(reach[role])),
  }
}

/** The notification service's internal operations, by the client generated from the contract (decision A7). */
export function notificationService(options: { url: string; token: string }): Receipts {
  const api = new NotificationApi(new NotificationConfiguration({ accessToken: options.token }))
  const send = sender(options.url)
  const receiptIn = reader('NotificationReceipt')
  const missingIn = reader('MissingReceipts')
  return {
    of: (registrationId, trace) =>
      asking('notification service', async () => {
        const { status, attempts, sentAt } = receiptIn(
          await send(await api.getReceiptRequestOpts({ registrationId }), trace),
        )
        return { status, attempts, sentAt: sentAt === null ? null : new Date(sentAt) }
      }),
    missing: (ids, trace) =>
      asking('notification service', async () => {
        const asked = { RegistrationIds: { registrationIds: [...ids] } }
        return new Set(missingIn(await send(await api.findMissingReceiptsRequestOpts(asked), trace)))
      }),
  }
}

/** Longer than the other service's own timeouts, so that its answer arrives first. */
const MAX_CALL_MS = 5_000

class NoAnswer extends Error {}

/**
 * Sends what the generated clients prepare, over kept connections. Their own `fetch` costs several times as much, and
 * follows redirects: where one leads, the service token must not follow.
 */
function sender(url: string) {
  const { origin, pathname } = new URL(url)
  const prefix = pathname.replace(/\/$/, '')
  const patience = { headersTimeout: MAX_CALL_MS, bodyTimeout: MAX_CALL_MS }
  const pool = new Pool(origin, { ...patience, connect: { timeout: MAX_CALL_MS } })
  return async ({ path, method, headers, body }: RequestOpts, trace: Trace | undefined): Promise<string> => {
    const { statusCode, text } = await pool
      .request({
        path: prefix + path,
        method: method as 'GET' | 'POST',
        headers: { ...headers, ...(trace ? traceHeaders(trace) : {}) },
        body: body === undefined ? null : JSON.stringify(body),
      })
      .then(async (answer) => ({ statusCode: answer.statusCode, text: await answer.body.text() }))
      .catch((error: unknown) => {
        throw isTimeOut(error) ? error : new NoAnswer(String(error))
      })
    if (statusCode !== 200) throw new Error(`the answer has status ${statusCode}`)
    return text
  }
}

const isTimeOut = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError

/**
 * In total longer than a cluster takes to notice a killed pod; until then half of the tries may still reach
 * it.
 */
const TRY_AGAIN_AFTER_MS = [50, 200, 500, 1_000]

/**
 * Calls another service. Every internal operation can be repeated, so a call without any answer is retried;
 * an answer is final, whatever its status, and so is a time-out. Everything thrown becomes Unavailable.
 */
async function asking<T>(
  service: string,
  call: () => Promise<T>,
  pauses: readonly number[] = TRY_AGAIN_AFTER_MS,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const [pause, ...later] = pauses
    if (pause === undefined || !(error instanceof NoAnswer)) throw new Unavailable(service, error)
    await delay(pause)
    return asking(service, call, later)
  }
}
