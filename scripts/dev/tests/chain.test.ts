import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provide } from '../backing/chain.ts'
import { mongodb } from '../backing/mongodb.ts'
import { rabbitmq } from '../backing/rabbitmq.ts'
import { redis } from '../backing/redis.ts'
import type { Recipe, Site } from '../backing/server.ts'
import { smtp } from '../backing/smtp.ts'
import { startGuardian } from '../processes/guardian.ts'
import { Refusal } from '../../support/refusal.ts'
import { silent } from '../report.ts'
import { testServers } from '../../test/servers.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-chain-'))
const guardian = startGuardian()
afterAll(async () => {
  await guardian.release()
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
    const chainOf = ({ variable, providers }: Recipe) => [variable, ...providers.map(({ label }) => label)]
    expect([mongodb, redis, rabbitmq, smtp()].map(chainOf)).toEqual([
      [
        'MONGODB_URL',
        'mongod on the PATH',
        'mongod from mongodb-memory-server',
        'secantusdb==0.7.0b3, a stand-in for MongoDB',
      ],
      ['REDIS_URL', 'redis-server on the PATH', "Debian's package redis-server"],
      ['RABBITMQ_URL', 'rabbitmq-server on the PATH', "Debian's package rabbitmq-server"],
      ['SMTP_URL', 'the embedded mailbox'],
    ])
  })

  it('takes a named server before anything else', async () => {
    const site = aMachine({ 'redis-server': 'exit 1' }, { REDIS_URL: testServers().redisUrl })
    const server = await provide(redis, site)
    expect([server.url, server.ours]).toEqual([testServers().redisUrl, false])
    await expect(server.stop()).rejects.toThrow(/not ours to stop/)
  })

  it('refuses a named server that does not answer, instead of taking another', async () => {
    const site = aMachine({ 'redis-server': 'exit 1' }, { REDIS_URL: 'redis://127.0.0.1:9' })
    await expect(provide(redis, site)).rejects.toThrow(/REDIS_URL names a server that can't be used/)
  })

  it('goes on when a program does not start, and says what was tried and three ways to provide the server', async () => {
    const site = aMachine({ 'redis-server': 'echo broken >&2; exit 3' })
    const onThePath = [redis, mongodb].flatMap(({ providers }) => providers.slice(0, 1))
    const refused = provide({ ...redis, providers: onThePath }, site)
    await expect(refused).rejects.toThrow(Refusal)
    for (const line of [
      /- REDIS_URL: not set\n/,
      /- redis-server on the PATH: ended with exit code 3/,
      /- mongod on the PATH: not there\n/,
      /\n *1\. set REDIS_URL.*\n *2\. install redis-server.*\n *3\. run it in a container/,
    ])
      await expect(refused).rejects.toThrow(line)
  })
})

describe('the self-test of MongoDB', () => {
  it('passes on the server that these tests run on', async () => {
    const site = aMachine({}, { MONGODB_URL: testServers().mongodbUrl })
    expect((await provide(mongodb, site)).providedBy).toBe('the one named by MONGODB_URL')
  })
})
