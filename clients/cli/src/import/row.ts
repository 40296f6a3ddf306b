/** A row of the input, read or not. */
export type Row = {
  /** Where it begins, counted from 1. */
  readonly line: number
  /** Bytes of the input up to its end. */
  readonly end: number
} & ({ readonly body: Readonly<Record<string, unknown>> } | { readonly fault: string })

/** What became of a row: a line of the results. */
export interface RowResult {
  readonly line: number
  readonly ok: boolean
  /** As the service answered; absent when it was not asked. */
  readonly status?: number
  readonly id?: number
  readonly code?: string
  readonly detail?: string
}

/** The cause, where it is ours to name. */
export const UNREADABLE = 'unreadable-row'
