import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { CommandError } from './command-error.ts'
import { take } from './install-once.ts'

/**
 * The programs that charts and the contract are checked with, and a release is signed with. Each is taken
 * from our cache, else from the PATH when it is the wanted one, else built from its Go module into the cache,
 * once.
 */
interface Tool {
  readonly module: string
  readonly version: string
  readonly ldflags?: string
  /**
   * Its name on the PATH, and how to check its version: `output` is what it prints if the version is the
   * right one.
   */
  readonly onPath?: { readonly command: string; readonly args: readonly string[]; readonly output: RegExp }
  /** Takes many minutes to build. */
  readonly slow?: boolean
  /**
   * A module that can't be installed by name, because of its size or its replacements: built as a tool of an
   * empty one.
   */
  readonly asTool?: boolean
}

const HELM_3 = 'v3.19.0'
const HELM_4 = 'v4.3.1'

const TOOLS = {
  helm: {
    module: 'helm.sh/helm/v3/cmd/helm',
    version: HELM_3,
    // Without this flag it assumes Kubernetes 1.20 in `template` and `lint`.
    ldflags: [
      `-X helm.sh/helm/v3/internal/version.version=${HELM_3}`,
      '-X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=34',
      '-X helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor=34',
    ].join(' '),
    onPath: { command: 'helm', args: ['version', '--short'], output: /^v3\./ },
  },
  helm4: {
    module: 'helm.sh/helm/v4/cmd/helm',
    version: HELM_4,
    ldflags: `-X helm.sh/helm/v4/internal/version.version=${HELM_4}`,
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
    module: 'github.com/prometheus/prometheus/cmd/promtool',
    version: 'v0.311.0',
    slow: true,
    asTool: true,
    onPath: { command: 'promtool', args: ['--version'], output: /promtool/ },
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof TOOLS

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'rollcall', 'tools')

/** The path of a tool, built now if it has to be. @throws CommandError that says why it is not available */
export function requireTool(name: ToolName): string {
  return existing(name) ?? build(name)
}

/**
 * A tool for a test: its path, or why the test is skipped, for the name of the test. A run of the tests does
 * not wait for a tool to be built, unless BUILD_TOOLS asks for it: `quick` for those that take a minute or
 * two, `all` for every one.
 */
export function toolForTests(name: ToolName): { path: string } | { missing: string } {
  const here = existing(name)
  const { slow = false }: Tool = TOOLS[name]
  const wanted = process.env['BUILD_TOOLS']
  const isBuilt = wanted === 'all' || (wanted === 'quick' && !slow)
  if (here === undefined && !isBuilt) return { missing: `${name} is not here: npm run check -- charts` }
  try {
    return { path: here ?? build(name) }
  } catch (rejection) {
    return { missing: (rejection as Error).message }
  }
}

function existing(name: ToolName): string | undefined {
  const { onPath }: Tool = TOOLS[name]
  if (existsSync(cachePath(name))) return cachePath(name)
  if (onPath === undefined) return undefined
  const { stdout } = spawnSync(onPath.command, onPath.args, { encoding: 'utf8' })
  return onPath.output.test(stdout ?? '') ? onPath.command : undefined
}

const cachePath = (name: ToolName) => join(CACHE, `${name}-${TOOLS[name].version}`)

/**
 * Long enough for Helm on two cores with nothing in Go's cache; what was compiled by then is kept for the
 * next try.
 */
const MAX_BUILD_MS = 45 * 60_000

/**
 * One build at a time: each would take both cores, and test files that need the same tool start side by side.
 */
function build(name: ToolName): string {
  const lock = join(CACHE, 'building')
  mkdirSync(CACHE, { recursive: true })
  while (!take(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  try {
    return existing(name) ?? buildNow(name)
  } finally {
    rmSync(lock, { force: true })
  }
}

function buildNow(name: ToolName): string {
  const { module, version, ldflags = '', asTool = false }: Tool = TOOLS[name]
  const target = cachePath(name)
  const scratch = `${target}.new`
  const settings = { GOBIN: scratch, GOFLAGS: '-buildvcs=false', GOWORK: 'off', CGO_ENABLED: '0' }
  const options = { cwd: scratch, env: { ...process.env, ...settings }, timeout: MAX_BUILD_MS }
  const go = (...args: string[]) =>
    execFileSync('go', args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  process.stderr.write(`Building ${name} ${version} from its Go module, once …\n`)
  try {
    mkdirSync(scratch, { recursive: true })
    const program = basename(module)
    if (asTool) {
      writeFileSync(join(scratch, 'go.mod'), 'module tools\n')
      go('get', '-tool', `${module}@${version}`)
      go('build', '-trimpath', '-ldflags', '-s -w', '-o', program, module)
    } else {
      go('install', '-trimpath', '-ldflags', `-s -w ${ldflags}`.trim(), `${module}@${version}`)
    }
    renameSync(join(scratch, program), target)
    return target
  } catch (error) {
    const { code, stderr = error } = error as { code?: string; stderr?: unknown }
    const reason = code === 'ENOENT' ? 'Go is not on the PATH' : String(stderr).trim().split('\n').at(-1)
    throw new CommandError(
      `${name} ${version} is not available: not on the PATH, and could not be built (${reason})`,
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
