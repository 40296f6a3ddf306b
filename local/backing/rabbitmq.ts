import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { isIPv6 } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { connect } from 'amqplib'
import { commonVariables } from '../../services/platform/config.ts'
import { urlPerHost } from '../../services/platform/domain/server-url.ts'
import { allotPorts } from '../processes/ports.ts'
import { debianPackage } from './debian.ts'
import { CONNECT_MS, findOnPath, isExecutable, onThePath, startProgram, startServer } from './programs.ts'
import type { Child } from '../processes/child.ts'
import type { Provider, Recipe, Site, Startable } from './server.ts'
import { LOOPBACK, LOOPBACK_HOST } from '../support/loopback.ts'

/** Fixed: the data carries the node's name. */
const NODE_NAME = 'rollcall@localhost'

/** What Debian's /usr/sbin/rabbitmq-server calls after it has changed user and folder. */
const UNWRAPPED = 'usr/lib/rabbitmq/bin/rabbitmq-server'

const LISTEN_HERE = isIPv6(LOOPBACK)
  ? '-proto_dist inet6_tcp -kernel inet_dist_use_interface {0,0,0,0,0,0,0,1}'
  : '-kernel inet_dist_use_interface {127,0,0,1}'
/** Idle schedulers must not keep cores busy, which services and tests need. */
const NO_BUSY_WAIT = '+sbwt none +sbwtdcpu none +sbwtdio none'

async function pingRabbitmq(url: string): Promise<void> {
  const [first = url] = urlPerHost(url)
  const connection = await connect(first, { timeout: CONNECT_MS })
  await connection.close()
}

/** @param erlang the folder of Erlang; by default that of the `erl` on the PATH */
async function rabbitmqServer(command: string, site: Site, erlang?: string): Promise<Startable> {
  const { dir } = site
  mkdirSync(dir, { recursive: true })
  const ports = await allotPorts(dir, ['amqp', 'distribution', 'epmd', 'management'])
  const program = { command, site, ...(erlang === undefined ? {} : { erlang }) }
  const node = rabbitmqNode(program, dir, { name: 'rabbitmq', nodeName: NODE_NAME, ports })
  return {
    url: node.url,
    alsoAt: { management: node.managementUrl },
    async start() {
      const epmd = startEpmd(program, ports.epmd)
      try {
        return [await node.start(), epmd]
      } catch (error) {
        await epmd.stop(1_000)
        throw error
      }
    },
  }
}

/** Where the program is. */
export interface RabbitmqProgram {
  readonly command: string
  readonly site: Site
  readonly erlang?: string
}

interface NodeOptions {
  /** Of its log. */
  readonly name: string
  readonly nodeName: string
  readonly ports: Readonly<Record<'amqp' | 'distribution' | 'epmd' | 'management', number>>
  /** Further lines of its rabbitmq.conf. */
  readonly settings?: readonly string[]
  /** Further arguments of Erlang. */
  readonly erlangArgs?: string
}

