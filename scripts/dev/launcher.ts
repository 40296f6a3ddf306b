import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { COMPILE_SERVICES } from '../support/compiler.ts'
import { ROOT, writePrivately } from '../support/files.ts'
import { messageOf, Refusal } from '../support/refusal.ts'
import { announcement } from './announcement.ts'
import { BACKING_NAMES, startBacking, type Backing, type BackingName } from './backing/index.ts'
import { run } from './backing/programs.ts'
import { takeControl } from './control.ts'
import { loadDemo } from './demo/load.ts'
import { createGateway } from './gateway/gateway.ts'
import type { Options } from './options.ts'
import { FORGOTTEN, PLACES, readSecrets, type RunFile } from './places.ts'
import type { Guardian } from './processes/guardian.ts'
import { isFree } from './processes/ports.ts'
import type { Report } from './report.ts'
import { describeServices, type ServiceProcess } from './services.ts'
import { supervise, type Supervised } from './supervisor.ts'

const BUILD_MS = 300_000
const READY_MS = 60_000
const PROBE_MS = 2_000
/** Longer than a request may take. */
const LAST_REQUESTS_MS = 6_000
const HURRY_MS = 2_500

/** Starts the whole system, top to bottom; whatever was started is stopped bottom to top. */
export async function launch(
  { port, reset, watch }: Options,
  env: NodeJS.ProcessEnv,
  guardian: Guardian,
  report: Report,
) {
  const baseUrl = `http://127.0.0.1:${port}`
  const adminUrl = `http://127.0.0.1:${port + 1}`
  const undo: ((graceMs: number | undefined) => void | Promise<void>)[] = []
  const processes: Supervised[] = []
  let backing: Backing | undefined
  let announceProcesses = (): void => undefined

  /** Stops everything in the reverse order of its start. `hurry`: nobody waits for the end of requests any more. */
  const stop = async (hurry = false): Promise<void> => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop())
      await next(hurry ? HURRY_MS : undefined)
  }

  try {
    let queue: Promise<unknown> = Promise.resolve()
    const obeyed = (command: string, name: string): Promise<string> => {
      const done = queue.then(() => obey(command, name, backing)).finally(() => announceProcesses())
      queue = done.catch(() => undefined)
      return done
    }
    undo.push(await takeControl(baseUrl, obeyed, guardian, report))
    guardian.watch(PLACES.runFile)
    if (reset) for (const path of FORGOTTEN) rmSync(path, { recursive: true, force: true })
    await requireFree([port, port + 1, port + 2])
    const secrets = readSecrets()
    const { operatorToken } = secrets

    const building = build(env, guardian, report)
    building.catch(() => undefined) // told below
    const started = await startBacking({
      ...{ dir: PLACES.local, env, report, mailboxPort: port + 2, guardian },
      onUnexpectedEnd(name, how) {
        const remedy = `Bring it back with: npm run backing -- start ${name}`
        report.say(name, `${how}, and nobody asked for it. ${remedy}`)
        announceProcesses()
      },
    })
    backing = started
    undo.push((graceMs) => started.stop(graceMs))
    await building

    const services = await describeServices(started.urls, secrets, { env, watch })
    for (const { name, args, env: own } of services) {
      const logFile = join(PLACES.logs, `${name}.log`)
      const spec = { name, command: process.execPath, args, env: own, cwd: ROOT, logFile }
      const service = supervise(spec, guardian, report, () => announceProcesses())
      processes.push(service)
      undo.push((graceMs) => service.stop(graceMs))
    }
    await report.during('services', 'getting ready', () =>
      Promise.all(
        services.map(async ({ adminUrl: own }, index) =>
          processes[index]?.ready(() => answers(`${own}/readyz`), READY_MS),
        ),
      ),
    )
    const upstreams = {
      public: addresses(services, 'publicUrl'),
      operator: addresses(services, 'operatorUrl'),
    }
    for (const [audience, at] of [['public', port] as const, ['operator', port + 1] as const]) {
      const gateway = createGateway({ audience, upstreams }).listen(at, '127.0.0.1')
      await once(gateway, 'listening')
      undo.push((graceMs) => close(gateway, graceMs))
    }

    const demo = await report.during('demo data', 'looking after', () =>
      loadDemo({ baseUrl, adminUrl, operatorToken, file: PLACES.demo }),
    )
    const runFile = (): RunFile => ({
      ...{ baseUrl, adminUrl, apiKey: demo.apiKey, apiSecret: demo.apiSecret, operatorToken },
      mailboxUrl: started.servers.smtp.alsoAt['page'] ?? '',
      services: Object.fromEntries(
        services.map(({ name, publicUrl, operatorUrl }) => [name, publicUrl ?? operatorUrl]),
      ) as RunFile['services'],
      backing: started.urls,
      pids: pidsOf(processes, started),
    })
    announceProcesses = () => writePrivately(PLACES.runFile, `${JSON.stringify(runFile(), null, 2)}\n`)
    announceProcesses()
    undo.push(() => {
      announceProcesses = () => undefined
      rmSync(PLACES.runFile, { force: true })
      guardian.forget(PLACES.runFile)
    })
    return { announcement: announcement(runFile(), demo.example, watch), stop }
  } catch (fault) {
    await stop(true)
    throw fault
  }
}

async function requireFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    if (await isFree(port)) continue
    throw new Refusal(
      `Port ${port} is taken by another program. Choose another address, for example: PORT=${port + 100} npm start\n` +
        '(PORT answers the public operations, PORT+1 the operator operations, PORT+2 the mailbox page.)',
    )
  }
}

/** Only what runs: a test that does not compile is no reason not to start. */
async function build(env: NodeJS.ProcessEnv, guardian: Guardian, report: Report): Promise<void> {
  const options = { env, cwd: ROOT, timeoutMs: BUILD_MS, guardian }
  const compiling = () => run(process.execPath, COMPILE_SERVICES, options)
  await report.during('build', 'compiling the services', compiling).catch((fault: unknown) => {
    throw new Refusal(`The services do not compile: ${messageOf(fault)}\nSee all of it with: npm run build`)
  })
}

const addresses = (services: readonly ServiceProcess[], of: 'publicUrl' | 'operatorUrl') =>
  Object.fromEntries(services.flatMap(({ name, [of]: url }) => (url === undefined ? [] : [[name, [url]]])))

async function answers(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answers ${answer.status} ${text.slice(0, 300)}`)
}

/** Lets requests under way finish, for as long as they may take. */
async function close(server: Server, graceMs = LAST_REQUESTS_MS): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise((closed) => server.close(closed))
  clearTimeout(late)
}

function pidsOf(processes: readonly Supervised[], { servers }: Backing): Record<string, number> {
  return Object.fromEntries([
    ['launcher', process.pid],
    ...processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])),
    ...Object.values(servers).flatMap((server) => Object.entries(server.pids())),
  ]) as Record<string, number>
}

/** What a command of `npm run backing` asks for. */
async function obey(command: string, name: string, backing: Backing | undefined): Promise<string> {
  if (backing === undefined) throw new Refusal('Rollcall is still starting.')
  const { servers } = backing
  if (command === 'status')
    return BACKING_NAMES.map((each) => {
      const { running, ours, providedBy } = servers[each]
      return `${each.padEnd(10)} ${ours ? (running ? 'runs' : 'stopped') : 'not ours'}  ${providedBy}`
    }).join('\n')
  const server = servers[name as BackingName]
  if (command === 'stop') {
    await server.stop()
    return `${name} is stopped. Bring it back with: npm run backing -- start ${name}`
  }
  await server.start()
  return `${name} is back at ${server.url}`
}
