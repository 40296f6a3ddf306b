/** Who calls a deprecated operation: an account or an operator, or neither where no credential is needed. */
export interface DeprecatedCaller {
  readonly operationId: string
  readonly accountId: number | null
  /** The name of the operator token. */
  readonly operator: string | null
}
