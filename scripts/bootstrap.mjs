/**
 * The way into every command: `node scripts/bootstrap.mjs <command> [arguments]`. Uses nothing but Node's own modules,
 * because on a fresh clone there is nothing else, and runs on any Node from 20: it installs what the lock file names,
 * then hands over to the Node that came with it, which runs the TypeScript of the command directly.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LOOK_AGAIN_MS = 200
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const COMMANDS = {
  start: 'scripts/dev/main.ts',
  dev: 'scripts/dev/main.ts --watch',
  backing: 'scripts/dev/backing-main.ts',
  'check:mongodb': 'scripts/dev/check-mongodb.ts',
  test: 'scripts/test/main.ts',
  'test:servers': 'scripts/test/servers-main.ts',
  'verify:pact': 'contract-tests/verify/main.ts',
  fuzz: 'contract-tests/fuzz/main.ts',
  faults: 'scripts/faults/main.ts',
  bench: 'scripts/bench/main.ts',
}

const [command, ...rest] = process.argv.slice(2)
const [entry, ...own] = COMMANDS[command]?.split(' ') ?? []
if (entry === undefined) {
  process.stderr.write(`usage: node scripts/bootstrap.mjs ${Object.keys(COMMANDS).join('|')} [arguments]\n`)
  process.exit(2)
}
if (!isInstalled()) inTurn(() => isInstalled() || install())
handOver(findNode(), [join(ROOT, entry), ...own, ...rest])

/** Whether node_modules holds what the lock file names. Compared by content: the times of files tell little after a checkout. */
function isInstalled() {
  try {
    const [here, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map(
      (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages,
    )
    return Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        path === '' || link || here[path]?.version === version || (optional && !here[path]),
    )
  } catch {
    return false
  }
}

/** Lets one command of this folder at a time do what would disturb another. */
function inTurn(work) {
  mkdirSync(join(ROOT, '.local'), { recursive: true })
  const lock = join(ROOT, '.local/installing')
  let isTold = false
  while (!take(lock)) {
    if (!isTold) process.stdout.write(`Another command installs here; waiting for it (${lock}) …\n`)
    isTold = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
  }
  work()
  rmSync(lock)
}

/** Takes the lock, or removes it when its holder has ended. */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (fault) {
    if (fault.code !== 'EEXIST') throw fault
  }
  try {
    const holder = readFileSync(lock, 'utf8')
    process.kill(Number(holder), 0)
    // On Linux it can be seen whether the number is another program's by now.
    const command =
      process.platform === 'linux' ? readFileSync(`/proc/${holder || 'self'}/cmdline`, 'utf8') : ''
    if (command !== '' && !command.includes('bootstrap.mjs')) rmSync(lock, { force: true })
  } catch {
    rmSync(lock, { force: true })
  }
  return false
}

function install() {
  process.stdout.write(
    'Installing dependencies (npm ci); this is done once per change of package-lock.json …\n',
  )
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // No package needs its install script (package.json, allowScripts), and none gets to run one here.
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(npm, ['ci', '--ignore-scripts', ...quietly], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  process.stderr.write(
    `\nThe dependencies could not be installed${error === undefined ? '' : ` (${error.message})`}. ` +
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
    `There is no packaged Node 24 for ${process.platform} ${process.arch}. Install Node 24 or newer and try again.\n`,
  )
  process.exit(1)
}

/**
 * Runs the command and ends as it ends. Signals are passed on; one that a terminal has sent to both of us then arrives
 * twice, which commands take for once.
 */
function handOver(node, args) {
  // What Node has compiled once, it need not compile again: a service starts with half of the CPU.
  const env = { NODE_COMPILE_CACHE: join(ROOT, '.local/compile-cache'), ...process.env }
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit', shell: node.endsWith('.cmd'), env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGHUP'))
  child.once('error', (fault) => {
    process.stderr.write(`${node} could not be run: ${fault.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** npm's own shell has become this process (`exec` in package.json), so npm is its parent: killing npm means all of it. */
function whenNpmEnds(onEnd) {
  if (process.env.npm_lifecycle_event !== command) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onEnd()
  }, 1_000)
}
