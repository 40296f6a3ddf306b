import type { Operator } from '../contract/operation.ts'
import type { Account } from '../domain/account.ts'

/** An operator with what its token allows. */
interface AuthenticatedOperator extends Operator {
  /** Whether the operator may change records, or only read them. */
  readonly mayChange: boolean
}

export interface Caller {
  /** Absent on operator and internal operations. */
  readonly account: Account | undefined
  /** Present on operator operations. */
  readonly operator?: AuthenticatedOperator
  /** The limit that the requests of this caller spend; absent for another service. */
  readonly limit?: CallerLimit
}

export interface CallerLimit {
  /** Under which the rate limiter counts the requests. */
  readonly key: string
  readonly requestsPerMinute: number
}
