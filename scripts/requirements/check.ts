/**
 * `node scripts/requirements/check.ts [--write]`: fails if no test names a requirement of docs/requirements.md, if a
 * test names an unknown one, or if the column of tests is outdated; `--write` updates it.
 */
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { fillRows, readRows, traceOf, type Row } from './rows.ts'
import { testsIn, type TestName } from './test-names.ts'

const DOCUMENT = join(ROOT, 'docs/requirements.md')
const TEST_FILES = '{services,scripts,contract-tests,clients}/**/*.test.ts'
/** A row that many tests name shows this many of them. */
const MAX_SHOWN = 2

const markdown = await readFile(DOCUMENT, 'utf8')
const rows = readRows(markdown)
const tests = await readTests()
const { proofs, unproved, unknown } = traceOf(rows, tests)

const filled = fillRows(markdown, rows, cellOf)
const faults = [
  ...unproved.map(({ id }) => `${id}: no test names it.`),
  ...unknown.map(
    ({ id, test }) => `${test.file}: "${test.name}" names ${id}, which docs/requirements.md lacks.`,
  ),
]
if (process.argv.includes('--write')) await writeFile(DOCUMENT, filled)
else if (filled !== markdown)
  faults.push('The column of tests is outdated. Run: node scripts/requirements/check.ts --write')
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
console.log(`${rows.length - unproved.length} of ${rows.length} requirements are named by a test.`)

async function readTests(): Promise<TestName[]> {
  const found: TestName[] = []
  const files = glob(TEST_FILES, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
  for await (const file of files) found.push(...testsIn(file, await readFile(join(ROOT, file), 'utf8')))
  return found.sort((a, b) => (`${a.file} ${a.name}` < `${b.file} ${b.name}` ? -1 : 1))
}

function cellOf({ id, through }: Row): string {
  const mine = proofs.get(id) ?? []
  if (mine.length === 0) return through.length > 0 ? `those of ${through.join(', ')}` : ''
  const shown = mine.slice(0, MAX_SHOWN).map(nameOf)
  const more = mine.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>')
}

function nameOf({ file, name }: TestName): string {
  return `\`${file}\`: ${name}`
}
