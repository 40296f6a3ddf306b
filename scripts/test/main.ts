/** `npm test [-- <jest arguments>]`: all checks and all tests, against backing servers on ports of their own. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startGuardian } from '../processes/guardian.ts'
import { identify } from '../processes/identity.ts'
import { readJson } from '../support/files.ts'
import { explain } from '../support/refusal.ts'
import { reportTo } from '../support/report.ts'
import { serversAlreadyUp, startTestServers } from './start-servers.ts'
import { STEPS, type Step } from './steps.ts'
import { FAILED, lineOf, PASSED, SKIPPED, sum, tallyOf, type JestReport, type Tally } from './tally.ts'

const ROOT = join(import.meta.dirname, '../..')
const JEST_REPORT = join(ROOT, '.local/test/jest.json')
const AT_ONCE = 2
/** What the tests met of what the contract declares, which only a complete run can tell. */
const ANSWERS: Step = { name: 'answers met', args: ['contract-tests/answers-met.ts'] }
const ANSWERS_FOLDER = join(ROOT, '.local/test/answers')
const isComplete = process.argv.length === 2
const BREAK_OFF_MS = 5_000

const say = (text: string): void => void process.stdout.write(text)
const guardian = startGuardian()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void guardian.endEverything(BREAK_OFF_MS).then(() => process.exit(130)))
}

interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a part under the pinned Node. Its output is kept, or shown as it comes. */
function runNode(args: readonly string[], env: NodeJS.ProcessEnv, show: boolean): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    const identity = child.pid === undefined ? undefined : identify(child.pid)
    if (identity !== undefined) guardian.watch(identity)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }
    child.once('error', failed)
    child.once('close', (code) => {
      if (identity !== undefined) guardian.forget(identity)
      done({ code: code ?? 1, output })
    })
  })
}

async function runStep({ name, args, skipped }: Step): Promise<Tally> {
  const began = Date.now()
  const { code, output } = await runNode(args, process.env, false)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (code !== 0) {
    say(`\n✗ ${name} (${seconds} s)\n${output}\n`)
    return FAILED
  }
  if (skipped?.test(output) === true) {
    say(`– ${name}, in part (${seconds} s)\n${output}`)
    return SKIPPED
  }
  say(`✓ ${name} (${seconds} s)\n`)
  return PASSED
}

async function runSteps(): Promise<Tally> {
  const waiting = [...STEPS]
  const tallies: Tally[] = []
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      tallies.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return sum(tallies)
}

async function runTests(): Promise<Tally> {
  mkdirSync(join(ROOT, '.local/test'), { recursive: true })
  rmSync(JEST_REPORT, { force: true })
  if (isComplete) rmSync(ANSWERS_FOLDER, { recursive: true, force: true })
  const args = [
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${JEST_REPORT}`,
    ...process.argv.slice(2),
  ]
  const { code } = await runNode(['--experimental-vm-modules', ...args], process.env, true)
  const report = readJson<JestReport>(JEST_REPORT)
  if (report === undefined) return FAILED
  const tally = tallyOf(report)
  if (tally.failed > 0) return tally
  if (code !== 0) return sum([tally, FAILED])
  return isComplete ? sum([tally, await runStep(ANSWERS)]) : tally
}

/** The servers come up while the checks run; the tests want both done, since some of them run what was compiled. */
async function runAll(): Promise<Tally> {
  const up = serversAlreadyUp()
  const starting = up === undefined ? startTestServers(reportTo(say), guardian) : undefined
  starting?.catch(() => undefined) // told below
  const steps = await runSteps()
  try {
    await starting
  } catch (fault) {
    explain(fault)
    return sum([steps, FAILED])
  }
  try {
    return sum([steps, await runTests()])
  } finally {
    await (await starting)?.stop()
  }
}

const tally = await runAll()
guardian.release()
say(`\n${lineOf(tally)}\n`)
process.exitCode = tally.failed === 0 ? 0 : 1
