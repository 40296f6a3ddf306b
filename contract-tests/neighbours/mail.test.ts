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
import { pointsBySpamAssassin, register, startExim } from './mail.ts'

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
    expectBody(await system.operator.put('/admin/courses/1/', course), 201)
    const { credential } = await system.issueKey()
    for (const language of LANGUAGES) {
      const email = `zoe.${language}@example.org`
      await register(client(system.url, credential), email, language)
      received.set(language, (await mails.receivedFor(email))[0])
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
      () => {
        const texts = LANGUAGES.map((language) => received.get(language)?.mail.text)
        expect(texts).toEqual(LANGUAGES.map(() => expect.stringContaining('Zoë')))
      },
    )

  for (const language of NAMES.includes('spamassassin') ? LANGUAGES : [])
    unlessMissing(missing, it)(
      `has nothing that counts against it in SpamAssassin, in the language ${language}`,
      async () => {
        expect(await pointsBySpamAssassin(received.get(language)?.source ?? '', guardian)).toEqual([])
      },
    )
})
