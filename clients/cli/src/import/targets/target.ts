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

export interface TargetOptions {
  readonly context: Context
  readonly backOff: BackOff
  readonly parallel: number
  /** Runs every check and writes nothing. */
  readonly dryRun: boolean
  /** The group of records that name none. */
  readonly group: number | undefined
  /** What happens to the open registrations of people whose finished training is imported. */
  readonly openRegistration: string | undefined
  readonly allowEarlier: boolean
  /** For whom users are written; undefined for no source. */
  readonly source: string | undefined
  /** The ids of rows whose users are taken over from another source. */
  readonly takeOver: readonly string[]
  /** The ids of rows that may make an account that of somebody else. */
  readonly allowOtherPerson: readonly string[]
  /** Names this run, also after an interruption: a batch that is sent again is the same request. */
  readonly run: string
}
