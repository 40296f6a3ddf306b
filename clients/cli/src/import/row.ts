import { textIn } from './texts.ts'

/** A row of the input. */
export type Row = ReadableRow | UnreadableRow

export interface ReadableRow {
  /** The line where it begins, counted from 1. */
  readonly line: number
  readonly body: Readonly<Record<string, unknown>>
  /** The fields that have a column in the file, also if the cell is empty. Absent in NDJSON. */
  readonly columns?: readonly string[]
  /** What is wrong with a field, instead of what the service says of it. */
  readonly faults?: Readonly<Record<string, string>>
}

/** A row that is not sent. */
interface UnreadableRow {
  readonly line: number
  readonly error: string
  readonly code: RowErrorCode
}

/** Whether a row gives a number, that of a person or a registration. */
export const hasExternalId = (row: Row): boolean =>
  'body' in row && Boolean(textIn(row.body['externalId'])?.trim())

/** Causes that the command itself finds. */
type RowErrorCode = 'unreadable-row' | 'repeated-row' | 'invalid-request'

/** One line of the results file. In a sync, also of one of several courses, or of a record without a row. */
export interface RowResult<O extends string = Outcome> {
  /** Of one of several files. */
  readonly file?: string
  readonly line?: number
  readonly ok: boolean
  /** What became of the record; absent in errors. */
  readonly outcome?: O
  /** The status of the response; absent when nothing was sent. */
  readonly status?: number
  readonly id?: number
  readonly courseId?: number
  readonly userId?: number
  /** Whom it is about: the first identifier of the row; without a row, that of the person. */
  readonly who?: string
  readonly code?: string
  readonly detail?: string
}

/** The result of a row that is not sent. */
export const rejected = (
  line: number,
  code: string,
  detail: string,
): RowResult<never> & { readonly line: number } => ({ line, ok: false, code, detail })

/** Rows and results in the order of the file; records without a row come last. */
export const inFileOrder = <R extends { readonly line?: number }>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => (a.line ?? AFTER_FILE) - (b.line ?? AFTER_FILE))

const AFTER_FILE = Number.MAX_SAFE_INTEGER

/** `replaced` where the service does not say whether anything changed. */
export type Outcome = 'created' | 'changed' | 'unchanged' | 'replaced'
