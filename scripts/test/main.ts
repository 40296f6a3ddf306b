/**
 * `npm test [-- [--tests-only] <jest arguments>]`: all checks and all tests, or only some tests, against
 * backing servers on their own ports.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startGuardian } from '../../local/processes/guardian.ts'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { CHECK_TYPES, COMPILE } from '../../local/support/compiler.ts'
import { readJson, ROOT } from '../../local/support/files.ts'
import { CommandError, printError } from '../../local/support/command-error.ts'
import { serversAlreadyUp, startTestServers } from '../../testing/start-servers.ts'
import { writeGroups } from './groups.ts'
import { fetchPrograms } from './programs.ts'
import { addTests, lineOf, type JestReport, type Tally } from './tally.ts'

/** One check besides the tests: a program under the pinned Node that needs no server. */
interface Check {
  readonly name: string
  readonly args: readonly string[]
  /** Matches the output of a successful check that had to skip something. */
  readonly skipped?: RegExp
}

const tool = (path: string): string => join('node_modules', path)

function digestOf(...files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Runs first, because the tests run what is compiled, and no two compilers may write it at the same time. */
const COMPILED: Check = { name: 'services and command line compiled', args: COMPILE }
/**
 * Each rule looks at one file: files that have not changed are not read again while the rules are the same.
 * ESLint knows when their options change, but not when our own rules do.
 */
const ESLINT_CACHE = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=.local/test/eslint-${digestOf('eslint.config.mjs', 'rule-files.mjs')}`,
]
const CHECKS: readonly Check[] = [
  { name: 'types', args: CHECK_TYPES },
  { name: 'lint', args: [tool('oxlint/bin/oxlint'), '--deny-warnings'] },
  {
    name: 'architecture rules',
    args: [tool('eslint/bin/eslint.js'), '.', '--max-warnings=0', ...ESLINT_CACHE],
  },
  { name: 'generated code', args: ['scripts/generate/main.ts', '--check'], skipped: /were not checked/ },
  { name: 'requirements', args: ['scripts/requirements/check.ts'] },
  { name: 'documents', args: ['scripts/docs/check.ts'] },
  { name: 'contract', args: ['scripts/generate/lint.ts'] },
  { name: 'format', args: [tool('oxfmt/bin/oxfmt'), '--check'] },
]
/** Runs at the same time as the tests, on its own servers. */
const FAULTS: Check = {
  name: 'five seconds of faults',
  args: ['scripts/faults/main.ts', '--registrations=80', '--faults=8', '--seconds=5'],
}
/**
 * They compare the responses and queries of the tests with the contract and with docs/generated/queries.tsv,
 * so they need a complete run.
 */
const AFTER_TESTS: readonly Check[] = [
  { name: 'responses received', args: ['contract-tests/responses-received.ts'] },
  { name: 'table of queries', args: ['scripts/docs/queries.ts'] },
]

const JEST = [
  ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  tool('jest/bin/jest.js'),
]
const LOCAL = join(ROOT, '.local/test')
const JEST_REPORT = join(LOCAL, 'jest.json')
const given = process.argv.slice(2)
const isTestsOnly = given[0] === '--tests-only'
const jestArguments = given.slice(isTestsOnly ? 1 : 0)
const isComplete = given.length === 0

const print = (text: string): void => void process.stdout.write(text)
const guardian = startGuardian()

// The guardian ends what runs.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

/**
 * The compiler and the linter are Go programs. They get one thread each, because the tests use the other
 * cores.
 */
const CHECKS_ENV = { ...process.env, GOMAXPROCS: '1', GOGC: '400' }

/** Runs a part under the pinned Node. Its output is kept, or shown as it comes. */
async function runNode(args: readonly string[], output: 'pipe' | 'inherit', env = process.env) {
  const options = { cwd: ROOT, env, detached: true } as const
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', output, output] })
  const { pid = 0 } = child
  if (pid > 0) guardian.watch(pid)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  guardian.forget(pid)
  return { code: code ?? 1, output: text }
}

const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
/** What was left out and why, for the last lines. */
const leftOut: string[] = []

async function runCheck({ name, args, skipped }: Check): Promise<void> {
  const began = Date.now()
  const { code, output } = await runNode(args, 'pipe', CHECKS_ENV)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (code !== 0) {
    tally.failed++
    print(`\n✗ ${name} (${seconds} s)\n${output}\n`)
  } else if (skipped?.test(output)) {
    tally.skipped++
    print(`– ${name}, in part (${seconds} s)\n${output}`)
    leftOut.push(...output.split('\n').filter((line) => skipped.test(line)))
  } else {
    tally.passed++
    print(`✓ ${name} (${seconds} s)\n`)
  }
}

/** Runs the checks one after the other, at the same time as the tests. */
async function runChecks(): Promise<void> {
  if (isTestsOnly) return
  for (const check of CHECKS) await runCheck(check)
  if (isComplete) await runCheck(FAULTS)
}

/** The paths of all test files. @throws CommandError with what jest prints when it finds none */
async function allTests(): Promise<string[]> {
  const env = { ...process.env, TEST_GROUPS: 'false' }
  const { output } = await runNode([...JEST, '--listTests'], 'pipe', env)
  // It may print warnings too.
  const paths = output.split('\n').filter((line) => line.endsWith('.test.ts'))
  if (paths.length === 0) throw new CommandError(`Jest lists no tests:\n${output}`)
  return paths
}

async function runTests(): Promise<void> {
  mkdirSync(LOCAL, { recursive: true })
  rmSync(JEST_REPORT, { force: true })
  if (isComplete) {
    for (const recorded of ['responses', 'queries'])
      rmSync(join(LOCAL, recorded), { recursive: true, force: true })
    await grouping
  }
  const jest = [...JEST, '--json', `--outputFile=${JEST_REPORT}`, ...jestArguments]
  const { code } = await runNode(jest, 'inherit', { ...process.env, TEST_GROUPS: String(isComplete) })
  const report = readJson<JestReport>(JEST_REPORT)
  const failedBefore = tally.failed
  if (report !== undefined) leftOut.push(...addTests(tally, report, process.env['CI'] === 'true'))
  if (tally.failed > failedBefore) return
  if (report === undefined || code !== 0) tally.failed++
  else if (isComplete) for (const check of AFTER_TESTS) await runCheck(check)
}

/** Undefined when `npm run check -- servers` keeps servers running. */
const startingServers =
  (await serversAlreadyUp()) === undefined
    ? startTestServers(createProgressReporter(print), guardian)
    : undefined

/** Jest lists the tests while the servers start. */
const grouping = isComplete ? allTests().then(writeGroups) : undefined

/** Runs the tests when their servers are up, whatever the result of the checks. */
async function runTestsOnServers(): Promise<void> {
  try {
    await startingServers
    await runTests()
  } catch (error) {
    printError(error)
    tally.failed++
  } finally {
    // Why the servers did not start has been explained above.
    const servers = await startingServers?.catch(() => undefined)
    await servers?.stop()
  }
}

const installed = Promise.allSettled([
  startingServers,
  grouping,
  isComplete || isTestsOnly ? fetchPrograms(guardian, createProgressReporter(print)) : undefined,
])
await runCheck(COMPILED)
// Before the checks start, which would slow it down, and before the tests, which need it.
await installed
await Promise.all([runTestsOnServers(), runChecks()])
await guardian.release()
print(`\n${[...leftOut, lineOf(tally)].join('\n')}\n`)
process.exitCode = tally.failed === 0 ? 0 : 1
