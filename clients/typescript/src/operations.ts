import type { ListRegistrationsRequest, RegistrationApi, UserApi } from '../generated/public/apis/index.ts'
import type {
  CompletionInput,
  RegistrationInput,
  RegistrationStatus,
  UserBatchItem,
  UserInput,
  UserUpdateInput,
} from '../generated/public/models/index.ts'
import type { ApiResponse, VoidApiResponse } from '../generated/public/runtime.ts'
import { answered, responseOf } from './answered.ts'
import { Changes, type KnownGroups } from './changes.ts'
import { each } from './each.ts'

/** A record by its id, or by the identifier that your own system has for it. */
export type By = number | { readonly externalId: string }

export interface CallOptions {
  /** Ends the call, its waits and its repeats. */
  readonly signal?: AbortSignal | undefined
}
export interface CreateOptions extends CallOptions {
  /** Makes repeated calls one request; without it each call gets a key of its own. */
  readonly idempotencyKey?: string | undefined
  /** Run every check and write nothing: what comes back has id 0. */
  readonly validateOnly?: boolean | undefined
}
export interface RegisterOptions extends CreateOptions {
  /** Reject parameters that name different records. */
  readonly strict?: boolean | undefined
}
export interface ReadOptions extends CallOptions {
  /** The `etag` that you have: while it holds, the call throws a `RollcallError` with status 304. */
  readonly ifNoneMatch?: string | undefined
}
export interface ChangeOptions extends CallOptions {
  /** The `etag` of the version to change: if there is a newer one, the error has status 412. */
  readonly ifMatch?: string | undefined
}
/** For whom users are written. */
export interface SourceOptions {
  /** The system that keeps the users from now on; users of another one are rejected. */
  readonly source?: string | undefined
  /** Change users of another source, too, who then belong to this one. */
  readonly takeOver?: boolean | undefined
}
export interface ListOptions extends CallOptions {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** Ask for the number of all matching records: the header `X-Total-Count` of `lastResponse`. */
  readonly count?: boolean | undefined
}
export interface RegistrationFilters {
  readonly courseId?: number | undefined
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  /** In this status, or in any of several. */
  readonly status?: RegistrationStatus | readonly RegistrationStatus[] | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
  readonly includeDeleted?: boolean | undefined
}
/** What is shown on request. */
export interface DetailOptions {
  /** Add `success` and `updatedDate` of a registration; the language, source and groups of a user. */
  readonly details?: boolean | undefined
}
export interface CourseFilters {
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  readonly active?: boolean | undefined
  readonly published?: boolean | undefined
}
export interface UserFilters {
  readonly groupId?: number | undefined
  readonly email?: string | undefined
  readonly loginName?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
  readonly includeDeleted?: boolean | undefined
}

const MAX_LIMIT = 1000

