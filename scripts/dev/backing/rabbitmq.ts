import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allotPorts } from '../processes/ports.ts'
import { debianPackage } from './debian.ts'
import { probeRabbitmq } from './probes.ts'
import { findOnPath, isExecutable, onThePath, startProgram, startServer } from './programs.ts'
import type { Found, Recipe, Site } from './server.ts'

/** Fixed, because the store's folder and its contents carry the node's name: another name would find no data. */
const NODE_NAME = 'rollcall@localhost'

/** Debian's /usr/sbin/rabbitmq-server changes to another user and another folder; this is what it calls. */
const UNWRAPPED = 'usr/lib/rabbitmq/bin/rabbitmq-server'

const LISTEN_HERE = '-kernel inet_dist_use_interface {127,0,0,1}'
/** Erlang's schedulers else keep cores busy while they have nothing to do, which services and tests beside them need. */
const WAIT_WITHOUT_SPINNING = '+sbwt none +sbwtdcpu none +sbwtdio none'

/** @param erlang where Erlang lies; by default the `erl` on the PATH tells */
async function rabbitmqServer(command: string, site: Site, erlang?: string): Promise<Found> {
  const { dir, logs } = site
  mkdirSync(dir, { recursive: true })
  const ports = await allotPorts(dir, ['amqp', 'distribution', 'epmd', 'management'])
  const url = `amqp://guest:guest@127.0.0.1:${ports.amqp}`
  const epmdCommand = findEpmd(site.env, erlang)
  const env = {
    ...withoutErlangs(site.env),
    ...configuration(dir, ports),
    HOME: dir, // the cookie lies here
    detached: 'yes', // the script then becomes the server, instead of staying as its parent
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: NODE_NAME,
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: join(dir, 'data'),
    RABBITMQ_LOG_BASE: logs,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${LISTEN_HERE} ${WAIT_WITHOUT_SPINNING}`,
  }
  writeControl(dir, command, env)
  return {
    url,
    alsoAt: { management: `http://guest:guest@127.0.0.1:${ports.management}` },
    async start() {
      // Started by ourselves and in the foreground: the one that Erlang starts on demand leaves its session and outlives it.
      const epmdArgs = ['-port', String(ports.epmd), '-address', '127.0.0.1']
      const own = { ...site, env }
      const epmd = startProgram(own, 'epmd', epmdCommand, epmdArgs)
      try {
        return [await startServer(own, 'rabbitmq', command, [], () => probeRabbitmq(url)), epmd]
      } catch (fault) {
        await epmd.stop(1_000)
        throw fault
      }
    },
  }
}

/** `rabbitmqctl` for this broker alone, in the folder of its data. */
function writeControl(dir: string, server: string, env: NodeJS.ProcessEnv): void {
  const told = ['PATH', 'HOME', 'ERL_EPMD_PORT', 'RABBITMQ_NODENAME', 'RABBITMQ_CONF_ENV_FILE']
  const quoted = (text = '') => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = [
    '#!/bin/sh',
    ...told.map((name) => `export ${name}=${quoted(env[name])}`),
    `exec ${quoted(join(dirname(server), 'rabbitmqctl'))} "$@"`,
  ]
  writeFileSync(join(dir, 'rabbitmqctl'), `${lines.join('\n')}\n`, { mode: 0o755 })
}

/** Nothing of the machine's own configuration is read: each file is named, and lies in our folder. */
function configuration(dir: string, ports: { amqp: number; management: number }) {
  const main = join(dir, 'rabbitmq.conf')
  const plugins = join(dir, 'enabled_plugins')
  const absent = join(dir, 'absent')
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${ports.amqp}`,
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${ports.management}`,
    'log.file.level = warning',
    'disk_free_limit.absolute = 50MB',
  ]
  writeFileSync(main, `${settings.join('\n')}\n`)
  writeFileSync(plugins, '[rabbitmq_management].\n')
  return {
    RABBITMQ_CONFIG_FILE: main,
    RABBITMQ_ADVANCED_CONFIG_FILE: absent,
    RABBITMQ_CONF_ENV_FILE: absent,
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
  }
}

/** The port mapper of the Erlang that lies in `erlang`, or else of the one on the PATH. @throws Error when there is none */
function findEpmd(env: NodeJS.ProcessEnv, erlang: string | undefined): string {
  const erl = findOnPath('erl', env)
  const homes = [erlang, erl && dirname(dirname(realpathSync(erl)))].filter((home) => home !== undefined)
  const [ofErlang] = homes.flatMap((home) => globSync(join(home, 'erts-*/bin/epmd'))).filter(isExecutable)
  const found = ofErlang ?? findOnPath('epmd', env)
  if (found === undefined)
    throw new Error("Erlang's epmd was not found; it comes with Erlang (Debian: erlang-base)")
  return found
}

/** Debian's start scripts name the folder that the package is installed into, whatever the environment says. */
function settleErlang(erlang: string): void {
  for (const script of globSync(['bin/erl', 'erts-*/bin/erl'], { cwd: erlang })) {
    const path = join(erlang, script)
    const text = readFileSync(path, 'utf8')
    const settled = text.replaceAll(/^(\s*ROOTDIR=).*$/gm, (_line, start: string) => `${start}'${erlang}'`)
    writeFileSync(path, settled)
  }
}

/** The machine's own settings for another RabbitMQ or Erlang must not reach ours. */
const withoutErlangs = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(RABBITMQ_|ERL_|ERLANG_)/.test(name)))

export const rabbitmq: Recipe = {
  name: 'rabbitmq',
  title: 'RabbitMQ',
  variable: 'RABBITMQ_URL',
  check: probeRabbitmq,
  providers: [
    onThePath('rabbitmq-server', (command, site) => {
      const isDebians = realpathSync(command).endsWith('rabbitmq-script-wrapper')
      return rabbitmqServer(isDebians ? join('/', UNWRAPPED) : command, site)
    }),
    debianPackage('rabbitmq-server', UNWRAPPED, (command, site, root) => {
      const erlang = join(root, 'usr/lib/erlang')
      if (root !== '/' && existsSync(erlang)) settleErlang(erlang)
      const env = { ...site.env, PATH: `${join(erlang, 'bin')}:${site.env['PATH'] ?? ''}` }
      return rabbitmqServer(command, { ...site, env }, erlang)
    }),
  ],
  remedies: [
    'set RABBITMQ_URL to a broker that runs (amqp://user:password@host:5672)',
    'install rabbitmq-server 3.10 or newer so that it is on the PATH (Debian: apt-get install rabbitmq-server; macOS: brew install rabbitmq)',
    'run it in a container and set RABBITMQ_URL=amqp://guest:guest@127.0.0.1:5672 (docker run -p 127.0.0.1:5672:5672 rabbitmq:3.13-alpine)',
  ],
}
