import {
  RegistrationApi,
  UserApi,
  type ListRegistrationsRequest,
  type ListUsersRequest,
} from '../generated/public/apis/index.ts'
import type { Registration, User } from '../generated/public/models/index.ts'
import { Configuration } from '../generated/public/runtime.ts'
import { connection, type ConnectionOptions } from './connection.ts'
import { each } from './each.ts'

export type * from '../generated/public/apis/index.ts'
export type * from '../generated/public/models/index.ts'
export { Country, DeliveryStatus, RegistrationStatus, State } from '../generated/public/models/index.ts'
export { contractVersion } from '../generated/contract.ts'
export type { ConnectionOptions } from './connection.ts'
export { each } from './each.ts'
export { RollcallError, UnreachableError, type ErrorCode } from './errors.ts'
export type { Patience } from './repeat.ts'

export interface RollcallOptions extends ConnectionOptions {
  /** Key id, as an operator issued it (decision A1). */
  readonly apiKey: string
  /** Secret of the key. */
  readonly apiSecret: string
}

/** Filters of a list that is read to its end, so without offset and cursor. */
type Filters<Query> = Omit<Query, 'offset' | 'cursor' | 'Prefer'>

export interface Rollcall {
  readonly registrations: RegistrationApi
  readonly users: UserApi
  /** Every registration that passes the filters, page by page; `limit` is the size of a page. */
  eachRegistration(filters?: Filters<ListRegistrationsRequest>): AsyncGenerator<Registration, void, undefined>
  /** Every user who passes the filters, page by page; `limit` is the size of a page. */
  eachUser(filters?: Filters<ListUsersRequest>): AsyncGenerator<User, void, undefined>
}

/**
 * The public operations, as a service account.
 *
 * @example
 * const { registrations } = rollcall({ baseUrl, apiKey, apiSecret })
 * await registrations.createRegistration({ RegistrationCreate: { courseId: 210, userEmail: 'ada@example.org' } })
 */
export function rollcall({ apiKey, apiSecret, ...options }: RollcallOptions): Rollcall {
  const configuration = new Configuration({
    ...connection(options),
    apiKey: (header) => (header === 'X-Api-Key' ? apiKey : apiSecret),
  })
  const registrations = new RegistrationApi(configuration)
  const users = new UserApi(configuration)
  return {
    registrations,
    users,
    eachRegistration: (filters = {}) =>
      each((page) => registrations.listRegistrationsRaw({ ...filters, ...page })),
    eachUser: (filters = {}) => each((page) => users.listUsersRaw({ ...filters, ...page })),
  }
}
