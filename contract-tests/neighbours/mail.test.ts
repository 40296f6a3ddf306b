import { findOnPath } from '../../local/backing/programs.ts'
import { startGuardian } from '../../local/processes/guardian.ts'
import { client } from '../../testing/client.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { unlessMissing } from '../../testing/left-out.ts'
import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '../../testing/notification/mail-server.ts'
import { expectBody } from '../../testing/portal.ts'
import { pointsBySpamAssassin, startExim } from './mail.ts'

/** `npm run check -- neighbours [name…]` names them. */
const NAMES = process.env['NEIGHBOURS']?.split(',') ?? []
const isRoot = process.getuid?.() === 0
const missing = findOnPath('apt-get', process.env) ? undefined : 'there is no apt-get: run it on Debian'
const needsRoot = isRoot ? undefined : 'Exim needs root: sudo npm run check -- neighbours exim'

/** Of the templates that come with Rollcall. */
const LANGUAGES = ['en', 'de', 'fr']

describe('an e-mail about a registration', () => {
  const guardian = startGuardian()
  const isRelayed = NAMES.includes('exim') && isRoot && missing === undefined
  let mails: MailServer
  let relay: { readonly stop: () => Promise<unknown> } | undefined
  async function wayTo(server: string, url: string): Promise<string> {
    if (server !== 'smtp') return url
    mails = await startMailServer()
    if (!isRelayed) return mails.url
    const exim = await startExim(new URL(mails.url), guardian)
    relay = exim
    return exim.url
  }
  const system = wholeSystem({ wayTo })
  const received = new Map<string, ReceivedMail | undefined>()
  beforeAll(async () => {
    const course = { name: 'First aid', groupIds: [1], active: true, published: true }
    expect((await system.operator.put('/admin/courses/1/', course)).status).toBeLessThan(300)
    const { credential } = await system.issueKey()
    const caller = client(system.url, credential)
    for (const preferredLanguage of LANGUAGES) {
      const email = `zoe.${preferredLanguage}@example.org`
      const user = { loginName: email, firstName: 'Zoë', lastName: 'Müller', email, preferredLanguage }
      const { id: userId } = expectBody(await caller.post('/users/', user), 201)
      expectBody(await caller.post('/registrations/', { courseId: 1, userId }), 201)
      received.set(preferredLanguage, (await mails.receivedFor(email))[0])
    }
  })
  afterAll(async () => {
    await relay?.stop()
    await mails.stop()
    await guardian.release()
  })

  if (NAMES.includes('exim'))
    unlessMissing(missing ?? needsRoot, it)(
      'is passed on by an Exim that requires STARTTLS, a login and a full name in the greeting',
      () => expect([...received.values()].every((one) => one?.mail.text?.includes('Zoë'))).toBe(true),
    )

  for (const language of NAMES.includes('spamassassin') ? LANGUAGES : [])
    unlessMissing(missing, it)(
      `has nothing that counts against it in SpamAssassin, in the language ${language}`,
      async () => {
        expect(await pointsBySpamAssassin(received.get(language)?.source ?? '', guardian)).toEqual([])
      },
    )
})
