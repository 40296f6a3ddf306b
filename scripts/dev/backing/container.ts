import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { allotPorts } from '../processes/ports.ts'
import { answering, findOnPath, run, startProgram } from './programs.ts'
import type { BackingName, Provider, Site } from './server.ts'

interface Image<Port extends string> {
  readonly name: BackingName
  readonly image: string
  /** The ports inside the container, by the name under which we allot one outside. */
  readonly ports: Readonly<Record<Port, number>>
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Where the image keeps its data; kept in the server's own folder. */
  readonly data?: string
  readonly url: (ports: Record<Port, number>) => string
  readonly alsoAt?: (ports: Record<Port, number>) => Readonly<Record<string, string>>
  readonly probe: (url: string) => Promise<void>
}

/** Each engine with a question that only an engine answers which can run something now: docker's client answers many without one. */
const ENGINES: Readonly<Record<string, readonly string[]>> = {
  docker: ['version', '--format', '{{.Server.Version}}'],
  podman: ['info', '--format', '{{.Host.Arch}}'],
}
const ENGINE_ANSWERS_MS = 4_000
const PULL_MS = 180_000

/** A link that runs an image in whatever container engine is up. */
export function container<Port extends string>(image: Image<Port>): Provider {
  return {
    looksFor: 'a container engine that runs',
    async find(site) {
      const engine = await runningEngine(site.env)
      await site.report.during(image.name, `fetching ${image.image} with ${engine}`, () =>
        fetchImage(engine, image.image, site),
      )
      const names = Object.keys(image.ports) as Port[]
      const ports = await allotPorts(site.dir, names)
      const name = `rollcall-${image.name}-${createHash('sha256').update(site.dir).digest('hex').slice(0, 12)}`
      const data = join(site.dir, 'container')
      const url = image.url(ports)
      return {
        label: `${image.image} in ${engine}`,
        async start() {
          mkdirSync(data, { recursive: true })
          // one of this name may be left from a machine that lost its power
          await run(engine, ['rm', '--force', name], { env: site.env }).catch(() => undefined)
          // In the foreground and not `--detach`: the engine's client passes SIGTERM on, so the container ends with it.
          const child = startProgram(site, image.name, engine, [
            ...['run', '--rm', '--name', name, '--hostname', name],
            ...names.flatMap((port) => ['--publish', `127.0.0.1:${ports[port]}:${image.ports[port]}`]),
            ...Object.entries(image.env ?? {}).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
            ...(image.data === undefined ? [] : ['--volume', `${data}:${image.data}`]),
            image.image,
            ...(image.args ?? []),
          ])
          await answering(child, () => image.probe(url))
          return { url, alsoAt: image.alsoAt?.(ports) ?? {}, processes: [child] }
        },
      }
    },
  }
}

async function runningEngine(env: NodeJS.ProcessEnv): Promise<string> {
  const installed = Object.keys(ENGINES).filter((engine) => findOnPath(engine, env) !== undefined)
  if (installed.length === 0) throw new Error('neither docker nor podman is on the PATH')
  for (const engine of installed) {
    const answer = await run(engine, ENGINES[engine] ?? [], { env, timeoutMs: ENGINE_ANSWERS_MS }).catch(
      () => undefined,
    )
    if (answer !== undefined && answer.trim() !== '') return engine
  }
  throw new Error(`${installed.join(' and ')} installed, but no engine answers`)
}

async function fetchImage(engine: string, image: string, { env, guardian }: Site): Promise<void> {
  const here = await run(engine, ['image', 'inspect', image], { env }).catch(() => undefined)
  if (here === undefined) await run(engine, ['pull', image], { env, timeoutMs: PULL_MS, guardian })
}
