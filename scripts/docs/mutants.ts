import { existsSync, readFileSync } from 'node:fs'
import { EQUIVALENT } from '../../contract-tests/mutants/equivalent.ts'
import { CATCHERS } from '../../contract-tests/mutants/kill/verdict.ts'
import type { Matrix } from '../../contract-tests/mutants/matrix.ts'

const MATRIX = new URL('../../contract-tests/mutants/matrix.json', import.meta.url)

/** What the last complete run of `npm run mutants` found, family by family. */
export function mutantsTable(): string {
  if (!existsSync(MATRIX)) return 'No complete run has been written down yet.'
  const { mutants, survived, equivalent, families } = JSON.parse(readFileSync(MATRIX, 'utf8')) as Matrix
  const rows = Object.entries(families).map(([family, row]) => [
    family,
    row.mutants,
    ...CATCHERS.map((catcher) => row.noticed[catcher]),
    row.equivalent,
  ])
  return [
    `| Family | Mutants | ${CATCHERS.join(' | ')} | Called equivalent |`,
    `| --- | --: | ${CATCHERS.map(() => '--:').join(' | ')} | --: |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    `${survived} survived of ${mutants}; ${equivalent} were called equivalent.`,
  ].join('\n')
}

/** The list of equivalents, each with its reason. */
export function equivalentsTable(): string {
  if (EQUIVALENT.length === 0) return 'None so far.'
  return [
    '| Mutants | Reason |',
    '| --- | --- |',
    ...[...Map.groupBy(EQUIVALENT, ({ reason }) => reason)].map(
      ([reason, entries]) => `| ${entries.map(({ id }) => code(id)).join(', ')} | ${reason} |`,
    ),
  ].join('\n')
}

const code = (id: string): string => `\`${id.replaceAll('|', '\\|')}\``