/** Each operation as a function of what it is about, and then its options. */
export function operations(registrations: RegistrationApi, users: UserApi) {
  return {
    /** Registers a user for a course, and sends the e-mail about it. */
    createRegistration: (registration: RegistrationInput, options: RegisterOptions = {}) =>
      answered(
        registrations.createRegistrationRaw(
          { RegistrationInput: registration, ...creating(options) },
          signalOf(options),
        ),
      ),
    /** Registers up to 500 users; look at the `status` of each result. */
    createRegistrations: (batch: RegistrationInput[], options: RegisterOptions = {}) =>
      answered(
        registrations.createRegistrationBatchRaw(
          { RegistrationInput: batch, ...creating(options) },
          signalOf(options),
        ),
      ),
    getRegistration: (by: By, options: ReadOptions & DetailOptions = {}) =>
      answered(
        typeof by === 'number'
          ? registrations.getRegistrationRaw(
              { id: by, ...reading(options), ...detailed(options) },
              signalOf(options),
            )
          : registrations.getRegistrationByExternalIdRaw(
              { registrationExternalId: by.externalId, ...reading(options), ...detailed(options) },
              signalOf(options),
            ),
      ),
    /** One page; `eachRegistration` reads all of them. */
    listRegistrations: (options: RegistrationFilters & DetailOptions & ListOptions = {}) =>
      answered(registrations.listRegistrationsRaw(registrationQuery(options), signalOf(options))),
    /** Every registration that passes the filters, page by page; `limit` is the size of a page. */
    eachRegistration: (
      options: RegistrationFilters & DetailOptions & Pick<ListOptions, 'limit' | 'signal'> = {},
    ) =>
      each((page) =>
        registrations.listRegistrationsRaw({ ...registrationQuery(options), ...page }, signalOf(options)),
      ),
    approveRegistration: (by: By, options: ChangeOptions = {}) =>
      answered(
        typeof by === 'number'
          ? registrations.approveRegistrationRaw({ id: by, ...changing(options) }, signalOf(options))
          : registrations.approveRegistrationByExternalIdRaw(
              { registrationExternalId: by.externalId, ...changing(options) },
              signalOf(options),
            ),
      ),
    completeRegistration: (by: By, { score, success, ...options }: CompletionInput & ChangeOptions = {}) => {
      const body = { CompletionInput: given({ score, success }), ...changing(options) }
      return answered(
        typeof by === 'number'
          ? registrations.completeRegistrationRaw({ id: by, ...body }, signalOf(options))
          : registrations.completeRegistrationByExternalIdRaw(
              { registrationExternalId: by.externalId, ...body },
              signalOf(options),
            ),
      )
    },
    withdrawRegistration: (by: By, options: ChangeOptions = {}) =>
      answered(
        typeof by === 'number'
          ? registrations.withdrawRegistrationRaw({ id: by, ...changing(options) }, signalOf(options))
          : registrations.withdrawRegistrationByExternalIdRaw(
              { registrationExternalId: by.externalId, ...changing(options) },
              signalOf(options),
            ),
      ),
    getRegistrationHistory: (id: number, options: CallOptions = {}) =>
      answered(registrations.getRegistrationHistoryRaw({ id }, signalOf(options))),
    /** What became of the e-mail about a registration. */
    getRegistrationNotification: (id: number, options: CallOptions = {}) =>
      answered(registrations.getRegistrationNotificationRaw({ id }, signalOf(options))),

    /**
     * What was changed or deleted after `since`, which is the `next` of the last poll; everything without it,
     * and when the groups in your scope are others than the `groups` of the last poll. A group counts as new
     * for a minute, so the second poll reads everything, and so does each until one has begun a minute later.
     *
     * @example
     * const poll = client.changes(last?.since, { groups: last?.groups })
     * for await (const user of poll.users()) …
     * for await (const registration of poll.registrations()) …
     * if (poll.isComplete) … // delete all other copies
     * await store({ since: poll.next, groups: poll.groups })
     */
    changes: (
      since?: Date,
      { groups, ...options }: CallOptions & { readonly groups?: KnownGroups | undefined } = {},
    ) => {
      const query = { includeDeleted: true, limit: MAX_LIMIT }
      const lists = {
        users: (updatedAfter: Date | undefined) => (page: { cursor?: string }) =>
          users.listUsersRaw({ ...listQuery({ ...query, updatedAfter }), ...page }, signalOf(options)),
        registrations: (updatedAfter: Date | undefined) => (page: { cursor?: string }) =>
          registrations.listRegistrationsRaw(
            { ...registrationQuery({ ...query, updatedAfter, details: true }), ...page },
            signalOf(options),
          ),
        groups: (page: { cursor?: string }) =>
          users.listVisibleGroupsRaw({ ...paging(query), ...page }, signalOf(options)),
      }
      return new Changes(lists, { since, groups })
    },

    getCourse: (id: number, options: ReadOptions = {}) =>
      answered(registrations.getVisibleCourseRaw({ id, ...reading(options) }, signalOf(options))),
    /** One page of the courses in your scope; `eachCourse` reads all of them. */
    listCourses: (options: CourseFilters & ListOptions = {}) =>
      answered(registrations.listVisibleCoursesRaw(listQuery(options), signalOf(options))),
    /** Every course in your scope that passes the filters, page by page; `limit` is the size of a page. */
    eachCourse: (options: CourseFilters & Pick<ListOptions, 'limit' | 'signal'> = {}) =>
      each((page) =>
        registrations.listVisibleCoursesRaw({ ...listQuery(options), ...page }, signalOf(options)),
      ),

    /** One page of the groups in your scope; `eachGroup` reads all of them. */
    listGroups: (options: ListOptions = {}) =>
      answered(users.listVisibleGroupsRaw(paging(options), signalOf(options))),
    eachGroup: (options: Pick<ListOptions, 'limit' | 'signal'> = {}) =>
      each((page) => users.listVisibleGroupsRaw({ ...paging(options), ...page }, signalOf(options))),
    /** Creates a user in the home group of your account, or in `groupId`. */
    createUser: (
      user: UserInput,
      options: CreateOptions & Pick<SourceOptions, 'source'> & { readonly groupId?: number } = {},
    ) =>
      answered(
        users.createUserRaw(
          {
            UserInput: user,
            ...given({ groupId: options.groupId, source: options.source }),
            ...creating(options),
          },
          signalOf(options),
        ),
      ),
    /**
     * Creates or changes up to 500 users, each found by `externalId`, otherwise by `loginName`; look at the
     * `status` of each result. New users join the home group of your account, or `groupId`.
     */
    mergeUsers: (
      batch: UserBatchItem[],
      options: CreateOptions & SourceOptions & { readonly groupId?: number } = {},
    ) =>
      answered(
        users.mergeVisibleUserBatchRaw(
          {
            UserBatchItem: batch,
            ...given({ groupId: options.groupId }),
            ...writingFor(options),
            ...creating(options),
          },
          signalOf(options),
        ),
      ),
    getUser: (by: By, options: ReadOptions & DetailOptions = {}) => {
      const request = { ...detailed(options), ...reading(options) }
      return answered(
        typeof by === 'number'
          ? users.getUserRaw({ id: by, ...request }, signalOf(options))
          : users.getUserByExternalIdRaw({ ...by, ...request }, signalOf(options)),
      )
    },
    /** One page; `eachUser` reads all of them. */
    listUsers: (options: UserFilters & ListOptions = {}) =>
      answered(users.listUsersRaw(listQuery(options), signalOf(options))),
    /** Every user who passes the filters, page by page; `limit` is the size of a page. */
    eachUser: (options: UserFilters & Pick<ListOptions, 'limit' | 'signal'> = {}) =>
      each((page) => users.listUsersRaw({ ...listQuery(options), ...page }, signalOf(options))),
    /** Changes the fields given and leaves the others. */
    updateUser: (by: By, changes: UserUpdateInput, options: ChangeOptions & SourceOptions = {}) => {
      const request = { UserUpdateInput: changes, ...writingFor(options), ...changing(options) }
      return answered(
        typeof by === 'number'
          ? users.updateUserRaw({ id: by, ...request }, signalOf(options))
          : users.updateUserByExternalIdRaw({ ...by, ...request }, signalOf(options)),
      )
    },
    /** Marks the account as deleted, for good. */
    deleteUser: async (by: By, options: ChangeOptions & SourceOptions = {}) => {
      const request = { ...writingFor(options), ...changing(options) }
      const gone: ApiResponse<void> | VoidApiResponse =
        typeof by === 'number'
          ? await users.deleteUserRaw({ id: by, ...request }, signalOf(options))
          : await users.deleteUserByExternalIdRaw({ ...by, ...request }, signalOf(options))
      return { lastResponse: responseOf(gone.raw) }
    },
  }
}

