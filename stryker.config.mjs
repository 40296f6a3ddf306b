/**
 * `npm run check -- mutations`: mutation tests. Changes the code in one place at a time and runs the tests
 * that reach it; not part of `npm test`, because it takes minutes. Needs `npm run check -- servers` in
 * another terminal. By default it changes the rules; with STRYKER_PART=edge or presenters it changes those.
 * Options are those of Stryker: `npm run check -- mutations --mutate services/user/src/users/rules.ts`.
 */
import jestConfig from './jest.config.mjs'
import { MUTATED_RULES } from './rule-files.mjs'

export const PARTS = {
  domain: {
    mutate: [MUTATED_RULES],
    testMatch: ['**/services/{registration,user,notification}/tests/*.test.ts'],
  },
  edge: {
    mutate: ['services/platform/http/**/*.ts', '!**/*.d.ts'],
    testMatch: ['**/services/platform/tests/**/*.test.ts', '**/services/user/tests/**/*.test.ts'],
  },
  presenters: {
    mutate: ['services/*/src/**/presenter.ts'],
    testMatch: ['**/services/*/tests/*.test.ts'],
  },
}

const part = process.env.STRYKER_PART ?? 'domain'
const { mutate, testMatch } = PARTS[part]
const { globalSetup: _setUp, globalTeardown: _tearDown, ...withoutServers } = jestConfig

export default {
  mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: {
    projectType: 'custom',
    config: { ...withoutServers, roots: ['<rootDir>/services'], testMatch },
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: '.local/stryker',
  // jest.config.mjs too: Stryker would merge it with the one above, global set-up included. To rewrite
  // tsconfig.json it would want a compiler of its own; swc reads none.
  ignorePatterns: [
    ...['jest.config.mjs', 'tsconfig*.json'],
    ...['.ci', '.local', 'charts', 'clients', 'contract-tests', 'dist', 'docs'],
  ],
  reporters: ['clear-text', 'progress', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: '.local/stryker.html' },
  disableTypeChecks: false, // swc checks no types
  allowConsoleColors: false,
}
