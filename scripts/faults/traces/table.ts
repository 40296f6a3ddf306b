import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../local/support/files.ts'

/** A row of the table: a process with one event takes this step in one of the states `before`. */
export interface Row {
  readonly process: string
  readonly before: readonly string[]
  readonly after: string
  /** Whether the services record it. */
  readonly isRecorded: boolean
}

/** The steps of the model of the delivery, by the names under which they are recorded. */
export interface Table {
  readonly rows: ReadonlyMap<string, Row>
  /** The steps that may happen once: to an event, or to one attempt of a delivery. */
  readonly once: ReadonlySet<string>
}

/** The state in which every process begins. */
export const IDLE = 'idle'

const TABLE = join(ROOT, 'docs/models/delivery-steps.h')
const ROW = /^#define ([A-Z_]+) +(\w+), ([\w |]+), (\w+)( \/\* not recorded \*\/)?$/gm
const ONCE = /^#define ([A-Z_]+)_ONCE /gm

/** Reads the table that docs/models/delivery.pml includes. */
export function readTable(text = readFileSync(TABLE, 'utf8')): Table {
  const rows = [...text.matchAll(ROW)].map(
    ([, name = '', process = '', before = '', after = '', notRecorded]): [string, Row] => [
      inCamelCase(name),
      { process, before: before.split(' | '), after, isRecorded: notRecorded === undefined },
    ],
  )
  return {
    rows: new Map(rows),
    once: new Set([...text.matchAll(ONCE)].map(([, name = '']) => inCamelCase(name))),
  }
}

const inCamelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
