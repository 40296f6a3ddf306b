import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeInBrowser, DISPLAYS } from '../../testing/browser.ts'
import { onFreePort } from '../../testing/gateway.ts'
import { createMailboxServer } from '../mailbox/http.ts'
import { MailLog } from '../mailbox/log.ts'

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

  it.each(DISPLAYS)('has no axe violations: $width px, $colorScheme', async (display) => {
    const page = await open(server.url, display)
    await page.getByRole('heading', { name: 'first' }).waitFor()
    await look(page, 'mailbox')
    await page.close()
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
    await page.close()
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
    await page.close()
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
    await page.close()
  })
})
