import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../local/processes/ports.ts'
import { readExport, type ReceivedSpan } from '../../local/traces/spans.ts'
import { ROOT } from '../../local/support/files.ts'
import { eventually } from '../eventually.ts'
import { guideFile } from '../guide-file.ts'

const VERSION = 'v0.165.0'
const MODULES = [
  'go.opentelemetry.io/collector/otelcol',
  'go.opentelemetry.io/collector/receiver/otlpreceiver',
  'github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter',
].map((module) => `${module}@${VERSION}`)

/** Builds the collector once; needs Go and its module proxy, and takes some minutes. */
async function build(): Promise<string> {
  const folder = join(ROOT, '.local/collector', VERSION)
  const program = join(folder, 'collector')
  const run = promisify(execFile)
  if (await run(program, ['--version']).catch(() => undefined)) return program
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await copyFile(join(__dirname, 'main.go'), join(folder, 'main.go'))
  const env = { ...process.env, GOFLAGS: '-buildvcs=false -mod=mod', GOWORK: 'off', CGO_ENABLED: '0' }
  await run('go', ['mod', 'init', 'example.test/collector'], { cwd: folder, env })
  await run('go', ['get', ...MODULES], { cwd: folder, env })
  await run('go', ['build', '-o', program, '.'], { cwd: folder, env })
  return program
}

/** The OpenTelemetry Collector with the file of the guide: it writes the spans that it gets to a file. */
export async function startCollector() {
  const program = await build()
  const folder = await mkdtemp(join(tmpdir(), 'collector-'))
  const file = join(folder, 'traces.json')
  const endpoint = `127.0.0.1:${await freePort()}`
  const config = guideFile('watchers/collector.yaml', [
    ['0.0.0.0:4318', endpoint],
    ['/var/lib/otel/traces.json', file],
    ['flush_interval: 1s', 'flush_interval: 100ms'],
  ])
  const child = spawn(program, [`--config=yaml:${config}`], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `http://${endpoint}`
  await eventually(() => fetch(url))
  return {
    url,
    async spans(): Promise<readonly ReceivedSpan[]> {
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
      // The last line may still be being written.
      return lines.slice(0, -1).flatMap(readExport)
    },
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