function registrationQuery({
  courseId,
  userId,
  userExternalId,
  status,
  createdAfter,
  updatedAfter,
  includeDeleted,
  details,
  ...page
}: RegistrationFilters & DetailOptions & ListOptions): ListRegistrationsRequest {
  const named = { course_id: courseId, user_id: userId, user_external_id: userExternalId }
  const dates = { created_after: createdAfter, updated_after: updatedAfter }
  return {
    ...given({ ...named, status: status && [status].flat(), ...dates, includeDeleted }),
    ...detailed({ details }),
    ...paging(page),
  }
}

/** The query of a list whose filters have the names of its parameters. */
const listQuery = <Filters extends object>({
  offset,
  limit,
  cursor,
  count,
  signal: _,
  ...filters
}: Filters & ListOptions) => ({ ...given(filters), ...paging({ offset, limit, cursor, count }) })

const paging = ({ offset, limit, cursor, count }: ListOptions) =>
  given({ offset, limit, cursor, Prefer: count === true ? 'count=exact' : undefined })

function creating({ idempotencyKey, validateOnly, strict }: RegisterOptions) {
  const preferences = [validateOnly === true && 'validate-only', strict === true && 'handling=strict']
  const Prefer = preferences.filter((one) => one !== false).join(', ')
  return given({ Idempotency_Key: idempotencyKey, Prefer: Prefer === '' ? undefined : Prefer })
}

const detailed = ({ details }: DetailOptions) =>
  given({ include: details === true ? ('details' as const) : undefined })
const reading = ({ ifNoneMatch }: ReadOptions) => given({ If_None_Match: ifNoneMatch })
const writingFor = ({ source, takeOver }: SourceOptions) => given({ source, takeOver })
const changing = ({ ifMatch }: ChangeOptions) => given({ If_Match: ifMatch })
const signalOf = ({ signal }: CallOptions) => (signal === undefined ? {} : { signal })

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Only what has a value: the generated client would send the rest. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
