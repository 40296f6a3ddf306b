import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../services/shared/tests/kit/eventually.ts'
import { ROOT } from '../../support/files.ts'
import { identify, isRunning, signalGroup, type Identity } from '../processes/identity.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-guardian-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const modules = join(import.meta.dirname, '../processes')

/** A launcher that starts a polite and a stubborn process, and a file that has to go with it. */
const LAUNCHER = `
  import { writeFileSync } from 'node:fs'
  import { startChild } from '${modules}/child.ts'
  import { startGuardian } from '${modules}/guardian.ts'
  import { identify } from '${modules}/identity.ts'
  const [told, leftover, log] = process.argv.slice(2)
  const guardian = startGuardian()
  guardian.removeAfterwards(leftover)
  const start = (name, code) => startChild(
    { name, command: process.execPath, args: ['-e', code], env: process.env, logFile: log }, guardian)
  const polite = start('polite', 'setInterval(() => {}, 1000)')
  const stubborn = start('stubborn', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)")
  writeFileSync(told, JSON.stringify([polite.pid, stubborn.pid].map(identify)))
  setInterval(() => {}, 1000)
`

const holds = (what: () => boolean, withinMs: number) => eventually(() => expect(what()).toBe(true), withinMs)

describe('the guardian', () => {
  it('ends what a launcher leaves behind that was killed by SIGKILL, within 10 s', async () => {
    const [script, told, leftover] = ['launcher.mjs', 'told.json', 'run.json'].map((name) =>
      join(dir, name),
    ) as [string, string, string]
    writeFileSync(script, LAUNCHER)
    writeFileSync(leftover, '{}')
    const launcher = spawn(process.execPath, [script, told, leftover, join(dir, 'log')], { stdio: 'ignore' })
    await holds(() => existsSync(told) && readFileSync(told, 'utf8') !== '', 5_000)
    const left = JSON.parse(readFileSync(told, 'utf8')) as Identity[]
    expect(left.map(isRunning)).toEqual([true, true])
    await sleep(300) // the stubborn one needs a moment to become stubborn

    launcher.kill('SIGKILL')
    await holds(() => !left.some(isRunning), 9_000)
    await holds(() => !existsSync(leftover), 1_000)
  })
})

/** Two looks of a process at the one that started it. */
const NOTICED_MS = 2_500

/** A clone with nothing in it but the way from `npm start` to a launcher. */
const SHORT_LAUNCHER = `
  import { writeFileSync } from 'node:fs'
  import { whenParentEnds } from '${modules}/parent.ts'
  whenParentEnds(() => process.exit())
  writeFileSync('launcher.json', String(process.pid))
  setInterval(() => {}, 1000)
`

describe('npm start in the background of a script', () => {
  it('goes on when the script ends, and ends when npm is killed', async () => {
    const clone = join(dir, 'clone')
    mkdirSync(join(clone, 'scripts/dev'), { recursive: true })
    mkdirSync(join(clone, 'node_modules'))
    const lock = '{ "packages": {} }'
    const files = {
      'package.json': JSON.stringify({ scripts: { start: 'exec node scripts/bootstrap.mjs start' } }),
      'package-lock.json': lock,
      'node_modules/.package-lock.json': lock,
      'scripts/dev/main.ts': SHORT_LAUNCHER,
    }
    for (const [path, text] of Object.entries(files)) writeFileSync(join(clone, path), text)
    copyFileSync(join(ROOT, 'scripts/bootstrap.mjs'), join(clone, 'scripts/bootstrap.mjs'))

    const script = 'npm start >npm.log 2>&1 & echo $!; until test -s launcher.json; do sleep 0.1; done'
    // The pinned Node, which `npm test` puts first on the PATH and a plain shell does not.
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }
    const { stdout } = spawnSync('sh', ['-c', script], { cwd: clone, encoding: 'utf8', timeout: 20_000, env })
    const launcher = identify(Number(readFileSync(join(clone, 'launcher.json'), 'utf8'))) as Identity
    await sleep(NOTICED_MS)
    expect(isRunning(launcher)).toBe(true)
    process.kill(Number(stdout), 'SIGKILL')
    await holds(() => !isRunning(launcher), 5_000)
  })
})

describe('a process of the system', () => {
  it('is told from a later one with the same number by when it started', () => {
    const self = identify(process.pid)
    expect(self !== undefined && isRunning(self)).toBe(true)
    const another: Identity = { pid: process.pid, startedAt: 'another time' }
    expect(isRunning(another)).toBe(false)
    expect(signalGroup(another, 'SIGKILL')).toBe(false) // or this test would not tell
  })
})
