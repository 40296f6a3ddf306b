import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORKERS } from './testing/workers.mjs'

/**
 * Tests run as CommonJS made by swc; ESM-only packages are required natively, which wants Node's own flag.
 */
if (
  !`${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`.includes('--experimental-vm-modules')
) {
  throw new Error(
    'Run tests with `npx jest <file> -t <name>` or `npm test`: ' +
      'npm sets the Node option that they need (.npmrc).',
  )
}

/** What `scripts/test/groups.ts` has made of the test files, for a complete run. */
const GROUPS = '.local/test/groups'
const isGrouped = process.env.TEST_GROUPS === 'true'

/** @type {import('jest').Config} */
export default {
  roots: [...(isGrouped ? [GROUPS] : []), 'services', 'local', 'scripts', 'contract-tests', 'clients']
    .filter((folder) => existsSync(join(import.meta.dirname, folder)))
    .map((folder) => `<rootDir>/${folder}`),
  testMatch: isGrouped
    ? JSON.parse(readFileSync(join(import.meta.dirname, GROUPS, 'paths.json'), 'utf8'))
    : ['**/tests/**/*.test.ts', '<rootDir>/contract-tests/**/*.test.ts'],
  testPathIgnorePatterns: [
    ...['/node_modules/', '/dist/', '/generated/'],
    // `npm run check -- python`: installs what it needs from PyPI.
    ...(process.env.PYTHON_CLIENTS === 'true' ? [] : ['/clients/python/']),
    // `npm run check -- release`: needs helm and PyPI, and rebuilds the clients that other tests run.
    ...(process.env.RELEASE === 'true'
      ? []
      : ['/scripts/release/tests/artifacts', '/clients/typescript/tests/package']),
    // `npm run check -- isolation`, `replicas` and `scopes`: measure what other tests prove in small.
    ...(process.env.HANGING_RECEIVERS ? [] : ['/notification/tests/isolation']),
    ...(process.env.REPLICA_COUNT ? [] : ['/notification/tests/replicas']),
    ...(process.env.SCOPE_GROUPS ? [] : ['/notification/tests/wide-scopes']),
    // `npm run check -- pages`: drives Chromium for minutes.
    ...(process.env.PAGES === 'true' ? [] : ['/local/tests/pages', '/local/tests/operators-page']),
    // `npm run check -- neighbours`: all of its files but one, which has a proxy and a relay.
    ...(process.env.NEIGHBOURS ? [] : ['/neighbours/(?!neighbours)']),
    // `npm run check -- text`: reads the operators' page in Chromium, too.
    ...(process.env.TEXT_COUNT ? [] : ['/adversaries/text/pages']),
  ],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/clients/(cli|typescript)/dist/',
    '<rootDir>/.local/(?!test/groups/)',
    '<rootDir>/services/registration/built/',
  ],
  watchPathIgnorePatterns: ['<rootDir>/.local/'],
  moduleNameMapper: {
    // Generated clients import `./x.js`, the name that their compiled form will have.
    '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1.ts'],
    // The packed client has a test of its own; all other tests see its sources.
    '^@rollcall/client$': '<rootDir>/clients/typescript/src/index.ts',
    '^@rollcall/client/operator$': '<rootDir>/clients/typescript/src/operator.ts',
  },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, keepClassNames: true },
        module: { type: 'commonjs', importInterop: 'node' },
        sourceMaps: 'inline',
      },
    ],
  },
  setupFilesAfterEnv: ['memory', 'stack-traces', 'matchers', 'indexed', 'leftovers'].map(
    (name) => `<rootDir>/testing/${name}.ts`,
  ),
  globalSetup: '<rootDir>/scripts/test/jest-setup.ts',
  globalTeardown: '<rootDir>/scripts/test/jest-teardown.ts',
  testSequencer: '<rootDir>/scripts/test/sequencer.mjs',
  testTimeout: 120_000,
  maxWorkers: WORKERS,
  // A restarted worker loads all modules again. A larger heap costs more garbage collection.
  workerIdleMemoryLimit: '900MB',
  // On a busy machine a process without anything open takes longer to end than jest's 500 ms. After this time
  // jest warns of a leak, and there is one.
  workerGracefulExitTimeout: 30_000,
}
