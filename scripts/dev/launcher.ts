import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BACKING_NAMES, startBacking, type Backing, type BackingName } from './backing/index.ts'
import { run } from './backing/programs.ts'
import { loadDemo } from './demo/load.ts'
import type { Guardian } from './processes/guardian.ts'
import { isFree } from './processes/ports.ts'
import { COMPILE_SERVICES } from '../support/compiler.ts'
import { ROOT, writePrivately } from '../support/files.ts'
import { messageOf, Refusal } from '../support/refusal.ts'
import type { Report } from './report.ts'
import { announcement } from './announcement.ts'
import { listenForCommands } from './control.ts'
import { takeLock } from './lock.ts'
import type { Options } from './options.ts'
import { FORGOTTEN, PLACES, readSecrets, type RunFile } from './places.ts'
import { describeServices, type ServiceProcess } from './services.ts'
import { supervise, type Supervised } from './supervisor.ts'

const BUILD_MS = 300_000
const READY_MS = 60_000
const PROBE_MS = 2_000

export interface Launched {
  /** What to print when all is ready. */
  readonly announcement: string
  /** Stops everything in the reverse order of its start. `hurry`: nobody waits for the end of requests any more. */
  stop(hurry?: boolean): Promise<void>
}

/** Starts the whole system, top to bottom; whatever was started is stopped bottom to top. */
export async function launch(
  { port, reset, watch }: Options,
  env: NodeJS.ProcessEnv,
  guardian: Guardian,
  report: Report,
): Promise<Launched> {
  const baseUrl = `http://127.0.0.1:${port}`
  const adminUrl = `http://127.0.0.1:${port + 1}`
  const undo: ((graceMs: number | undefined) => void | Promise<void>)[] = []
  const processes: Supervised[] = []
  let announceProcesses = (): void => undefined

  const stop = async (hurry = false): Promise<void> => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next(hurry ? 2_500 : undefined)
    guardian.release()
  }

  try {
    undo.push(await takeLock(guardian.identity, baseUrl, report))
    guardian.removeAfterwards(PLACES.runFile)
    guardian.removeAfterwards(PLACES.control)
    if (reset) for (const path of FORGOTTEN) rmSync(path, { recursive: true, force: true })
    await requireFree([port, port + 1, port + 2])
    const secrets = readSecrets()

    const [started] = await both(
      startBacking({
        dir: PLACES.local,
        env,
        report,
        mailboxPort: port + 2,
        guardian,
        onUnexpectedEnd: (name, how) => {
          report.say(
            name,
            `${how}, and nobody asked for it. Bring it back with: npm run backing -- start ${name}`,
          )
          announceProcesses()
        },
      }).then((up) => {
        undo.push((graceMs) => up.stop(graceMs))
        return up
      }),
      build(env, report),
    )
    const services = await describeServices(started.urls, secrets, { env, watch })
    for (const { name, args, env: own } of services) {
      const service = supervise(
        {
          name,
          command: process.execPath,
          args,
          env: own,
          cwd: ROOT,
          logFile: join(PLACES.logs, `${name}.log`),
        },
        guardian,
        report,
        () => announceProcesses(),
      )
      processes.push(service)
      undo.push((graceMs) => service.stop(graceMs))
    }
    const gateway = supervise(gatewaySpec(port, services, env), guardian, report, () => announceProcesses())
    processes.push(gateway)
    undo.push((graceMs) => gateway.stop(graceMs))

    await report.during('services', 'getting ready', () =>
      Promise.all([
        ...services.map(({ adminUrl: own }, index) => ready(processes[index], `${own}/readyz`)),
        ready(gateway, `${baseUrl}/docs/`),
      ]),
    )

    const demo = await report.during('demo data', 'looking after', () =>
      loadDemo({ baseUrl, adminUrl, operatorToken: secrets.operatorToken, file: PLACES.demo }),
    )

    const mailboxUrl = started.servers.smtp.alsoAt['page'] ?? ''
    announceProcesses = () => {
      const run: RunFile = {
        baseUrl,
        adminUrl,
        apiKey: demo.apiKey,
        apiSecret: demo.apiSecret,
        operatorToken: secrets.operatorToken,
        mailboxUrl,
        services: Object.fromEntries(
          services.map(({ name, publicUrl, operatorUrl }) => [name, publicUrl ?? operatorUrl]),
        ) as RunFile['services'],
        backing: started.urls,
        pids: pidsOf(processes, started),
      }
      writePrivately(PLACES.runFile, `${JSON.stringify(run, null, 2)}\n`)
    }
    announceProcesses()
    undo.push(() => {
      announceProcesses = () => undefined
      rmSync(PLACES.runFile, { force: true })
    })
    undo.push(
      await listenForCommands((command, name) => obey(command, name, started, () => announceProcesses())),
    )

    return { announcement: announcement({ baseUrl, adminUrl, mailboxUrl, demo, watch }), stop }
  } catch (fault) {
    await stop(true)
    throw fault
  }
}

