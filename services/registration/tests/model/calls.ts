import { catalogue, type OperationId } from '../../../shared/contract/generated/catalogue.ts'
import type { operations } from '../../../shared/contract/generated/openapi.ts'
import type { Schemas } from '../../../shared/contract/schema.ts'
import type { Flaw } from './flaws.ts'

/** What a path names. */
export interface Target {
  readonly id?: number | undefined
  readonly externalId?: string
  readonly userId?: number | undefined
}

/** An ETag that an earlier answer carried, and the representation that it stood for. */
export interface Tag {
  readonly value: string
  readonly shown: string
}

/** There is no field `colour`: refused (decision R4). */
export type RegistrationBody = Schemas['RegistrationCreate'] & { colour?: string }
export type UserBody = Readonly<Record<string, string>>

export type CourseBody = Readonly<Required<Omit<Schemas['CourseInput'], 'id'>>>

type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>
export type Query = QueryOf<'listRegistrations'> & QueryOf<'listUsers'> & QueryOf<'listVisibleCourses'>

/** One HTTP request of a sequence, as the model and the services are both asked it. */
export interface Call {
  readonly operation: OperationId
  /** A position in the list of accounts; operators have none. */
  readonly account?: number
  readonly target?: Target
  readonly query?: Query
  readonly body?: any
  readonly strict?: boolean
  readonly validateOnly?: boolean
  readonly countExact?: boolean
  readonly key?: string | undefined
  readonly ifMatch?: Tag | undefined
  readonly ifNoneMatch?: Tag | undefined
  /** Follows the links to the end: everything comes, whatever the limit (R13). */
  readonly walk?: boolean
  /** What is wrong with the request itself, whatever it asks for. */
  readonly flaw?: Flaw | undefined
}

/** Is it the user service that answers? */
export const ofUsers = ({ operation }: Call): boolean => catalogue[operation].service === 'user'

/** The kind of record whose ETag the call is about. */
export const kindOf = (call: Call) =>
  call.operation === 'getVisibleCourse' ? 'courses' : ofUsers(call) ? 'users' : 'registrations'

/** The operation at the path that the target needs: by id, or by external id. */
export const at = (target: Target, operation: OperationId): Pick<Call, 'operation' | 'target'> => ({
  operation: target.externalId === undefined ? operation : (`${operation}ByExternalId` as OperationId),
  target,
})

/** Without what was not chosen. */
export const given = <T extends object>(choices: T) =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A call as it goes over the wire. Lists leave out what was created before `since`. */
export function requestOf(call: Call, since: { registrations: string; users: string }): Request {
  const { operation, target = {}, body, key, ifMatch, ifNoneMatch } = call
  const { method, path } = catalogue[operation]
  const named = new Map(Object.entries({ ...target, registrationExternalId: target.externalId }))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(named.get(name))),
  )
  const query = Object.entries({
    ...call.query,
    ...(operation === 'listRegistrations' ? { created_after: since.registrations } : {}),
    ...(operation === 'listUsers' ? { createdAfter: since.users } : {}),
  }).map(([name, value]): [string, string] => [name, String(value)])
  return {
    method: method.toUpperCase(),
    path: query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`,
    body,
    headers: given({
      prefer: appliedOf(call),
      'idempotency-key': key,
      'if-match': ifMatch?.value,
      'if-none-match': ifNoneMatch?.value,
    }),
  }
}

/** The preferences of a call, as the header `Prefer` asks for them. */
export const appliedOf = ({ strict, validateOnly, countExact }: Call): string | undefined =>
  [strict && 'handling=strict', validateOnly && 'validate-only', countExact && 'count=exact']
    .filter(Boolean)
    .join(', ') || undefined
