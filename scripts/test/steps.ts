import { join } from 'node:path'

/** One check of the whole tree besides the tests themselves. */
export interface Step {
  readonly name: string
  readonly args: readonly string[]
  /** What a step says that ends well although it could not look at everything. */
  readonly skipped?: RegExp
}

const tool = (path: string): string => join('node_modules', path)

/** Each runs under the pinned Node and needs no server. The longest come first. */
export const STEPS: readonly Step[] = [
  { name: 'lint', args: [tool('eslint/bin/eslint.js'), '.', '--max-warnings=0'] },
  { name: 'types', args: [tool('typescript/bin/tsc'), '-b'] },
  { name: 'generated code', args: ['scripts/generate/check.ts'], skipped: /were not checked/ },
  { name: 'requirements', args: ['scripts/requirements/check.ts'] },
  { name: 'documents', args: ['scripts/docs/check.ts'] },
  { name: 'contract', args: ['scripts/generate/lint.ts'] },
  { name: 'format', args: [tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'] },
]
