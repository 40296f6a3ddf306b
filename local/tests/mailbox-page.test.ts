import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeInBrowser, DISPLAYS, type Display } from '../../testing/browser.ts'
import { aDelivery } from '../../testing/notification/deliveries.ts'
import { DEFAULT_MAIL_SETTINGS, MailWriter } from '../../services/notification/src/emails/mail-writer.ts'
import { BUILT_IN, templateIn } from '../../services/notification/src/emails/templates/222.ts'
import { onFreePort } from '../../testing/gateway.ts'
import { createMailboxServer } from '../mailbox/http.ts'
import { MailLog } from '../mailbox/log.ts'

/** Written from right to left. */
const arabic = templateIn({
  subject: 'تم تسجيلك في <%= it.courseName %>',
  greeting: 'مرحبًا<%= it.spaceFirstName %>،',
  registered: 'تم تسجيلك في الدورة',
  quotes: ['«', '»'],
  next: 'ما الخطوة التالية؟',
  start: 'سجّل الدخول إلى بوابة التعلّم. الدورة موجودة في قائمة دوراتك، ويمكنك البدء في أي وقت.',
  button: 'إلى دوراتك',
  question: 'هل لديك سؤال، أم أن هناك خطأ؟',
  ask: 'تواصل مع مسؤول الدورات واذكر التسجيل <%= it.registrationId %> بتاريخ <%= it.registeredOn %>.',
  why: 'وصلتك هذه الرسالة من <%= it.sender %> لأنك سُجّلت هناك في دورة.',
  noReply: 'من فضلك لا ترد: لا أحد يقرأ هذا البريد.',
})
const writer = new MailWriter({
  ...DEFAULT_MAIL_SETTINGS,
  mailTemplates: { byLanguage: { ...BUILT_IN, ar: arabic }, missing: [] },
  mailFrom: { name: 'Example Academy', address: 'no-reply@academy.example.org' },
  portalUrl: 'https://learn.example.org/',
})
const LONG = `Sicherheitsunterweisung für ${'Arbeitsplatzgefährdungs'.repeat(3)}beurteilungen`
const WINDOWS: readonly Display[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]
/** Each width, and both color schemes: no color depends on the width. */
const EACH_WIDTH = DISPLAYS.filter((_, i) => i % 2 === 0)

/** Where the greeting and the first name are. */
const GREETING = `(() => {
  const name = document.querySelector('bdi')
  const range = document.createRange()
  range.selectNodeContents(name.previousSibling)
  range.setEnd(name.previousSibling, name.previousSibling.data.trimEnd().length)
  return [range, name].map((each) => each.getBoundingClientRect().toJSON())
})()`
const gapBetween = (a: DOMRect, b: DOMRect) => Math.max(a.left - b.right, b.left - a.right)

describeInBrowser('the mailbox of npm start', (open, look) => {
  let log: MailLog
  let server: Awaited<ReturnType<typeof onFreePort>>
  const receiveMail = (subject: string) =>
    log.append({
      messageId: `<${subject}@rollcall.example>`,
      to: ['ada@example.org'],
      subject,
      at: new Date().toISOString(),
      raw: `Subject: ${subject}\r\nContent-Type: text/html\r\n\r\n<html lang="en"><title>x</title><p>Hello`,
    })

  beforeAll(async () => {
    log = new MailLog(join(mkdtempSync(join(tmpdir(), 'rollcall-pages-')), 'messages.ndjson'))
    server = await onFreePort(createMailboxServer(log))
    receiveMail('first')
  })
  afterAll(() => server.close())

  it.each(EACH_WIDTH)('has no axe violations: $width px, $colorScheme', async (display) => {
    const page = await open(server.url, display)
    await page.getByRole('heading', { name: 'first' }).waitFor()
    await look(page, 'mailbox')
  })

  it('opens the e-mail of the URL fragment, and puts the id of the selected one there', async () => {
    const { id } = receiveMail('linked')
    receiveMail('newest')
    const page = await open(`${server.url}/#${id}`)
    await page.getByRole('heading', { name: 'linked' }).waitFor()
    await page.getByRole('button', { name: 'newest' }).click()
    await page.getByRole('heading', { name: 'newest' }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#${id + 1}`)
    await page.goBack()
    await page.getByRole('heading', { name: 'linked' }).waitFor()
  })

  it('keeps the focus visible on the same e-mail when another one arrives', async () => {
    const page = await open(server.url)
    await page.getByRole('button', { name: 'first' }).focus()
    // Focused by keyboard, because :focus-visible does not match after focus().
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    receiveMail('second')
    await page.getByRole('button', { name: 'second' }).waitFor()
    const focused = page.locator('button:focus-visible')
    expect(await focused.innerText()).toContain('first')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px')
  })

  it('says when the list is truncated', async () => {
    const page = await open(server.url)
    await page.getByRole('listitem').first().waitFor()
    const notice = page.getByText('Only the newest 500')
    expect(await notice.isVisible()).toBe(false)
    for (let i = 0; i < 501; i++) receiveMail(`mail ${i}`)
    await page.reload()
    await notice.waitFor()
    expect(await page.getByRole('listitem').count()).toBe(500)
  })

  it.each([
    ['en', 'Ada', 'Fire & Safety', WINDOWS],
    ['de', 'Ada', LONG, WINDOWS.slice(0, 1)],
    ['fr', 'Élodie', 'Sécurité <incendie>', WINDOWS.slice(0, 1)],
    ['ar', 'Ada', 'Fire & Safety (2)', WINDOWS],
  ] as const)(
    'shows the e-mail of template 222 in %s (R21, B10)',
    async (language, firstName, courseName, windows) => {
      const content = { ...aDelivery().content, firstName, courseName, preferredLanguage: language }
      const { html } = writer.write(aDelivery({ content }))
      const url = `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`
      for (const window of windows) {
        const page = await open(url, window)
        await look(page, `mail-${language}`)
        // As a page of the standard.
        expect(await page.evaluate('document.compatMode')).toBe('CSS1Compat')
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(courseName)
        // The name stands apart from the greeting, on whichever side that is.
        const [word, name] = await page.evaluate<DOMRect[]>(GREETING)
        expect(gapBetween(word as DOMRect, name as DOMRect)).toBeGreaterThan(1)
      }
    },
  )
})
