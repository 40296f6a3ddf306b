import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { untrustedCert as cert, untrustedKey as key } from '../../testing/notification/certificate.ts'
import { startMailServer } from '../../testing/notification/mail-server.ts'
import { testServers } from '../../testing/servers.ts'
import { CommandError } from '../support/command-error.ts'
import { mongodb } from '../backing/mongodb.ts'
import { provide } from '../backing/provide.ts'
import { rabbitmq } from '../backing/rabbitmq.ts'
import { redis } from '../backing/redis.ts'
import type { Site } from '../backing/server.ts'
import { smtp } from '../backing/smtp.ts'
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

  it.each<[string, SMTPServerOptions, (host: string) => NodeJS.ProcessEnv, RegExp]>([
    [
      'a server without TLS for the password of the URL',
      {},
      (host) => ({ SMTP_URL: `smtp://rollcall:p%40ss@${host}` }),
      /STARTTLS.*; TLS is required by the password/,
    ],
    [
      'a server without TLS for a password beside the URL',
      {},
      (host) => ({ SMTP_URL: `smtp://${host}`, SMTP_URL_USERNAME: 'rollcall', SMTP_URL_PASSWORD: 'p@ss' }),
      /STARTTLS.*; TLS is required by the password/,
    ],
    [
      'a certificate of an unknown authority',
      { secure: true, key, cert },
      (host) => ({ SMTP_URL: `smtps://rollcall:p%40ss@${host}` }),
      /self-signed certificate; name the certificates of a private authority in CA_FILE \(/,
    ],
  ])('rejects %s, and sends no password, as the notification service', async (_, options, env, reason) => {
    const onAuth = jest.fn<void, Parameters<NonNullable<SMTPServerOptions['onAuth']>>>((_auth, _of, reply) =>
      reply(null, { user: 'rollcall' }),
    )
    const server = await startMailServer({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth,
      ...options,
    })
    try {
      await expect(provide(smtp(), aMachine(env(`127.0.0.1:${server.port}`)))).rejects.toThrow(reason)
      expect(onAuth).not.toHaveBeenCalled()
    } finally {
      await server.stop()
    }
  })

  it.each([
    [
      'MONGODB_URL',
      mongodb,
      'mongodb://h/?readPreference=secondary',
      /MONGODB_URL must not set readPreference/,
    ],
    ['REDIS_URL', redis, 'redis://a,b', /REDIS_URL must start with redis\+sentinel:/],
    ['RABBITMQ_URL', rabbitmq, 'amqp://u:p@ss@h', /RABBITMQ_URL must be a well-formed URL/],
    ['SMTP_URL', smtp(), 'smtp+tls://h', /SMTP_URL must be a URL that starts with smtp:/],
  ])('rejects an address that the services reject: %s', async (name, recipe, url, reason) => {
    const rejected = provide(recipe, aMachine({ [name]: url }))
    await expect(rejected).rejects.toThrow(reason)
    await expect(rejected).rejects.toThrow(CommandError)
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
