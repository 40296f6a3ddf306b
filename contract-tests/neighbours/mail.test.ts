import { startGuardian } from '../../local/processes/guardian.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../testing/eventually.ts'
import { client, type Client } from '../../testing/client.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '../../testing/notification/mail-server.ts'
import { expectBody } from '../../testing/portal.ts'
import { startDovecot } from './dovecot.ts'
import { pointsBySpamAssassin, startRspamd } from './mail.ts'
import { putCourse, register } from './registration.ts'
import { startExim, startOpenSmtpd, startPostfix, startPostgrey, type Postfix, type Relay } from './relays.ts'
import { isWanted, rowOf } from './rows.ts'

/** After this time, the third attempt passes. */
const GREYLISTED_S = 10
const PATIENCE_MS = 60_000
/** Of the templates that come with Rollcall. */
const LANGUAGES = ['en', 'de', 'fr']

const guardian = startGuardian()
afterAll(() => guardian.release())

/** A system with a course, which sends its e-mails to the mail server of the test, or to a relay in front. */
function sending(startRelay?: (nextHop: URL) => Promise<Relay>) {
  const scene = {} as { mails: MailServer; caller: Client }
  let relay: Relay | undefined
  async function wayTo(server: string, url: string): Promise<string> {
    if (server !== 'smtp') return url
    scene.mails = await startMailServer()
    relay = await startRelay?.(new URL(scene.mails.url))
    return relay?.url ?? scene.mails.url
  }
  const system = wholeSystem({ wayTo })
  beforeAll(async () => {
    await putCourse(system.operator)
    scene.caller = client(system.url, (await system.issueKey()).credential)
  })
  afterAll(async () => {
    await relay?.stop()
    await scene.mails.stop()
  })
  return Object.assign(scene, { system })
}

/** Those who get the e-mail as it was sent. */
const describeAny = (names: readonly string[]) =>
  names.some((one) => isWanted(one)) ? describe : () => undefined
describeAny(['spamassassin', 'rspamd', 'dovecot'])('an e-mail about a registration', () => {
  const scene = sending()
  const received = new Map<string, ReceivedMail>()
  beforeAll(async () => {
    for (const language of LANGUAGES) {
      const email = `zoe.${language}@example.org`
      await register(scene.caller, email, language)
      const [mail] = await scene.mails.receivedFor(email)
      received.set(language, mail as ReceivedMail)
    }
  })

  rowOf('spamassassin', 'that SpamAssassin judges', () => {
    it.each(LANGUAGES)('has nothing that counts against it, in the language %s', async (language) => {
      expect(await pointsBySpamAssassin(received.get(language)?.source ?? '', guardian)).toEqual([])
    })
  })

  rowOf('rspamd', 'that Rspamd judges', () => {
    it('has nothing that counts against it, in any language', async () => {
      const rspamd = await startRspamd(guardian)
      const points: Record<string, string[]> = {}
      for (const [language, mail] of received) points[language] = await rspamd.points(mail)
      await rspamd.stop()
      expect(points).toEqual(Object.fromEntries(LANGUAGES.map((language) => [language, []])))
    })
  })

  rowOf('dovecot', 'in a mailbox of Dovecot, with the script of the guide', () => {
    it('is there once if it comes twice, and again if it is resent', async () => {
      const { mails, caller, system } = scene
      const dovecot = await startDovecot(guardian)
      const email = 'zoe.twice@example.org'
      mails.behave('lose', email)
      const { id: registrationId } = await register(caller, email)
      await mails.receivedFor(email, 1)
      mails.behave('accept', email)
      for (const { source } of await mails.receivedFor(email, 2)) await dovecot.deliver(email, source)
      expect(dovecot.mailbox(email)).toEqual([expect.stringContaining('Zo=C3=AB')])

      const query = `?registrationId=${registrationId}`
      const [{ id }] = expectBody(await system.operator.get(`/admin/deliveries/${query}`), 200)
      expectBody(await system.operator.post(`/admin/deliveries/${id}/resend/`), 201)
      const [, , resent] = await mails.receivedFor(email, 3)
      await dovecot.deliver(email, resent?.source ?? '')
      expect(dovecot.mailbox(email)).toHaveLength(2)
      await dovecot.stop()
    })
  })
})

