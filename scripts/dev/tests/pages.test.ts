import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describeInBrowser, FACES, faultsOf } from '../../../testing/browser.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import contract from '../../../services/shared/contract/generated/openapi.public.json' with { type: 'json' }
import { client } from '../../../testing/client.ts'
import { onFreePort } from '../../../testing/gateway.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { taskOf } from '../../pages/tasks.ts'
import { writeReference } from '../../pages/reference.ts'
import { operationsOf, type OpenApiDocument } from '../../generate/document.ts'
import { createMailboxServer } from '../mailbox/http.ts'
import { MailLog } from '../mailbox/log.ts'

/** What axe finds in Scalar 1.76, which we can't change without code against its internals (docs/decisions). */
const KNOWN_OF_SCALAR = new Set(['aria-required-attr', 'scrollable-region-focusable'])

/** Their example names no record. */
const DELETES_BY_ID = new Set(['deleteUser', 'deleteWebhookEndpoint'])

/** Deletes come last, because one of them takes what a create has made. */
const last = ({ method }: { method: string }) => Number(method === 'delete')
const operations = operationsOf(contract as unknown as OpenApiDocument).sort((a, b) => last(a) - last(b))
describeInBrowser('the pages of npm start', (open) => {
  /** What axe finds in our markup of the reference, and the kinds of faults that it finds in Scalar's. */
  async function faultsIn(page: Page): Promise<{ ours: string[]; theirs: string[] }> {
    const faults = await faultsOf(page, 'axe.run({ exclude: [["#reference"]] })')
    const all = await page.evaluate<AxeResults>('axe.run("#reference")')
    return { ours: faults, theirs: all.violations.map(({ id }) => id) }
  }

  describe('the reference', () => {
    const system = wholeSystem()
    let address: string

    beforeAll(async () => {
      await writeReference()
      const { operator, url } = system
      for (const id of [1, 2])
        expectBody(await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }), 201)
      const { apiKey, apiSecret } = await system.aKey()
      const caller = client(url, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
      for (const name of ['grace', 'joan', 'mary']) {
        const names = { loginName: name, firstName: name, lastName: 'X', email: `${name}@example.org` }
        expectBody(await caller.post('/users/', { ...names, externalId: `hr-${name}` }), 201)
      }
      const webhook = { url: 'https://hr.example.com/rollcall', events: ['registration.created'] }
      const { id } = expectBody(await caller.post('/webhook-endpoints/', webhook), 201) as { id: number }
      const pair = { courseId: 2, userEmail: 'grace@example.org', externalId: 'enrolment-1' }
      expectBody(await caller.post('/registrations/', pair), 201)
      await eventually(async () => {
        const deliveries = expectBody(await caller.get(`/webhook-endpoints/${id}/deliveries/`), 200)
        expect(deliveries).toHaveLength(1)
      })
      address = `${url}/docs/#key=${apiKey}.${apiSecret}`
    })

    it('sends the first "try" of every operation with success', async () => {
      const page = await open(address)
      const statuses: Record<string, number> = {}
      const expected: Record<string, number> = {}
      for (const { path, method, operation } of operations) {
        const { operationId, responses } = operation
        const task = taskOf({ path, method }).toLowerCase().replaceAll(' ', '-')
        await page.evaluate(`location.hash = 'tag/${task}/${operationId}'`)
        const section = page.locator(`section[id$="/${operationId}"]`)
        await section.getByRole('button', { name: 'Test Request' }).click()
        const prefix = path.split('{')[0] ?? path
        const answered = page.waitForResponse(
          (answer) =>
            answer.request().method() === method.toUpperCase() &&
            new URL(answer.url()).pathname.startsWith(prefix),
        )
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: /^Send/ }).first().click()
        statuses[operationId] = (await answered).status()
        const success = Object.keys(responses).filter((status) => status.startsWith('2'))
        // One click deletes nothing that was not made here.
        expected[operationId] = DELETES_BY_ID.has(operationId) ? 404 : Number(success.at(-1))
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      expect(statuses).toEqual(expected)
      await page.close()
    }, 300_000)

    it.each(FACES)(
      'finds an operation by what it is for, lists its chapters, and is without a fault of ours for axe: $width px, $colorScheme',
      async (face) => {
        const page = await open(address, face)
        await page.locator('[id$="description/introduction"]').first().waitFor()
        if (face.width > 1000) {
          await page.getByText('Concepts', { exact: true }).first().waitFor()
          await page.keyboard.press('Control+k')
          await page.getByRole('dialog').getByRole('combobox').fill('register many')
          await page
            .getByRole('option', { name: /Register many users in a batch/ })
            .first()
            .waitFor()
          await page.keyboard.press('Escape')
        }
        const { secret = '' } = /\.(?<secret>rcs_.+)$/.exec(address)?.groups ?? {}
        expect(secret).not.toBe('')
        expect(await page.locator('body').innerText()).not.toContain(secret)
        const { ours, theirs } = await faultsIn(page)
        expect(ours).toEqual([])
        expect(theirs.filter((id) => !KNOWN_OF_SCALAR.has(id))).toEqual([])
        await page.close()
      },
      60_000,
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

    it.each(FACES)('has no fault that axe finds: $width px, $colorScheme', async (face) => {
      const page = await open(server.url, face)
      await page.getByRole('heading', { name: 'first' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.close()
    })

    it('leads to the mail in its address, and writes the chosen one into it', async () => {
      const { id } = arrives('linked')
      arrives('newest')
      const page = await open(`${server.url}/#${id}`)
      await page.getByRole('heading', { name: 'linked' }).waitFor()
      await page.getByRole('button', { name: 'newest' }).click()
      await page.getByRole('heading', { name: 'newest' }).waitFor()
      expect(new URL(page.url()).hash).toBe(`#${id + 1}`)
      await page.goBack()
      await page.getByRole('heading', { name: 'linked' }).waitFor()
      expect(await page.getByText('Only the newest 500').isVisible()).toBe(false)
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

    it('says when the list is cut', async () => {
      for (let i = 0; i < 500; i++) arrives(`mail ${i}`)
      const page = await open(server.url)
      await page.getByText('Only the newest 500').waitFor()
      expect(await page.getByRole('listitem').count()).toBe(500)
      await page.close()
    })
  })
})
