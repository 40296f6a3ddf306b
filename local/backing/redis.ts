import { commonVariables } from '../../services/platform/config.ts'
import { redisClient } from '../../services/platform/store/redis-client.ts'
import { allotPorts } from '../processes/ports.ts'
import { debianPackage } from './debian.ts'
import { CONNECT_MS, onThePath, startServer } from './programs.ts'
import type { Provider, Recipe, Site, Startable } from './server.ts'
import { LOOPBACK, LOOPBACK_HOST } from '../support/loopback.ts'

/** @throws Error when the server does not respond */
export async function pingRedis(url: string): Promise<void> {
  const client = redisClient(url, { connectTimeout: CONNECT_MS, retryStrategy: () => null })
  client.on('error', () => undefined) // the rejection carries it
  try {
    await client.connect()
    await client.set('rollcall:ping', '', 'PX', 1)
  } finally {
    client.disconnect()
  }
}

async function redisServer(command: string, site: Site): Promise<Startable> {
  const { redis: port } = await allotPorts(site.dir, ['redis'])
  const url = `redis://${LOOPBACK_HOST}:${port}`
  const place = ['--port', String(port), '--bind', LOOPBACK, '--dir', site.dir, '--daemonize', 'no']
  // It holds counters of a minute, so nothing is written to the disk.
  const args = [...place, '--save', '', '--appendonly', 'no']
  return { url, start: async () => [await startServer(site, 'redis', command, args, () => pingRedis(url))] }
}

/** The ways to find the program. */
export const redisProviders = <T>(
  prepare: (command: string, site: Site) => Promise<T>,
): readonly Provider<T>[] => [
  onThePath('redis-server', prepare),
  debianPackage('redis-server', 'usr/bin/redis-server', prepare),
]

export const redis: Recipe = {
  name: 'redis',
  title: 'Redis',
  variable: commonVariables.redisUrl,
  check: pingRedis,
  providers: redisProviders(redisServer),
  remedies: [
    'set REDIS_URL to a running server (redis://host:6379, or redis+sentinel:// or redis+cluster://)',
    'install redis-server so that it is on the PATH ' +
      '(Debian: apt-get install redis-server; macOS: brew install redis)',
    'run it in a container and set REDIS_URL=redis://127.0.0.1:6379 ' +
      '(docker run -p 127.0.0.1:6379:6379 redis:7-alpine)',
  ],
}
