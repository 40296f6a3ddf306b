import { join } from 'node:path'
import { ROOT } from '../local/support/files.ts'

/** A query that a test has sent, as docs/generated/queries.tsv shows it. */
export interface RecordedQuery {
  readonly collection: string
  readonly conditions: string
  readonly order: string
  readonly index: string
  /** Fields with conditions that the index does not serve. */
  readonly others: readonly string[]
}

/** Where each test process records its queries, one JSON document a line. */
export const QUERIES_FOLDER = join(ROOT, '.local/test/queries')
