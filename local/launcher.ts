import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { ROOT, writePrivately } from './support/files.ts'
import { CommandError } from './support/command-error.ts'
import { announcement } from './announcement.ts'
import { BACKING_NAMES, startBacking, type Backing, type BackingName } from './backing/index.ts'
import { START_MS } from './backing/programs.ts'
import { takeControl } from './control.ts'
import { loadDemo } from './demo/load.ts'
import { startTracing } from '../services/platform/observability/start-tracing.ts'
import { createGateway } from './gateway/gateway.ts'
import type { Options } from './options.ts'
import { GUIDE_SITE } from './pages/paths.ts'
import { PATHS, readingStoredData, readSecrets, RESET_PATHS, type RunFile } from './paths.ts'
import type { Guardian } from './processes/guardian.ts'
import { isFree } from './processes/ports.ts'
import type { ProgressReporter } from './progress-reporter.ts'
import { describeServices, type ServiceProcess } from './services.ts'
import { supervise, type Supervised } from './supervisor.ts'
import { printTraces } from './traces/print.ts'
import { LOOPBACK, LOOPBACK_HOST } from './support/loopback.ts'

const PROBE_MS = 2_000
/** Longer than a request may take. */
const LAST_REQUESTS_MS = 6_000
const QUICK_STOP_MS = 2_500

/** Starts the whole system. The parts are stopped in reverse order. */
export async function launch(
  { port, reset, watch, traces }: Options,
  env: NodeJS.ProcessEnv,
  guardian: Guardian,
  progress: ProgressReporter,
) {
  const baseUrl = `http://${LOOPBACK_HOST}:${port}`
  const adminUrl = `http://${LOOPBACK_HOST}:${port + 1}`
  const operations = `${adminUrl}/ops/`
  const stops: ((graceMs: number | undefined) => void | Promise<void>)[] = []
  const processes: Supervised[] = []
  let backing: Backing | undefined
  let writeRunFile = (): void => undefined

  /** @param quickly does not wait for requests in progress */
  const stop = async (quickly = false): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop())
      await next(quickly ? QUICK_STOP_MS : undefined)
  }

  try {
    // One command after the other.
    let last: Promise<unknown> = Promise.resolve()
    const handle = (command: string, name: string): Promise<string> => {
      const result = last.then(() => runCommand(command, name, backing)).finally(() => writeRunFile())
      last = result.catch(() => undefined)
      return result
    }
    stops.push(await takeControl(baseUrl, handle, guardian, progress))
    guardian.watch(PATHS.runFile)
    await requireFree([port, port + 1, port + 2])
    if (reset) for (const path of RESET_PATHS) rmSync(path, { recursive: true, force: true })
    const isFirstStart = !existsSync(PATHS.secrets)
    const secrets = readSecrets()
    const { operatorToken } = secrets

    const writing = writePages()
    writing.catch(() => undefined) // awaited below
    const reading = <T>(step: Promise<T>) => (isFirstStart ? step : readingStoredData(step, env))
    const starting = startBacking({
      dir: PATHS.local,
      env,
      progress,
      guardian,
      mailbox: { port: port + 2, docs: baseUrl, operations },
      onUnexpectedEnd(name, how) {
        progress.print(name, `${how} unexpectedly. Start it again with: npm run backing -- start ${name}`)
        writeRunFile()
      },
    })
    const started = await reading(starting)
    backing = started
    stops.push((graceMs) => started.stop(graceMs))
    await writing

    const printing = traces ? await printTraces(env) : undefined
    stops.push(() => printing?.stop())
    const tracing = await startTracing('gateway', env)
    stops.push(() => tracing?.stop())
    const services = await describeServices(started.urls, secrets, { env, watch })
    for (const { name, args, env: own } of services) {
      const logFile = join(PATHS.logs, `${name}.log`)
      const spec = { name, command: process.execPath, args, env: own, cwd: ROOT, logFile }
      const service = supervise(spec, guardian, progress, () => writeRunFile())
      processes.push(service)
      stops.push((graceMs) => service.stop(graceMs))
    }
    const allReady = progress.runStep('services', 'starting', () =>
      Promise.all(
        services.map(async (service, index) =>
          processes[index]?.ready(() => requireOk(`${service.healthUrl}/readyz`), START_MS),
        ),
      ),
    )
    await reading(allReady)
    const upstreams = {
      public: addresses(services, 'publicUrl'),
      operator: addresses(services, 'operatorUrl'),
    }
    const mailbox = started.servers.smtp.alsoAt['page']
    const links = { operations, ...(mailbox && { mailbox }) }
    for (const [audience, at] of [['public', port] as const, ['operator', port + 1] as const]) {
      const gateway = createGateway({ audience, upstreams, links }).listen(at, LOOPBACK)
      await once(gateway, 'listening')
      stops.push((graceMs) => close(gateway, graceMs))
    }

    const loading = progress.runStep('demo data', 'loading', () =>
      loadDemo({ baseUrl, adminUrl, operatorToken, file: PATHS.demo }),
    )
    const demo = await reading(loading)
    const runFile = (): RunFile => ({
      baseUrl,
      adminUrl,
      apiKey: demo.apiKey,
      apiSecret: demo.apiSecret,
      operatorToken,
      mailboxUrl: mailbox ?? '',
      operatorPageUrl: operations,
      services: Object.fromEntries(
        services.map(({ name, publicUrl }) => [name, publicUrl]),
      ) as RunFile['services'],
      healthUrls: Object.fromEntries(
        services.map(({ name, healthUrl }) => [name, healthUrl]),
      ) as RunFile['healthUrls'],
      backing: started.urls,
      pids: pidsOf(processes, started),
    })
    writeRunFile = () => writePrivately(PATHS.runFile, `${JSON.stringify(runFile(), null, 2)}\n`)
    writeRunFile()
    stops.push(() => {
      writeRunFile = () => undefined
      rmSync(PATHS.runFile, { force: true })
      guardian.forget(PATHS.runFile)
    })
    printing?.begin()
    return { announcement: announcement(runFile(), demo.example, watch), stop }
  } catch (error) {
    await stop(true)
    throw error
  }
}

