import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { allotPorts } from '../processes/ports.ts'
import { container } from './container.ts'
import { debianPackage, type DebianRoot } from './debian.ts'
import { elsewhere } from './elsewhere.ts'
import { requireOnPath } from './path.ts'
import { probeRedis } from './probes.ts'
import { served } from './served.ts'
import type { Found, Provider, Recipe, Site } from './server.ts'

/** It holds the counters of the rate limiters and nothing else, so nothing is written to the disk. */
const NOTHING_KEPT = ['--save', '', '--appendonly', 'no']

const START_MS = 20_000

async function redisServer(label: string, command: string, site: Site, env = site.env): Promise<Found> {
  mkdirSync(site.dir, { recursive: true })
  const { redis: port } = await allotPorts(site.dir, ['redis'])
  const url = `redis://127.0.0.1:${port}`
  return {
    label,
    async start() {
      const child = startChild(
        {
          name: 'redis',
          command,
          args: [
            '--port',
            String(port),
            '--bind',
            '127.0.0.1',
            '--dir',
            site.dir,
            '--daemonize',
            'no',
            ...NOTHING_KEPT,
          ],
          env,
          cwd: site.dir,
          logFile: join(site.logs, 'redis.log'),
        },
        site.guardian,
      )
      await served(child, () => probeRedis(url), START_MS)
      return { url, processes: [child] }
    },
  }
}

const onThePath: Provider = {
  looksFor: 'redis-server on the PATH',
  async find(site) {
    const command = requireOnPath('redis-server', site.env)
    return redisServer(`redis-server on the PATH (${command})`, command, site)
  },
}

const fromDebian: Provider = debianPackage({
  packageName: 'redis-server',
  command: 'usr/bin/redis-server',
  found: (root: DebianRoot, site: Site) =>
    redisServer(root.label, join(root.dir, 'usr/bin/redis-server'), site, { ...site.env, ...root.env }),
})

const inAContainer: Provider = container({
  name: 'redis',
  image: 'docker.io/library/redis:7-alpine',
  ports: { redis: 6379 },
  args: ['redis-server', ...NOTHING_KEPT],
  url: ({ redis }) => `redis://127.0.0.1:${redis}`,
  probe: probeRedis,
})

export const redis: Recipe = {
  name: 'redis',
  title: 'Redis',
  variable: 'REDIS_URL',
  providers: [elsewhere('REDIS_URL', probeRedis), onThePath, inAContainer, fromDebian],
  remedies: [
    'set REDIS_URL to a server that runs (redis://host:6379)',
    'install redis-server so that it is on the PATH (Debian: apt-get install redis-server; macOS: brew install redis)',
    'start a container engine (docker or podman) that can pull docker.io/library/redis:7-alpine',
  ],
}
