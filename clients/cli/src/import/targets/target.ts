import type { Context } from '../../context.ts'
import type { BackOff } from '../back-off.ts'
import type { ReadableRow, RowResult } from '../row.ts'

/** Where rows are sent to. */
export interface Target {
  /** The largest batch, in rows and bytes. */
  readonly rows: number
  readonly bytes: number
  /** How many batches may be in progress at once. */
  readonly parallel: number
  /** A result for each row, in order. @throws when the batch as a whole was rejected */
  send(rows: readonly ReadableRow[]): Promise<RowResult[]>
}

/** What becomes of rows. */
export interface RowOptions {
  /** How many batches are sent at once. */
  readonly parallel: number
  /** Runs every check and writes nothing. */
  readonly dryRun: boolean
  /** The group of records that name none. */
  readonly group: number | undefined
  /** Whether the columns are ignored that no `--map` names. One of them may have the status. */
  readonly onlyMapped: boolean
  /** Of history: the course of rows that name none. */
  readonly course?: number | undefined
  /** Of history: what happens to open registrations. */
  readonly openRegistration?: string | undefined
  /** Of history: whether training may finish a registration that was made long after it. */
  readonly allowEarlier?: boolean
  /** For whom users are written. */
  readonly source?: string | undefined
  /** The ids of rows whose users are taken over from another source. */
  readonly takeOver?: readonly string[]
  /** The ids of rows that may make an account that of somebody else. */
  readonly allowOtherPerson?: readonly string[]
}

export interface TargetOptions extends RowOptions {
  readonly context: Context
  readonly backOff: BackOff
  /** Names this run, also after an interruption: a batch that is sent again is the same request. */
  readonly run: string
}