/** Waits for both, and then throws the first fault: nothing is left under way behind it. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
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
async function build(env: NodeJS.ProcessEnv, report: Report): Promise<void> {
  await report.during('build', 'compiling the services', async () => {
    try {
      await run(process.execPath, COMPILE_SERVICES, {
        env,
        cwd: ROOT,
        timeoutMs: BUILD_MS,
      })
    } catch (fault) {
      throw new Refusal(`The services do not compile: ${messageOf(fault)}\nSee all of it with: npm run build`)
    }
  })
}

function gatewaySpec(port: number, services: readonly ServiceProcess[], env: NodeJS.ProcessEnv) {
  const addresses = (of: 'publicUrl' | 'operatorUrl') =>
    Object.fromEntries(services.flatMap(({ name, [of]: url }) => (url === undefined ? [] : [[name, [url]]])))
  const upstreams = { public: addresses('publicUrl'), operator: addresses('operatorUrl') }
  return {
    name: 'gateway',
    command: process.execPath,
    args: [
      join(ROOT, 'scripts/dev/gateway/main.ts'),
      String(port),
      String(port + 1),
      JSON.stringify(upstreams),
    ],
    env,
    cwd: ROOT,
    logFile: join(PLACES.logs, 'gateway.log'),
  }
}

async function ready(process: Supervised | undefined, url: string): Promise<void> {
  await process?.ready(() => answers(url), READY_MS)
}

async function answers(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answers ${answer.status} ${text.slice(0, 300)}`)
}

function pidsOf(processes: readonly Supervised[], { servers }: Backing): Record<string, number> {
  return Object.fromEntries([
    ['launcher', process.pid],
    ...processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])),
    ...Object.values(servers).flatMap((server) => Object.entries(server.pids())),
  ]) as Record<string, number>
}

/** Commands of `npm run backing`, one at a time. */
let queue: Promise<unknown> = Promise.resolve()

function obey(command: string, name: string, { servers }: Backing, onChange: () => void): Promise<string> {
  const work = async (): Promise<string> => {
    if (command === 'status') {
      return BACKING_NAMES.map((each) => {
        const { running, ours, providedBy } = servers[each]
        return `${each.padEnd(10)} ${ours ? (running ? 'runs' : 'stopped') : 'not ours'}  ${providedBy}`
      }).join('\n')
    }
    const server = servers[name as BackingName]
    if (command === 'stop') {
      if (server.ours && !server.running) return `${name} is stopped already.`
      await server.stop()
      onChange()
      return `${name} is stopped. Bring it back with: npm run backing -- start ${name}`
    }
    if (server.running && server.ours) return `${name} runs already.`
    await server.start()
    onChange()
    return `${name} is back at ${server.url}`
  }
  const mine = queue.then(work, work)
  queue = mine.catch(() => undefined)
  return mine
}
