import type { Operator } from '../contract/operation.ts'
import type { Account } from '../domain/account.ts'

/** An operator with what its token allows. */
export interface AuthenticatedOperator extends Operator {
  /** Whether the operator may change records, or only read them. */
  readonly mayChange: boolean
}

export interface Caller {
  /** Absent on operator and internal operations. */
  readonly account: Account | undefined
  /** Present on operator operations. */
  readonly operator?: AuthenticatedOperator
  /** The key under which the rate limiter counts the requests of this caller. */
  readonly limitKey: string
  readonly requestsPerMinute: number
}
