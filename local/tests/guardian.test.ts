import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eventually } from '../../testing/eventually.ts'
import { readJson, ROOT } from '../support/files.ts'
import { takeControl } from '../control.ts'
import { startChild } from '../processes/child.ts'
import { isRunning } from '../processes/group.ts'
import { startGuardian } from '../processes/guardian.ts'
import { silentReporter } from '../progress-reporter.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-guardian-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const modules = join(import.meta.dirname, '../processes')

/** A launcher that starts a polite and a stubborn process, and makes a file that has to go with it. */
const LAUNCHER = `
  import { writeFileSync } from 'node:fs'
  import { startChild } from '${modules}/child.ts'
  import { startGuardian } from '${modules}/guardian.ts'
  import { whenParentEnds } from '${modules}/group.ts'
  whenParentEnds(() => process.exit())
  const guardian = startGuardian()
  const start = (name, code) => {
    const { execPath: command, env } = process
    return startChild({ name, command, args: ['-e', code], env, logFile: name + '.log' }, guardian)
  }
  const polite = start('polite', 'setInterval(() => {}, 1000)')
  const stubborn = start('stubborn', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)")
  guardian.watch('pids.json')
  const pids = { launcher: process.pid, bootstrap: process.ppid, polite: polite.pid, stubborn: stubborn.pid }
  writeFileSync('pids.json', JSON.stringify(pids))
  setInterval(() => {}, 1000)
`

/** Two looks of a process at the one that started it. */
const NOTICED_MS = 2_500

/**
 * Starts `npm start` in the background of a script, in a clone with nothing in it but the way to a launcher,
 * and what an installation has left that was killed, and whose number is another program's now.
 */
async function startInBackground(name: string): Promise<{ clone: string; npm: number }> {
  const clone = join(dir, name)
  for (const folder of ['local', 'scripts', '.local']) mkdirSync(join(clone, folder), { recursive: true })
  const files = {
    'package.json': JSON.stringify({ scripts: { start: 'exec node scripts/bootstrap.mjs start' } }),
    'package-lock.json': '{ "lockfileVersion": 3, "packages": { "": {} } }',
    '.local/installing': String(process.pid),
    'local/main.ts': LAUNCHER,
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(clone, path), text)
  for (const file of ['bootstrap.mjs', 'commands.mjs'])
    copyFileSync(join(ROOT, 'scripts', file), join(clone, 'scripts', file))
  const script = 'npm start >npm.log 2>&1 & echo $!; until test -s pids.json; do sleep 0.1; done'
  // The pinned Node, which `npm test` puts first on the PATH and a plain shell does not.
  // Its launcher needs no port, and a system may be running on the usual ones.
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    PORT: 'none',
  }
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: clone, env, timeout: 60_000 })
  return { clone, npm: Number(stdout) }
}

describe('npm start in the background of a script', () => {
  it.concurrent.each(['npm', 'bootstrap', 'launcher'] as const)(
    'continues when the script ends, and ends within 10 s of a SIGKILL of its %s',
    async (killed) => {
      const { clone, npm } = await startInBackground(killed)
      const file = join(clone, 'pids.json')
      const pids = { npm, ...readJson<Record<'launcher' | 'bootstrap', number>>(file)! }
      const left = () => Object.entries(pids).flatMap(([name, pid]) => (isRunning(pid) ? [name] : []))
      await sleep(NOTICED_MS)
      expect(left()).toEqual(Object.keys(pids))
      process.kill(pids[killed], 'SIGKILL')
      await eventually(() => expect([left(), existsSync(file)]).toEqual([[], false]))
    },
    100_000,
  )
})

it('the guardian ends the processes that it watches when it is released', async () => {
  const guardian = startGuardian()
  const code = 'setInterval(() => {}, 1000)'
  const spec = { name: 'watched', command: process.execPath, args: ['-e', code], env: process.env }
  const child = startChild({ ...spec, logFile: join(dir, 'watched.log') }, guardian)
  await guardian.release()
  expect(await child.ended).toBe('ended by SIGTERM')
})

describe('the folder of a clone', () => {
  const file = join(dir, 'control.json')
  const guardian = startGuardian()
  afterAll(() => guardian.release())
  const take = (url: string) => takeControl(url, () => Promise.resolve(''), guardian, silentReporter, file)

  it('is used by one launcher at a time, even if two start at once', async () => {
    const both = await Promise.allSettled([take('http://one'), take('http://two')])
    const [taken, ...more] = both.filter(({ status }) => status === 'fulfilled')
    expect(more).toEqual([])
    await expect(take('http://three')).rejects.toThrow(
      /already running from this folder: http:.*\nStop it with/,
    )
    if (taken?.status === 'fulfilled') taken.value()
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['names a process that another program has', `{"url":"http://127.0.0.1:9","guardian":${process.pid}}`],
    ['was damaged', '{'],
  ])(
    'is free again after a launcher was killed, if its file %s',
    async (_what, left) => {
      writeFileSync(file, left)
      const giveBack = await take('http://one')
      giveBack()
    },
    5_000,
  )
})
