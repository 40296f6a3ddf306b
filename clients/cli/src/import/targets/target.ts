import type { Context } from '../../context.ts'
import type { BackOff } from '../back-off.ts'
import type { Kind } from '../fields.ts'
import type { ReadableRow, RowResult } from '../row.ts'
import { putTarget } from './groups-and-courses.ts'
import { registrationsTarget } from './registrations.ts'
import { usersTarget } from './users.ts'

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
  /** Names this run, also after an interruption: a batch that is sent again is the same request. */
  readonly run: string
}

export function targetOf(kind: Kind, options: TargetOptions): Target {
  switch (kind) {
    case 'users':
      return usersTarget(options)
    case 'registrations':
      return registrationsTarget(options)
    case 'groups':
    case 'courses':
      return putTarget(kind, options)
  }
}
