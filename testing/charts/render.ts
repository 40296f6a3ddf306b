import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHARTS, type Chart } from './charts.ts'
import { KUBE_VERSION } from './schemas-of-kubernetes.ts'
import { afterAllTests } from '../after-all-tests.ts'
import { unlessMissing } from '../left-out.ts'
import { toolForTests, type ToolName } from '../../local/support/tools.ts'

/** Values files for Helm, removed after the tests. */
const scratch = mkdtempSync(join(tmpdir(), 'rollcall-charts-'))
afterAllTests(() => rmSync(scratch, { recursive: true, force: true }))

export const scratchFile = (name: string) => join(scratch, name)

const found: Partial<Record<ToolName, ReturnType<typeof toolForTests>>> = {}
const find = (name: ToolName) => (found[name] ??= toolForTests(name))

/** A test that needs programs: without them it is skipped, and its name says why. */
export function itWith(
  tools: readonly ToolName[],
  name: string,
  test: (() => void) | (() => Promise<void>),
): void {
  const missing = tools.map(find).flatMap((tool) => ('missing' in tool ? [tool.missing] : []))
  unlessMissing(missing[0], it)(name, test)
}

export function run(tool: ToolName, args: readonly string[], input = '') {
  const path = find(tool)
  if ('missing' in path) throw new Error(path.missing)
  // They are Go programs, and end before collecting garbage pays off.
  const env = { ...process.env, GOGC: 'off' }
  return spawnSync(path.path, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, input, env })
}

export const HELMS = ['helm', 'helm4'] as const
type Helm = (typeof HELMS)[number]

/** Values that an operator must set. */
const LEAST = ['--set-string', 'services.notification.config.MAIL_FROM=no-reply@example.org']

let files = 0
/**
 * Runs Helm with a chart. Each call names the version of Kubernetes, because a plain build of Helm assumes
 * 1.20, which the charts reject.
 */
export function ask(
  helm: Helm,
  command: readonly string[],
  chart: Chart,
  values: object = {},
  path = join(CHARTS, chart),
) {
  const { everything, ...others } = values as { everything?: boolean }
  const file = scratchFile(`values-${files++}.json`)
  writeFileSync(file, JSON.stringify(others))
  const switchedOn = everything ? ['--values', join(CHARTS, chart, 'tests/everything.yaml')] : []
  const least = chart === 'rollcall' ? LEAST : []
  const all = [...switchedOn, '--values', file, ...least]
  return run(helm, [...command, path, '--kube-version', KUBE_VERSION, ...all])
}

/** Renders a chart as the release "trial". @returns the output of Helm */
export const template = (chart: Chart, values: object = {}, helm: Helm = 'helm', release = 'trial') =>
  ask(helm, ['template', release, '--namespace', 'learning'], chart, values)

const texts: Record<string, string> = {}
/** Renders a chart with valid values, once for the same values. @throws Error with the output of Helm */
export function rendered(chart: Chart, values: object = {}, helm: Helm = 'helm', release?: string): string {
  return (texts[JSON.stringify([chart, values, helm, release])] ??= render())

  function render(): string {
    const { status, stdout, stderr } = template(chart, values, helm, release)
    if (status !== 0) throw new Error(stderr)
    return stdout
  }
}

/** The rendered objects of some kinds, each as its text. */
export const objects = (text: string, ...kinds: readonly string[]): readonly string[] =>
  text.split(/\n+---\n/).filter((object) => kinds.includes(/^kind: (.*)$/m.exec(object)?.[1] ?? ''))

/** The one object of a kind with a name. */
export const object = (text: string, kind: string, name: string): string =>
  objects(text, kind).find((one) => one.includes(`\n  name: ${name}\n`)) ?? ''

/** Values of one service. */
export const of = (service: string, values: object) => ({ services: { [service]: values } })

/** Required with a route: the pods of its controller. */
export const BEHIND_A_PROXY = { config: { TRUSTED_PROXIES: '10.0.0.0/8' } }

/** Values that switch everything on; explicit values take precedence. */
export const EVERYTHING: Readonly<Record<Chart, object>> = {
  rollcall: { everything: true },
  backing: { imagePullSecrets: [{ name: 'registry' }] },
}
