import type { Request, Response } from 'express'
import type { ContractOperation } from '../contract/contract.ts'
import type { Logger } from '../logger.ts'
import type { Trace } from '../trace.ts'
import type { Account, Reach } from './account.ts'

/** One HTTP request on its way through the pipeline, and what has been learned about it so far. */
export interface Exchange {
  readonly request: Request
  readonly response: Response
  readonly trace: Trace
  readonly log: Logger
  operation: ContractOperation | undefined
  /** Set by the step "authenticate", for public operations. */
  account: Account | undefined
  /** Set by the step "role". */
  reach: Reach
  /** The step "authenticate" of this request, once begun. */
  authenticated: Promise<boolean> | undefined
  /** Why that step refused. */
  refusal: unknown
}

/** A success as a handler gives it. */
export interface Answered {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
