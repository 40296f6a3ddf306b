import type { Logger } from '../observability/logger.ts'
import type { Trace } from '../observability/trace.ts'
import type { Account, Scope } from '../domain/account.ts'
import type { Batches } from '../domain/page.ts'
import type { Audience, catalogue, OperationId, ServiceName } from './generated/catalogue.ts'
import type { operations } from './generated/openapi.ts'

export type { Audience, OperationId, ServiceName }
type Catalogue = typeof catalogue

/**
 * The operations that a service has to handle; an alias uses the handler of the operation that it is an alias
 * of.
 */
export type OperationOf<S extends ServiceName, A extends Audience> = {
  [Id in OperationId]: Catalogue[Id] extends { service: S; audience: A }
    ? Catalogue[Id] extends { aliasOf: string }
      ? never
      : Id
    : never
}[OperationId]

type ParametersOf<Id extends OperationId, In extends string> = operations[Id] extends {
  parameters: { [K in In]?: infer P }
}
  ? NonNullable<P>
  : Record<string, never>

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer J } }
    ? undefined extends operations[Id]['requestBody']
      ? J | undefined
      : J
    : undefined
  : undefined

/** The known preferences of the header `Prefer`. */
export interface Preferences {
  readonly strict: boolean
  readonly validateOnly: boolean
  readonly countExact: boolean
}

/** The person or script that an operator token belongs to. */
export interface Operator {
  /** The name of the token, or its fingerprint when it has none. */
  readonly name: string
  /** Identifies the token without revealing it. */
  readonly fingerprint: string
}

type IfRoleRequired<Id extends OperationId, T> = Catalogue[Id] extends {
  audience: 'public'
  roles: readonly [string, ...string[]]
}
  ? T
  : undefined

type IfOperator<Id extends OperationId, T> = Catalogue[Id] extends { audience: 'operator' } ? T : undefined

declare const auditLine: unique symbol
/** The proof that an audit line was written, which only {@link Call.audit} gives. */
export interface Audited {
  readonly [auditLine]: true
}
/** Writes an audit line with the ids of what was changed. */
export type Audit = (target: Readonly<Record<string, unknown>>) => Audited

/** A request that is authenticated, within its limit, allowed by role and valid by the contract. */
export interface Call<Id extends OperationId> {
  readonly path: ParametersOf<Id, 'path'>
  readonly query: ParametersOf<Id, 'query'>
  /** Valid, but for the items of a batch: its handler validates them, see `http/items.ts`. */
  readonly body: BodyOf<Id>
  readonly header: (name: string) => string | undefined
  readonly prefer: Preferences
  /** The path as the caller sent it, without the query, for links. */
  readonly rawPath: string
  /**
   * The same with a trailing slash. For a POST, the path of the collection, to which the id of a new record
   * is added.
   */
  readonly pathWithSlash: string
  readonly trace: Trace
  /** Aborts when the caller has been told that its request takes too long. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** The caller of a public operation that requires a role; absent on all others. */
  readonly account: IfRoleRequired<Id, Account>
  /** Who calls an operator operation; absent on others. */
  readonly operator: Operator | undefined
  /** Writes the audit line of an operator operation. Call it right after the write: a later step may fail. */
  readonly audit: IfOperator<Id, Audit>
  /**
   * Spends what a batch costs, its number of items, from the account's rate limit.
   * @throws TooManyRequests
   */
  readonly spendItems: (items: number) => Promise<void>
  /** The groups in which the account has one of the roles that this operation accepts. */
  readonly scope: IfRoleRequired<Id, Scope>
}

/** A body as it is sent, with its ETag. */
export interface SerializedBody {
  readonly text: Buffer
  readonly etag: string
}

type SuccessOf<Id extends OperationId> = keyof operations[Id]['responses'] & (200 | 201 | 202 | 204)
type JsonOf<R> = R extends { content: { 'application/json': infer B } | { 'application/scim+json': infer B } }
  ? B
  : undefined

/** An array may be returned in batches, which are sent one after the other. */
type InBatches<B> = B extends readonly (infer Item)[] ? Batches<Item> : never

/** A successful response as a handler returns it. */
export interface HandlerResponse<Status = number, Body = unknown> {
  readonly status: Status
  readonly body: Body
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The preferences that were applied, `false` for one that was not. Present, even if empty, wherever the
   * response depends on `Prefer`: it also sets `Vary`.
   */
  readonly applied?: readonly (string | false)[]
  /** The ETag, if it covers more than the body, or the body contains it; by default that of the body. */
  readonly etag?: string
  /** `body` serialized in advance, if it is the same for every caller. */
  readonly serialized?: SerializedBody
}

/** An operation that a read-only token may not call says that it has written an audit line, or why not. */
type AuditOf<Id extends OperationId> = Catalogue[Id] extends { operatorAccess: 'full' }
  ? { readonly audited: Audited | 'unchanged' }
  : unknown

/** What an operation may return: a status or a body that the contract lacks does not compile. */
type ResponseOf<Id extends OperationId> = {
  [S in SuccessOf<Id>]: HandlerResponse<
    S,
    JsonOf<operations[Id]['responses'][S]> | InBatches<JsonOf<operations[Id]['responses'][S]>>
  >
}[SuccessOf<Id>] &
  AuditOf<Id>

/** Handles the calls of one operation. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResponseOf<Id>>

/** One handler for each operation: a missing one, or one that the contract lacks, does not compile. */
export type Handlers<S extends ServiceName, A extends Audience> = {
  readonly [Id in OperationOf<S, A>]: Handler<Id>
}
