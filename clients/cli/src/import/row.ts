/** A row of the input, read or not. */
export type Row = {
  /** The line where it begins, counted from 1. */
  readonly line: number
  /** Bytes of the input up to the end of the row. */
  readonly end: number
} & ({ readonly body: Readonly<Record<string, unknown>> } | { readonly fault: string })

export type ReadableRow = Extract<Row, { body: unknown }>

/** The result of a row: one line of the results file. */
export interface RowResult {
  readonly line: number
  readonly ok: boolean
  /** As the service answered; absent when the row was not sent. */
  readonly status?: number
  readonly id?: number
  readonly code?: string
  readonly detail?: string
}

/** The cause, when the command itself found the error. */
export const UNREADABLE = 'unreadable-row'
