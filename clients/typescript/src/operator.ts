import { NotificationApi, RegistrationApi, UserApi } from '../generated/operator/apis/index.ts'
import { Configuration } from '../generated/operator/runtime.ts'
import { connection, type ConnectionOptions } from './connection.ts'

export type * from '../generated/operator/apis/index.ts'
export type * from '../generated/operator/models/index.ts'
export {
  DeliveryStatus,
  RetryableStatus,
  RetryableWebhookStatus,
  RoleName,
} from '../generated/operator/models/index.ts'
export { each } from './each.ts'
export { RollcallError, UnreachableError, type ErrorCode } from './errors.ts'

export interface OperatorOptions extends ConnectionOptions {
  /** Operator token. */
  readonly token: string
}

/** The operator operations, grouped by service. */
export interface Operator {
  /** Courses, registrations without a delivery, and ids of registrations. */
  readonly registration: RegistrationApi
  /** Groups and their members, users in batches, service accounts and their keys, and ids of users. */
  readonly user: UserApi
  /** Deliveries of e-mails, webhook endpoints of all accounts, and messages that could not be handled. */
  readonly notification: NotificationApi
}

/** The operations of operators; their address is often not that of the public ones. */
export function operator({ token, ...options }: OperatorOptions): Operator {
  const configuration = new Configuration({ ...connection(options), accessToken: token })
  return {
    registration: new RegistrationApi(configuration),
    user: new UserApi(configuration),
    notification: new NotificationApi(configuration),
  }
}
