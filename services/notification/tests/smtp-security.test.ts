import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { eventually } from '../../../testing/eventually.ts'
import type { SMTPServerOptions } from 'smtp-server'
import { cert, key, untrustedCert, untrustedKey } from '../../../testing/notification/certificate.ts'
import { startMailServer } from '../../../testing/notification/mail-server.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { startNotification, type Running } from '../../../testing/notification/start-notification.ts'

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
const USER = 'rollcall:p%40ss%2Fword@'

// A service trusts its CA file in the whole process, which runs other test files after this one.
const trusted = getCACertificates('default')
afterAll(() => setDefaultCACertificates(trusted))

let folder: string
let caFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-ca-'))
  caFile = join(folder, 'ca.pem')
  await writeFile(caFile, cert)
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts the service beside a mail server with these options; `by` is what its URL has before the host. */
async function beside(
  options: SMTPServerOptions,
  by: string,
  { query = '', ...config }: { query?: string; smtpClientName?: string } = {},
) {
  asked.length = 0
  const mailServer = await startMailServer(options)
  const smtpUrl = `${by}127.0.0.1:${mailServer.port}${query}`
  const running = await startNotification({ ...at.config, smtpUrl, caFile, ...config })
  const event = await at.publisher.publish(anEvent())
  stop = async () => {
    await running.stop()
    await mailServer.stop()
  }
  return { mailServer, running, event }
}
const nothing = () => Promise.resolve()
let stop = nothing
afterEach(async () => {
  await stop()
  stop = nothing
})

it.each([
  ['TLS from the first byte (smtps), trusting the private CA', 'smtps://', { secure: true }],
  ['STARTTLS where the server offers it', 'smtp://', { disabledCommands: [] }],
])('sends by %s, with the password of the URL', async (_how, scheme, offered) => {
  const { mailServer, event } = await beside({ ...withPassword, ...offered, key, cert }, `${scheme}${USER}`)
  const [taken] = await mailServer.receivedFor(event.userEmail)
  expect(taken).toMatchObject({ secure: true, user: 'rollcall', clientName: 'rollcall.example' })
})

it('greets with SMTP_CLIENT_NAME', async () => {
  const { mailServer, event } = await beside({}, 'smtp://', { smtpClientName: 'learning.example.org' })
  expect(await mailServer.receivedFor(event.userEmail)).toMatchObject([
    { clientName: 'learning.example.org' },
  ])
})

/** Waits until the probe of the server has failed for this reason. */
const expectUnavailable = ({ health, lines }: Running, reason: RegExp) =>
  eventually(async () => {
    expect(await health()).toEqual({ status: 'degraded', away: ['smtp'] })
    const faults = lines.filter(({ dependency }) => dependency === 'smtp')
    expect(faults.map((line) => String(line['reason']))).toContainEqual(expect.stringMatching(reason))
  })

describe('the options of SMTP_URL that the guide names', () => {
  const guide = readFileSync(join(__dirname, '../../../docs/operations/configure.md'), 'utf8')
  const [, paragraph = ''] = /^`SMTP_URL` is ([^]*?)\n\n/m.exec(guide) ?? []
  const options = [...paragraph.matchAll(/`(\?[^`]*)`/g)].map(([, query = '']) => query)
  /** Why a server that is available without an option is unavailable with it. */
  const EFFECTS: Readonly<Record<string, [SMTPServerOptions, string, RegExp]>> = {
    '?requireTLS=true': [{}, 'smtp://', /STARTTLS.*; TLS is required by .* requireTLS/],
    '?tls.servername=mail.example.org': [{ secure: true, key, cert }, 'smtps://', /Host: mail\.example\.org/],
  }

  it('are all tested', () => {
    expect(options).toEqual(Object.keys(EFFECTS))
  })

  it.each(options)('%s takes effect', async (query) => {
    const [server, by, reason] = EFFECTS[query] ?? [{}, 'smtp://', /no effect is known/]
    const { running } = await beside(server, by, { query })
    await expectUnavailable(running, reason)
  })
})

it.each<[string, SMTPServerOptions, string, RegExp]>([
  [
    'sends no password to a server without TLS',
    withPassword,
    `smtp://${USER}`,
    /STARTTLS.*; TLS is required by the password/,
  ],
  [
    'does not trust a certificate of an unknown CA',
    { secure: true, key: untrustedKey, cert: untrustedCert },
    'smtps://',
    /self-signed certificate; name the certificates of a private authority in CA_FILE \(caBundle /,
  ],
  [
    'waits for a minute or longer after each rejection of its password',
    { ...withPassword, secure: true, key, cert },
    'smtps://rollcall:wrong@',
    /Invalid login.*\(the next attempt follows after 1 min/,
  ],
])('%s', async (_, options, by, reason) => {
  const { running, event } = await beside(options, by)
  await expectUnavailable(running, reason)
  expect(await running.receipt(event.registrationId)).toMatchObject({ status: 'queued', attempts: 0 })
  if (by.startsWith('smtp:')) expect(asked).toEqual([])
  expect(JSON.stringify(running.lines)).not.toContain('--use-system-ca')
  expect(JSON.stringify(running.lines)).not.toContain('wrong')
})

it('asks once with a password that the server knows no longer, however many e-mails wait', async () => {
  const { promise: areQueued, resolve } = Promise.withResolvers<void>()
  const knowsNoLonger: SMTPServerOptions = {
    ...withPassword,
    onAuth({ username }, _session, reply) {
      asked.push(String(username))
      // The first is the probe of the server.
      if (asked.length > 1) return reply(new Error('no'))
      void areQueued.then(() => reply(null, { user: 'rollcall' }))
    },
  }
  const { running } = await beside({ ...knowsNoLonger, secure: true, key, cert }, `smtps://${USER}`)
  const events = await Promise.all([1, 2, 3, 4].map(() => at.publisher.publish(anEvent())))
  await eventually(async () => {
    for (const { registrationId } of events)
      expect(await running.receipt(registrationId)).toMatchObject({ status: 'queued' })
  })
  resolve()
  await eventually(() => {
    const reasons = running.lines.map((line) => String(line['reason']))
    expect(reasons).toContainEqual(
      expect.stringMatching(/Invalid login.*\(the next attempt follows after 1 min/),
    )
  })
  // All attempts have ended by then.
  await stop()
  stop = nothing
  expect(asked).toHaveLength(2)
})

it('asks at once when an operator wants to know, who may have corrected the password', async () => {
  let knows = false
  const corrected: SMTPServerOptions = {
    ...withPassword,
    onAuth({ username }, _session, reply) {
      asked.push(String(username))
      if (knows) reply(null, { user: username })
      else reply(new Error('no'))
    },
  }
  const { running, event } = await beside({ ...corrected, secure: true, key, cert }, `smtps://${USER}`)
  const connect = async () => (await running.operator.post('/admin/deliveries/connect/')).body
  await eventually(() => expect(asked).toHaveLength(1))
  const refused = await connect()
  expect(refused).toMatchObject({
    name: 'smtp',
    up: false,
    reason: expect.stringMatching(/Invalid login.*\(the next attempt follows after 2 min/),
  })
  expect(asked).toHaveLength(2)
  knows = true
  expect(await Promise.all([connect(), connect()])).toMatchObject([{ up: true, reason: '' }, { up: true }])
  // Two operators have caused one attempt, and one while it is available none.
  expect(asked).toHaveLength(3)
  expect(await running.becomes(event.registrationId, { status: 'sent' })).toMatchObject({ attempts: 1 })
})
