import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provide } from '../backing/chain.ts'
import { mongodb } from '../backing/mongodb.ts'
import { rabbitmq } from '../backing/rabbitmq.ts'
import { redis } from '../backing/redis.ts'
import type { Site } from '../backing/server.ts'
import { smtp } from '../backing/smtp.ts'
import { startGuardian } from '../processes/guardian.ts'
import { Refusal } from '../../support/refusal.ts'
import { silent } from '../report.ts'
import { testServers } from '../../test/servers.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-chain-'))
const guardian = startGuardian()
afterAll(() => {
  guardian.release()
  rmSync(dir, { recursive: true, force: true })
})

let sites = 0

/** A machine whose PATH holds only the given programs, each a shell script. */
function aMachine(programs: Record<string, string> = {}, env: NodeJS.ProcessEnv = {}): Site {
  const root = join(dir, String(++sites))
  mkdirSync(join(root, 'bin'), { recursive: true })
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(root, 'bin', name), 0o755)
  }
  return {
    dir: join(root, 'data'),
    software: join(root, 'software'),
    logs: join(root, 'logs'),
    env: { PATH: join(root, 'bin'), ...env },
    guardian,
    report: silent,
  }
}

describe('the chain of a backing server', () => {
  it('is the one of the decision, in its order', () => {
    expect(mongodb.providers.map(({ looksFor }) => looksFor)).toEqual([
      'MONGODB_URL',
      'mongod on the PATH',
      'a mongod downloaded by mongodb-memory-server',
      'secantusdb==0.7.0b3 from PyPI',
    ])
    for (const { providers, variable } of [redis, rabbitmq]) {
      expect(providers.map(({ looksFor }) => looksFor)).toEqual([
        variable,
        expect.stringMatching(/-server on the PATH$/),
        expect.stringMatching(/^Debian's package/),
      ])
    }
    expect(smtp().providers.map(({ looksFor }) => looksFor)).toEqual(['SMTP_URL', 'the embedded mailbox'])
  })

  it('takes a named server before anything else', async () => {
    const site = aMachine({ 'redis-server': 'exit 1' }, { REDIS_URL: testServers().redisUrl })
    const server = await provide(redis, site)
    expect([server.url, server.ours]).toEqual([testServers().redisUrl, false])
    await expect(server.stop()).rejects.toThrow(/not ours to stop/)
  })

  it('refuses a named server that does not answer, instead of taking another', async () => {
    const site = aMachine({ 'redis-server': 'exit 1' }, { REDIS_URL: 'redis://127.0.0.1:9' })
    const refused = provide(redis, site)
    await expect(refused).rejects.toThrow(Refusal)
    await expect(refused).rejects.toThrow(/REDIS_URL names a server that can't be used/)
  })

  it('goes on to the next link when a program does not start', async () => {
    const site = aMachine({ 'redis-server': 'echo broken >&2; exit 3' })
    const refused = provide({ ...redis, providers: redis.providers.slice(0, 2) }, site)
    await expect(refused).rejects.toThrow(/redis-server on the PATH: ended with exit code 3/)
  })

  it('says in one message what was tried and three ways to provide the server', async () => {
    const refused = await provide({ ...redis, providers: redis.providers.slice(0, 2) }, aMachine()).catch(
      (fault: unknown) => fault,
    )
    expect(refused).toBeInstanceOf(Refusal)
    const { message } = refused as Refusal
    expect(message).toMatch(/REDIS_URL: not set/)
    expect(message).toMatch(/redis-server on the PATH: not there/)
    for (const way of ['1. set REDIS_URL', '2. install redis-server', '3. run it in a container']) {
      expect(message).toContain(way)
    }
  })
})

describe('the self-test of MongoDB', () => {
  it('passes on the server that these tests run on', async () => {
    const site = aMachine({}, { MONGODB_URL: testServers().mongodbUrl })
    expect((await provide(mongodb, site)).providedBy).toBe('the one named by MONGODB_URL')
  })
})
