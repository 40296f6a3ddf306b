import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServers } from '../../testing/servers.ts'
import { CommandError } from '../support/command-error.ts'
import { mongodb } from '../backing/mongodb.ts'
import { provide } from '../backing/provide.ts'
import { redis } from '../backing/redis.ts'
import type { Site } from '../backing/server.ts'
import { startGuardian } from '../processes/guardian.ts'
import { silentReporter } from '../progress-reporter.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-provide-'))
writeFileSync(join(dir, 'redis-server'), '#!/bin/sh\necho broken >&2\nexit 3\n', { mode: 0o755 })
const guardian = startGuardian()
guardian.watch(dir)
afterAll(() => guardian.release())

/** A machine whose PATH holds nothing but a Redis that does not start. */
const aMachine = (env: NodeJS.ProcessEnv = {}): Site => ({
  dir,
  software: join(dir, 'software'),
  logs: join(dir, 'logs'),
  guardian,
  progress: silentReporter,
  env: { PATH: dir, ...env },
})

describe('providing a backing server', () => {
  it('prefers a server that a variable names, and never stops it', async () => {
    const url = testServers().redisUrl
    const server = await provide(redis, aMachine({ REDIS_URL: url }))
    expect(server).toMatchObject({ url, ours: false, providedBy: 'the server named by REDIS_URL' })
    await expect(server.stop()).rejects.toThrow(/is not stopped or started here/)
  })

  it('fails if a named server does not respond, instead of using another one', async () => {
    const rejected = provide(redis, aMachine({ REDIS_URL: 'redis://127.0.0.1:9' }))
    await expect(rejected).rejects.toThrow(CommandError)
    await expect(rejected).rejects.toThrow(/REDIS_URL names a server that can't be used/)
  })

  it('continues if a program does not start, and reports its attempts and three alternatives', async () => {
    const mongod = mongodb.providers.filter(({ label }) => label.startsWith('mongod on'))
    const rejected = provide({ ...redis, providers: [...redis.providers.slice(0, 1), ...mongod] }, aMachine())
    await expect(rejected).rejects.toThrow(CommandError)
    for (const line of [
      /- REDIS_URL: not set\n/,
      /- redis-server on the PATH: ended with exit code 3/,
      /- mongod on the PATH: not on the PATH\n/,
      /\n *1\. set REDIS_URL.*\n *2\. install redis-server.*\n *3\. run it in a container/,
    ])
      await expect(rejected).rejects.toThrow(line)
  })
})
