import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { allotPorts } from '../processes/ports.ts'
import { container } from './container.ts'
import { debianPackage, type DebianRoot } from './debian.ts'
import { elsewhere } from './elsewhere.ts'
import { findEpmd, settleErlang, withoutErlangs } from './erlang.ts'
import { requireOnPath } from './path.ts'
import { probeRabbitmq } from './probes.ts'
import { served } from './served.ts'
import type { Found, Provider, Recipe, Site } from './server.ts'

const START_MS = 60_000

/** Fixed, because the store's folder and its contents carry the node's name: another name would find no data. */
const NODE_NAME = 'rollcall@localhost'

/** Debian's /usr/sbin/rabbitmq-server changes to another user and another folder; this is what it calls. */
const UNWRAPPED = 'usr/lib/rabbitmq/bin/rabbitmq-server'

interface Programs {
  readonly server: string
  readonly env: NodeJS.ProcessEnv
  /** Where Erlang lies; undefined when `erl` on the PATH knows it. */
  readonly erlang?: string
}

async function rabbitmqServer(label: string, programs: Programs, site: Site): Promise<Found> {
  mkdirSync(site.dir, { recursive: true })
  const ports = await allotPorts(site.dir, ['amqp', 'distribution', 'epmd', 'management'])
  const url = `amqp://guest:guest@127.0.0.1:${ports.amqp}`
  const management = `http://guest:guest@127.0.0.1:${ports.management}`
  const files = writeConfiguration(site.dir, ports)
  const epmdCommand = findEpmd(programs.env, programs.erlang)
  const env = {
    ...withoutErlangs(programs.env),
    HOME: site.dir, // the cookie lies here
    detached: 'yes', // the script then becomes the server, instead of staying as its parent
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: NODE_NAME,
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: join(site.dir, 'data'),
    RABBITMQ_LOG_BASE: site.logs,
    RABBITMQ_CONFIG_FILE: files.main,
    RABBITMQ_ADVANCED_CONFIG_FILE: files.absent,
    RABBITMQ_CONF_ENV_FILE: files.absent,
    RABBITMQ_ENABLED_PLUGINS_FILE: files.plugins,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  }
  return {
    label,
    async start() {
      // Started by ourselves and in the foreground: the one that Erlang starts on demand leaves its session and outlives it.
      const epmd = startChild(
        {
          name: 'epmd',
          command: epmdCommand,
          args: ['-port', String(ports.epmd), '-address', '127.0.0.1'],
          env,
          logFile: join(site.logs, 'epmd.log'),
        },
        site.guardian,
      )
      const server = startChild(
        {
          name: 'rabbitmq',
          command: programs.server,
          args: [],
          env,
          cwd: site.dir,
          logFile: join(site.logs, 'rabbitmq.log'),
        },
        site.guardian,
      )
      try {
        await served(server, () => probeRabbitmq(url), START_MS)
      } catch (fault) {
        await epmd.stop(1_000)
        throw fault
      }
      return { url, alsoAt: { management }, processes: [server, epmd] }
    },
  }
}

/** Nothing of the machine's own configuration is read: each file is named, and lies in our folder. */
function writeConfiguration(
  dir: string,
  ports: { amqp: number; management: number },
): { main: string; plugins: string; absent: string } {
  const main = join(dir, 'rabbitmq.conf')
  const plugins = join(dir, 'enabled_plugins')
  writeFileSync(
    main,
    [
      `listeners.tcp.1 = 127.0.0.1:${ports.amqp}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${ports.management}`,
      'log.file.level = warning',
      'disk_free_limit.absolute = 50MB',
      '',
    ].join('\n'),
  )
  writeFileSync(plugins, '[rabbitmq_management].\n')
  return { main, plugins, absent: join(dir, 'absent') }
}

const onThePath: Provider = {
  looksFor: 'rabbitmq-server on the PATH',
  async find(site) {
    const command = requireOnPath('rabbitmq-server', site.env)
    const debian = join('/', UNWRAPPED)
    const server = realpathSync(command).endsWith('rabbitmq-script-wrapper') ? debian : command
    return rabbitmqServer(`rabbitmq-server on the PATH (${command})`, { server, env: site.env }, site)
  },
}

const fromDebian: Provider = debianPackage({
  packageName: 'rabbitmq-server',
  command: UNWRAPPED,
  found(root: DebianRoot, site: Site) {
    const erlang = join(root.dir, 'usr/lib/erlang')
    if (root.dir !== '/') settleErlang(erlang)
    const env = { ...site.env, ...root.env, PATH: `${join(erlang, 'bin')}:${site.env['PATH'] ?? ''}` }
    return rabbitmqServer(root.label, { server: join(root.dir, UNWRAPPED), env, erlang }, site)
  },
})

const inAContainer: Provider = container({
  name: 'rabbitmq',
  image: 'docker.io/library/rabbitmq:3.13-management-alpine',
  ports: { amqp: 5672, management: 15672 },
  env: { RABBITMQ_NODENAME: NODE_NAME },
  data: '/var/lib/rabbitmq',
  url: ({ amqp }) => `amqp://guest:guest@127.0.0.1:${amqp}`,
  alsoAt: ({ management }) => ({ management: `http://guest:guest@127.0.0.1:${management}` }),
  probe: probeRabbitmq,
})

export const rabbitmq: Recipe = {
  name: 'rabbitmq',
  title: 'RabbitMQ',
  variable: 'RABBITMQ_URL',
  providers: [elsewhere('RABBITMQ_URL', probeRabbitmq), onThePath, inAContainer, fromDebian],
  remedies: [
    'set RABBITMQ_URL to a broker that runs (amqp://user:password@host:5672)',
    'install rabbitmq-server 3.10 or newer so that it is on the PATH (Debian: apt-get install rabbitmq-server; macOS: brew install rabbitmq)',
    'start a container engine (docker or podman) that can pull docker.io/library/rabbitmq:3.13-management-alpine',
  ],
}