for (const [name, title, start] of [
  ['exim', 'an Exim that requires STARTTLS, a login and a full name in the greeting', startExim],
  ['opensmtpd', 'an OpenSMTPD on the same machine, without TLS', startOpenSmtpd],
] as const)
  rowOf(
    name,
    `${title}, with the file of the guide`,
    () => {
      const scene = sending((nextHop) => start(nextHop, guardian))
      it('passes an e-mail on', async () => {
        const email = `zoe.${name}@example.org`
        await register(scene.caller, email)
        const [received] = await scene.mails.receivedFor(email)
        expect(received?.mail.text).toContain('Zoë')
      })
    },
    { root: true },
  )

rowOf(
  'submission',
  'a Postfix that asks Dovecot for passwords and lets unknown senders wait, with the files of the guide',
  () => {
    let dovecot: Awaited<ReturnType<typeof startDovecot>>
    let log: string
    let relay: Postfix
    const scene = sending(async (nextHop) => {
      dovecot = await startDovecot(guardian)
      const { port: greylist, stop: stopPostgrey } = await startPostgrey(GREYLISTED_S, guardian)
      relay = await startPostfix(nextHop, guardian, { passwords: dovecot.passwords, greylist })
      log = join(relay.dir, 'mail.log')
      const stop = () => Promise.all([relay.stop(), stopPostgrey(), dovecot.stop()])
      return { ...relay, stop }
    })
    const delivered = async (id: number) =>
      expectBody(await scene.system.operator.get(`/admin/deliveries/?registrationId=${id}`), 200)[0]

    it('passes an e-mail on later, with the names that the person has by then (R21)', async () => {
      const email = 'zoe.grey@example.org'
      const { id, userId } = await register(scene.caller, email)
      await eventually(async () => {
        expect((await delivered(id)).lastError).toMatch(/Greylisted/)
      })
      expectBody(await scene.caller.post(`/users/${userId}/`, { firstName: 'Anna' }), 200)
      const [received] = await eventually(() => scene.mails.receivedFor(email), PATIENCE_MS)
      expect(received?.mail.text).toContain('Anna')
    }, 120_000)

    it('gets e-mails again that it refused because the DNS had no domain of MAIL_FROM', async () => {
      await relay.knowDomain('another.example')
      const people = ['a', 'b', 'c', 'd'].map((name) => `${name}.domain@example.org`)
      await Promise.all(people.map((email) => register(scene.caller, email)))
      await eventually(async () => {
        const { body } = await scene.system.operator.get('/admin/deliveries/status/')
        expect(body.mailLimits.lastRefusal.reply).toMatch(/^450 4\.1\.8 .* Domain not found$/)
      })
      await relay.knowDomain('rollcall.example')
      await eventually(() => Promise.all(people.map((email) => scene.mails.receivedFor(email))), PATIENCE_MS)
    }, 120_000)

    it('is asked once with a password that it does not know, and again after a minute', async () => {
      const timesLogged = (text: RegExp) => readFileSync(log, 'utf8').match(text)?.length ?? 0
      dovecot.setPassword('another')
      // A session that has logged in ends when it has had no e-mail for some seconds.
      await eventually(() =>
        expect(timesLogged(/smtpd.*: disconnect from/g)).toBe(timesLogged(/smtpd.*: connect from/g)),
      )
      const people = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.login@example.org`)
      await Promise.all(people.map((email) => register(scene.caller, email)))
      await eventually(async () => {
        const { body } = await scene.system.operator.get('/admin/deliveries/status/')
        expect(JSON.stringify(body)).toContain('the next attempt follows after 1 min')
        expect((await scene.system.operator.get('/admin/deliveries/?status=sending')).body).toEqual([])
      })
      expect(timesLogged(/authentication failed/g)).toBe(1)
    }, 120_000)
  },
  { root: true },
)
