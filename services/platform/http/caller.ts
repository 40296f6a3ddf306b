import type { Account } from '../domain/account.ts'

/** A person or script behind an operator token. */
export interface OperatorIdentity {
  /** The name of the token, or its fingerprint when it has none. */
  readonly name: string
  /** Identifies the token without revealing it. */
  readonly fingerprint: string
  /** Whether the operator may change records, or only read them. */
  readonly mayChange: boolean
}

export interface Caller {
  /** Absent on operator and internal operations. */
  readonly account: Account | undefined
  /** Present on operator operations. */
  readonly operator?: OperatorIdentity
  /** The key under which the rate limiter counts the requests of this caller. */
  readonly limitKey: string
  readonly requestsPerMinute: number
}