async function requireFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    if (await isFree(port)) continue
    throw new CommandError(
      `Port ${port} is taken by another program. ` +
        `Choose another address, for example: PORT=${port + 100} npm start\n` +
        '(PORT serves the public operations, PORT+1 the operator operations, PORT+2 the mailbox page.)',
    )
  }
}

/** Loaded here: the bundle of the reference is large, and only a start needs it. */
async function writePages(): Promise<void> {
  const [{ writeReference }, { writeGuides }] = await Promise.all([
    import('./pages/reference.ts'),
    import('./pages/guides.ts'),
  ])
  await writeReference()
  writeGuides(GUIDE_SITE)
}

const addresses = (services: readonly ServiceProcess[], key: 'publicUrl' | 'operatorUrl') =>
  Object.fromEntries(services.flatMap(({ name, [key]: url }) => (url === undefined ? [] : [[name, [url]]])))

async function requireOk(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} returns ${response.status} ${text.slice(0, 300)}`)
}

/** Lets requests in progress finish. */
async function close(server: Server, graceMs = LAST_REQUESTS_MS): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise((closed) => server.close(closed))
  clearTimeout(timer)
}

function pidsOf(processes: readonly Supervised[], { servers }: Backing): Record<string, number> {
  return Object.fromEntries([
    ['launcher', process.pid],
    ...processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])),
    ...Object.values(servers).flatMap((server) => Object.entries(server.pids())),
  ]) as Record<string, number>
}

/** Runs a command of `npm run backing`. */
async function runCommand(command: string, name: string, backing: Backing | undefined): Promise<string> {
  if (backing === undefined) throw new CommandError('Rollcall is still starting.')
  const { servers } = backing
  if (command === 'status')
    return BACKING_NAMES.map((each) => {
      const { running, ours, providedBy } = servers[each]
      return `${each.padEnd(10)} ${ours ? (running ? 'running' : 'stopped') : 'external'}  ${providedBy}`
    }).join('\n')
  const server = servers[name as BackingName]
  if (command === 'stop') {
    await server.stop()
    return `${name} is stopped. Start it again with: npm run backing -- start ${name}`
  }
  await server.start()
  return `${name} is running at ${server.url}`
}
