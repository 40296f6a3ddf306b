import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import type { SMTPServerOptions } from 'smtp-server'
import { cert, key } from './kit/certificate.ts'
import { startMailServer, type MailServer } from './kit/mail-server.ts'
import { anEvent } from './kit/messages.ts'
import { scene } from './kit/scene.ts'
import { startNotification, type Running } from './kit/start-notification.ts'

const at = scene({ started: false })
const asked: string[] = []
/** Takes `rollcall` with the password `p@ss/word`, and remembers who asked. */
const withPassword: SMTPServerOptions = {
  authOptional: false,
  authMethods: ['PLAIN'],
  onAuth({ username, password }, _session, reply) {
    asked.push(String(username))
    if (username === 'rollcall' && password === 'p@ss/word') reply(null, { user: username })
    else reply(new Error('no'))
  },
}
const CREDENTIALS = 'rollcall:p%40ss%2Fword'

let folder: string
let caFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-ca-'))
  caFile = join(folder, 'ca.pem')
  await writeFile(caFile, cert)
})
afterAll(() => rm(folder, { recursive: true }))

async function between(
  server: SMTPServerOptions,
  urlOf: (server: MailServer) => string,
  look: (running: Running, server: MailServer) => Promise<void>,
  trusted = true,
) {
  asked.length = 0
  const mailServer = await startMailServer(server)
  const running = await startNotification({
    ...at.config,
    smtpUrl: urlOf(mailServer),
    caFile: trusted ? caFile : '',
  })
  try {
    await look(running, mailServer)
  } finally {
    expect(await running.stop()).toEqual([])
    await mailServer.stop()
  }
}

async function oneMail(running: Running, server: MailServer) {
  await running.ready()
  const event = await at.publisher.publish(anEvent())
  return (await server.takenFor(event.userEmail))[0]
}

/** The server was asked for a sign of life, and it was none. */
const refuses = (running: Running, reason: RegExp) =>
  eventually(async () => {
    expect(await running.health()).toEqual({ status: 'degraded', away: ['smtp'] })
    const faults = running.lines.filter(({ msg }) => msg === 'the SMTP server is not ready')
    const reasons = faults.map(({ err }) => String((err as Error | undefined)?.message))
    expect(reasons).toContainEqual(expect.stringMatching(reason))
  })

it.each([
  ['TLS from the first byte (smtps), trusting the private CA', 'smtps', { secure: true }],
  ['STARTTLS where the server offers it', 'smtp', { disabledCommands: [] }],
])('sends by %s, with the password of the URL', async (_how, scheme, offered) => {
  await between(
    { ...withPassword, ...offered, key, cert },
    ({ port }) => `${scheme}://${CREDENTIALS}@127.0.0.1:${port}`,
    async (running, server) => {
      expect(await oneMail(running, server)).toMatchObject({ secure: true, user: 'rollcall' })
    },
  )
})

it('tells no password to a server without TLS', async () => {
  await between(
    withPassword,
    ({ port }) => `smtp://${CREDENTIALS}@127.0.0.1:${port}`,
    async (running) => {
      await refuses(running, /STARTTLS/)
      expect(asked).toEqual([])
    },
  )
})

it('does not trust a certificate that no known CA has signed', async () => {
  await between(
    { secure: true, key, cert },
    ({ port }) => `smtps://127.0.0.1:${port}`,
    (running) => refuses(running, /self-signed/),
    false,
  )
})

it('waits with its e-mails while its password is refused', async () => {
  const event = anEvent()
  await between(
    { ...withPassword, secure: true, key, cert },
    ({ port }) => `smtps://rollcall:wrong@127.0.0.1:${port}`,
    async (running) => {
      await at.publisher.publish(event)
      await refuses(running, /Invalid login/)
      expect(await running.receipt(event.registrationId)).toMatchObject({ status: 'queued', attempts: 0 })
      expect(JSON.stringify(running.lines)).not.toContain('wrong')
    },
  )
})
