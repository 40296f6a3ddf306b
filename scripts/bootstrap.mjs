/**
 * The entry of every command: `node scripts/bootstrap.mjs <command> [arguments]`. It needs nothing but Node ≥
 * 20, because a new checkout has nothing else: it installs the packages of the lock file, and runs the
 * command on the Node that came with it.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCommand, usage } from './commands.mjs'

const POLL_MS = 200
/** A person who waits for an installation sees that it goes on. */
const SAY_MS = 5_000
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const words = process.argv.slice(2)
const command = findCommand(words)
if (command === undefined) {
  const isList = words.join(' ') === 'check'
  ;(isList ? process.stdout : process.stderr).write(usage(words))
  process.exit(isList ? 0 : 2)
}
/** Whether packages for development are needed too. */
const needsAll = command.needs !== 'running'
if (!isInstalled()) {
  const isStart = ['start', 'dev'].includes(words[0]) && !existsSync(join(ROOT, '.local/control.json'))
  if (isStart) await requireFreePorts(Number(process.env.PORT || 8080))
  await withLock(() => isInstalled() || install())
}
const [entry, ...own] = command.run.split(' ')
handOver(findNode(), [join(ROOT, entry), ...own, ...command.rest])

/** Ends with a message when a port that the command needs is taken: an installation takes minutes. */
async function requireFreePorts(first) {
  // The command reports an invalid port.
  if (!Number.isInteger(first) || first < 1 || first > 65_533) return
  for (const port of [first, first + 1, first + 2]) {
    const isFree = await new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(false))
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
    })
    if (isFree) continue
    process.stderr.write(
      `Port ${port} is taken by another program. ` +
        `Choose another address, for example: PORT=${port + 100} npm start\n`,
    )
    process.exit(1)
  }
}

/** Whether node_modules contains the packages of the lock file that the command needs. */
function isInstalled() {
  try {
    const [here, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map(
      (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages,
    )
    return Object.entries(wanted).every(
      ([path, { version, optional, link, dev }]) =>
        path === '' ||
        link ||
        (dev && !needsAll) ||
        here[path]?.version === version ||
        (optional && !here[path]),
    )
  } catch {
    return false
  }
}

/** Lets one command of this folder work at a time. */
async function withLock(work) {
  mkdirSync(join(ROOT, '.local'), { recursive: true })
  const lock = join(ROOT, '.local/installing')
  let isReported = false
  while (!acquire(lock)) {
    if (!isReported) process.stderr.write(`Waiting for another command that installs here (${lock}) …\n`)
    isReported = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
  await work()
  rmSync(lock)
}

/** Acquires the lock, or removes it when its holder has ended. */
function acquire(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  try {
    const holder = readFileSync(lock, 'utf8')
    process.kill(Number(holder), 0)
    // Linux tells whether another program has the number.
    const command =
      process.platform === 'linux' ? readFileSync(`/proc/${holder || 'self'}/cmdline`, 'utf8') : ''
    if (command !== '' && !command.includes('bootstrap.mjs')) rmSync(lock, { force: true })
  } catch {
    rmSync(lock, { force: true })
  }
  return false
}

/** Adds what is missing to node_modules, so that a system that runs from there goes on. */
async function install() {
  // Packages for development that are there stay there.
  const all = needsAll || existsSync(join(ROOT, 'node_modules/jest'))
  const began = Date.now()
  const say = (text) =>
    process.stderr.write(`${text} (npm, ${Math.round((Date.now() - began) / 1000)} s) …\n`)
  say(`Installing ${all ? 'all packages' : 'what runs the system'}, once for each package-lock.json`)
  const saying = setInterval(() => say('Still installing'), SAY_MS)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const isNew = !existsSync(join(ROOT, 'node_modules'))
  // No package needs its install script (package.json, allowScripts).
  const args = [...(isNew ? ['ci'] : ['install', '--no-save']), ...(all ? [] : ['--omit=dev'])]
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(npm, [...args, ...quietly], {
    cwd: ROOT,
    // The output of the command may go into another program.
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  })
  const [status, error] = await new Promise((resolve) =>
    child.once('error', (failed) => resolve([1, failed])).once('close', (code) => resolve([code])),
  )
  clearInterval(saying)
  if (status === 0) return
  process.stderr.write(
    `\nThe packages could not be installed${error === undefined ? '' : ` (${error.message})`}. ` +
      'Check that npm can reach its registry, then run the same command again.\n',
  )
  process.exit(1)
}

/** The pinned Node; where its package has none for this platform, the running one if it is new enough. */
function findNode() {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= 24) return process.execPath
  process.stderr.write(
    `There is no packaged Node 24 for ${process.platform} ${process.arch}. ` +
      'Install Node 24 or newer and try again.\n',
  )
  process.exit(1)
}

/**
 * Runs the command and ends as it does. Signals are passed on; one that the terminal sends to both processes
 * arrives twice, which commands count as one.
 */
function handOver(node, args) {
  // With a compile cache a service starts with half the CPU.
  const env = { NODE_COMPILE_CACHE: join(ROOT, '.local/compile-cache'), ...command.env, ...process.env }
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit', shell: node.endsWith('.cmd'), env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGHUP'))
  child.once('error', (error) => {
    process.stderr.write(`${node} could not be run: ${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Because of `exec` in package.json, npm is the parent of this process: killing npm ends everything. */
function whenNpmEnds(onEnd) {
  if (process.env.npm_lifecycle_event !== words[0]) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onEnd()
  }, 1_000)
}
