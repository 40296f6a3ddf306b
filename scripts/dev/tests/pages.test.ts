import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { wholeSystem } from '../../../testing/clients/system.ts'
import contract from '../../../services/shared/contract/generated/openapi.public.json' with { type: 'json' }
import { client } from '../../../testing/client.ts'
import { onFreePort } from '../../../testing/gateway.ts'
import { expectBody } from '../../../testing/portal.ts'
import { operationsOf, type OpenApiDocument } from '../../generate/document.ts'
import { createMailboxServer } from '../mailbox/http.ts'
import { MailLog } from '../mailbox/log.ts'

/** What a person has anyway; nothing is downloaded for this. */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = BROWSERS.find((path) => existsSync(path))
const withBrowser = executablePath === undefined ? describe.skip : describe
const leftOut = executablePath === undefined ? ` (left out: no ${BROWSERS.join(', ')})` : ''
const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8')

/** Deletes come last, because one of them takes what a create has made. */
const last = ({ method }: { method: string }) => Number(method === 'delete')
const operations = operationsOf(contract as unknown as OpenApiDocument).sort((a, b) => last(a) - last(b))
const faces = (['dark', 'light'] as const).flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ width, colorScheme })),
)

withBrowser(`the pages of npm start${leftOut}`, () => {
  let browser: Browser
  /** What a page fetched from elsewhere, and what its policy forbade. */
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  }, 60_000)
  afterAll(() => browser.close())
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  async function open(url: string, { width = 1280, colorScheme = 'light' as 'light' | 'dark' } = {}) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (line) => {
      if (line.text().includes('Content Security Policy')) complaints.push(line.text())
    })
    page.on('request', (request) => {
      const at = new URL(request.url())
      if (at.protocol !== 'data:' && at.origin !== new URL(url).origin) complaints.push(at.href)
    })
    await page.goto(url)
    return page
  }

  /** What axe finds, in the colours and at the width of the page, which is no wider than its window. */
  async function faultsOf(page: Page): Promise<string[]> {
    const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: AXE }) // beside the page's policy
    const { violations } = await page.evaluate<AxeResults>('axe.run()')
    const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${String(nodes[0]?.target)}`)
    return wider === 0 ? found : [...found, `${String(wider)} px too wide`]
  }

  describe('the reference', () => {
    const system = wholeSystem()
    let address: string

    beforeAll(async () => {
      const { operator, url } = system
      for (const id of [1, 2])
        expectBody(await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }), 201)
      const { apiKey, apiSecret } = await system.aKey()
      const caller = client(url, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
      for (const name of ['grace', 'joan', 'mary']) {
        const names = { loginName: name, firstName: name, lastName: 'X', email: `${name}@example.org` }
        expectBody(await caller.post('/users/', { ...names, externalId: `hr-${name}` }), 201)
      }
      const pair = { courseId: 2, userEmail: 'grace@example.org', externalId: 'enrolment-1' }
      expectBody(await caller.post('/registrations/', pair), 201)
      address = `${url}/docs/#key=${apiKey}.${apiSecret}`
    })

    it.each(faces)(
      'sends the first "try" of every operation with success, shows it in code, opens a guide, and is without a fault for axe: $width px, $colorScheme',
      async (face) => {
        const page = await open(address, face)
        const tried = face === faces[0] ? operations : []
        const answers: Record<string, number> = {}
        const expected: Record<string, number> = {}
        for (const { path, method, operation } of tried) {
          const { operationId, responses, tags } = operation
          const block = page.locator(`#operations-${tags[0]}-${operationId}`)
          await block.locator('.opblock-summary-control').click()
          const prefix = path.split('{')[0] ?? path
          const answered = page.waitForResponse(
            (answer) =>
              answer.request().method() === method.toUpperCase() &&
              new URL(answer.url()).pathname.startsWith(prefix),
          )
          await block.locator('.execute').click()
          answers[operationId] = (await answered).status()
          const success = Object.keys(responses).filter((status) => status.startsWith('2'))
          // One click takes nothing away that was not made here.
          expected[operationId] = operationId === 'deleteUser' ? 404 : Number(success.at(-1))
          await block.locator('.opblock-summary-control').click()
        }
        expect(answers).toEqual(expected)

        const guide = page.locator('.guides details', { hasText: 'Limits and retries' })
        await guide.locator('summary').click()
        await guide.getByText('Idempotent-Replayed: true').first().waitFor()
        await page.fill('input[type=search]', 'register many')
        expect(await page.locator('.opblock').count()).toBe(1)
        await page.locator('.opblock-summary-control').click()
        const { apiKey = 'no key' } = /#key=(?<apiKey>[^.]+)/.exec(address)?.groups ?? {}
        expect(await page.locator('.opblock-description').innerText()).toContain('Batch registration manager')
        for (const [language, call] of Object.entries({
          curl: 'curl -i -X POST',
          TypeScript: 'await fetch("http',
          Python: 'requests.post(',
        })) {
          await page.getByRole('button', { name: language, exact: true }).click()
          const text = await page.locator('.samples pre').innerText()
          expect([text.includes(call), text.includes(apiKey)]).toEqual([true, true])
        }
        expect(await faultsOf(page)).toEqual([])
        await page.close()
      },
      300_000,
    )
  })

  describe('the mailbox', () => {
    let log: MailLog
    let server: Awaited<ReturnType<typeof onFreePort>>
    const arrives = (subject: string) =>
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
      arrives('first')
    })
    afterAll(() => server.close())

    it.each(faces)('has no fault that axe finds: $width px, $colorScheme', async (face) => {
      const page = await open(server.url, face)
      await page.getByRole('heading', { name: 'first' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.close()
    })

    it('keeps the focus, and shows it, when a mail arrives', async () => {
      const page = await open(server.url)
      await page.getByRole('button', { name: 'first' }).focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      arrives('second')
      await page.getByRole('button', { name: 'second' }).waitFor()
      const focused = page.locator('button:focus-visible')
      expect(await focused.innerText()).toContain('first')
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px')
      await page.close()
    })
  })
})