/** One node, whose port mapper has to run. Its cookie lies in the folder of the site, its data in `dir`. */
export function rabbitmqNode({ command, site }: RabbitmqProgram, dir: string, options: NodeOptions) {
  const { name, nodeName, ports, settings = [], erlangArgs = '' } = options
  mkdirSync(dir, { recursive: true })
  const env = {
    ...withoutErlangSettings(site.env),
    ...configuration(dir, ports, settings),
    HOME: site.dir, // the cookie lies here
    detached: 'yes', // the script then becomes the server, instead of staying as its parent
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: LOOPBACK,
    ...(isIPv6(LOOPBACK) ? { ERL_INETRC: inetrcIn(dir) } : {}),
    RABBITMQ_NODENAME: nodeName,
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_NODE_IP_ADDRESS: LOOPBACK,
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: join(dir, 'data'),
    RABBITMQ_LOG_BASE: site.logs,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${LISTEN_HERE} ${NO_BUSY_WAIT} ${erlangArgs}`,
  }
  writeControl(dir, command, env)
  const url = `amqp://guest:guest@${LOOPBACK_HOST}:${ports.amqp}`
  return {
    url,
    managementUrl: `http://guest:guest@${LOOPBACK_HOST}:${ports.management}`,
    start: () => startServer({ ...site, dir, env }, name, command, [], () => pingRabbitmq(url)),
  }
}

/** Lets Erlang look for the IPv6 addresses of names. @returns the path of a file */
function inetrcIn(dir: string): string {
  const path = join(dir, 'inetrc')
  writeFileSync(path, '{inet6, true}.\n')
  return path
}

/** In the foreground: the one that Erlang starts on demand outlives it. */
export function startEpmd({ site, erlang }: RabbitmqProgram, port: number): Child {
  const args = ['-port', String(port), '-address', LOOPBACK]
  return startProgram(site, 'epmd', findEpmd(site.env, erlang), args)
}

/** Writes a `rabbitmqctl` for this broker into the folder of its data. */
function writeControl(dir: string, server: string, env: NodeJS.ProcessEnv): void {
  const names = ['PATH', 'HOME', 'ERL_EPMD_PORT', 'RABBITMQ_NODENAME', 'RABBITMQ_CONF_ENV_FILE']
  const quoted = (text = '') => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = [
    '#!/bin/sh',
    ...names.map((name) => `export ${name}=${quoted(env[name])}`),
    `exec ${quoted(join(dirname(server), 'rabbitmqctl'))} "$@"`,
  ]
  writeFileSync(join(dir, 'rabbitmqctl'), `${lines.join('\n')}\n`, { mode: 0o755 })
}

/** Names every configuration file, so that none of the machine is read. */
function configuration(
  dir: string,
  ports: { readonly amqp: number; readonly management: number },
  more: readonly string[],
) {
  const main = join(dir, 'rabbitmq.conf')
  const plugins = join(dir, 'enabled_plugins')
  const absent = join(dir, 'absent')
  const settings = [
    `listeners.tcp.1 = ${LOOPBACK}:${ports.amqp}`,
    `management.tcp.ip = ${LOOPBACK}`,
    `management.tcp.port = ${ports.management}`,
    'log.file.level = warning',
    'disk_free_limit.absolute = 50MB',
    ...more,
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

/**
 * The port mapper of the Erlang in `erlang`, else of the one on the PATH. @throws Error when there is none
 */
function findEpmd(env: NodeJS.ProcessEnv, erlang: string | undefined): string {
  const erl = findOnPath('erl', env)
  const homes = [erlang, erl && dirname(dirname(realpathSync(erl)))].filter((home) => home !== undefined)
  const [ofErlang] = homes.flatMap((home) => globSync(join(home, 'erts-*/bin/epmd'))).filter(isExecutable)
  const found = ofErlang ?? findOnPath('epmd', env)
  if (found === undefined)
    throw new Error("Erlang's epmd was not found; it comes with Erlang (Debian: erlang-base)")
  return found
}

/** Debian's start scripts name the folder that the package is installed into: names the one it is in. */
function relocateErlang(erlang: string): void {
  for (const script of globSync(['bin/erl', 'erts-*/bin/erl'], { cwd: erlang })) {
    const path = join(erlang, script)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replaceAll(/^([ \t]*ROOTDIR=).*$/gm, (_line, start: string) => `${start}'${erlang}'`),
    )
  }
}

/** Without the machine's settings for another RabbitMQ or Erlang. */
const withoutErlangSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(RABBITMQ_|ERL_|ERLANG_)/.test(name)))

/** The ways to find the program. */
export const rabbitmqProviders = <T>(
  prepare: (command: string, site: Site, erlang?: string) => Promise<T>,
): readonly Provider<T>[] => [
  onThePath('rabbitmq-server', (command, site) => {
    const isDebians = realpathSync(command).endsWith('rabbitmq-script-wrapper')
    return prepare(isDebians ? join('/', UNWRAPPED) : command, site)
  }),
  debianPackage('rabbitmq-server', UNWRAPPED, (command, site, root) => {
    const erlang = join(root, 'usr/lib/erlang')
    if (root !== '/' && existsSync(erlang)) relocateErlang(erlang)
    const env = { ...site.env, PATH: `${join(erlang, 'bin')}:${site.env['PATH'] ?? ''}` }
    // Its script would resolve links in the whole path, and does not quote what it finds (`plainPath`).
    const script = resolve(dirname(command), readlinkSync(command))
    return prepare(script, { ...site, env }, erlang)
  }),
]

export const rabbitmq: Recipe = {
  name: 'rabbitmq',
  title: 'RabbitMQ',
  variable: commonVariables.rabbitmqUrl,
  check: pingRabbitmq,
  providers: rabbitmqProviders(rabbitmqServer),
  remedies: [
    'set RABBITMQ_URL to a running broker (amqp://user:password@host:5672)',
    'install rabbitmq-server 3.10 or newer so that it is on the PATH ' +
      '(Debian: apt-get install rabbitmq-server; macOS: brew install rabbitmq)',
    'run it in a container and set RABBITMQ_URL=amqp://guest:guest@127.0.0.1:5672 ' +
      '(docker run -p 127.0.0.1:5672:5672 rabbitmq:3.13-alpine)',
  ],
}
