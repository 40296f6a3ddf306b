import { NotificationApi, RegistrationApi, UserApi } from '../generated/public/apis/index.ts'
import { Configuration } from '../generated/public/runtime.ts'
import { connection, type ConnectionOptions } from './connection.ts'
import { operations } from './operations.ts'

export type * from '../generated/public/apis/index.ts'
export type * from '../generated/public/models/index.ts'
export {
  Country,
  ReceiptStatus,
  RegistrationStatus,
  State,
  WebhookEventType,
} from '../generated/public/models/index.ts'
export { contractVersion } from '../generated/contract.ts'
export type { ConnectionOptions } from './connection.ts'
export type { Answered, LastResponse } from './answered.ts'
export type { DeprecationNotice } from './deprecation.ts'
export type * from './operations.ts'
export { each } from './each.ts'
export { fetchThroughProxy } from './proxy.ts'
export type { Changes, KnownGroups } from './changes.ts'
export { RollcallError, UnreachableError, type ErrorCode } from './errors.ts'
export type { Patience } from './repeat.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type RollcallEvent,
  type WebhookRequest,
} from './webhooks.ts'

export interface RollcallOptions extends ConnectionOptions {
  /** Key id, as an operator issued it. */
  readonly apiKey: string
  /** Secret of the key. */
  readonly apiSecret: string
}

export interface Rollcall extends ReturnType<typeof operations> {
  /** The generated client of all operations on registrations, for what the functions beside it leave out. */
  readonly registrations: RegistrationApi
  /** The generated client of all operations on users. */
  readonly users: UserApi
  /** The generated client of all operations on webhook endpoints. */
  readonly webhooks: NotificationApi
}

/**
 * The public operations, as a service account.
 *
 * @example
 * const client = rollcall({ baseUrl, apiKey, apiSecret })
 * await client.createRegistration({ courseId: 210, userEmail: 'ada@example.org' })
 */
export function rollcall({ apiKey, apiSecret, ...options }: RollcallOptions): Rollcall {
  const configuration = new Configuration({
    ...connection(options),
    apiKey: (header) => (header === 'X-Api-Key' ? apiKey : apiSecret),
  })
  const registrations = new RegistrationApi(configuration)
  const users = new UserApi(configuration)
  const webhooks = new NotificationApi(configuration)
  return { ...operations(registrations, users), registrations, users, webhooks }
}
