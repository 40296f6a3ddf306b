import { allotPorts } from '../processes/ports.ts'
import { debianPackage } from './debian.ts'
import { probeRedis } from './probes.ts'
import { onThePath, startServer } from './programs.ts'
import type { Found, Recipe, Site } from './server.ts'

/** It holds the counters of the rate limiters and nothing else, so nothing is written to the disk. */
const NOTHING_KEPT = ['--save', '', '--appendonly', 'no']

async function redisServer(command: string, site: Site): Promise<Found> {
  const { redis: port } = await allotPorts(site.dir, ['redis'])
  const url = `redis://127.0.0.1:${port}`
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', site.dir, '--daemonize', 'no']
  return {
    url,
    start: async () => [
      await startServer(site, 'redis', command, [...place, ...NOTHING_KEPT], () => probeRedis(url)),
    ],
  }
}

export const redis: Recipe = {
  name: 'redis',
  title: 'Redis',
  variable: 'REDIS_URL',
  check: probeRedis,
  providers: [
    onThePath('redis-server', redisServer),
    debianPackage('redis-server', 'usr/bin/redis-server', redisServer),
  ],
  remedies: [
    'set REDIS_URL to a server that runs (redis://host:6379)',
    'install redis-server so that it is on the PATH (Debian: apt-get install redis-server; macOS: brew install redis)',
    'run it in a container and set REDIS_URL=redis://127.0.0.1:6379 (docker run -p 127.0.0.1:6379:6379 redis:7-alpine)',
  ],
}
