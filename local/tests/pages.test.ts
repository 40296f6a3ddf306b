import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser, DISPLAYS, violationsOf, type Display } from '../../testing/browser.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import contract from '../../services/platform/contract/generated/openapi.public.json' with { type: 'json' }
import { client } from '../../testing/client.ts'
import { onFreePort, openGateway } from '../../testing/gateway.ts'
import { eventually } from '../../testing/eventually.ts'
import { expectBody } from '../../testing/portal.ts'
import { loadDemo } from '../demo/load.ts'
import { taskOf } from '../pages/tasks.ts'
import { writeGuides } from '../pages/guides.ts'
import { GUIDE_SITE } from '../pages/paths.ts'
import { writeReference } from '../pages/reference.ts'
import { operationsOf, type OpenApiDocument, type OperationEntry } from '../contract/document.ts'
import { createGateway } from '../gateway/gateway.ts'

/**
 * axe rules that Scalar 1.76, the program that renders the reference, violates. Fixing them would need code
 * that depends on its internals (docs/decisions/README.md).
 */
const KNOWN_SCALAR_VIOLATIONS = new Set(['aria-required-attr', 'scrollable-region-focusable'])

/**
 * For a delete by id the page prefills an id that belongs to no record, so that a click deletes nothing: the
 * response is 404. Deletes by external id do delete the prefilled record.
 */
const DELETES_OF_MISSING_RECORDS = new Set(['deleteUser', 'deleteWebhookEndpoint', 'deleteScimUser'])

/** A create returns 201, and 200 only for a dry run. Directories may not create or delete groups: 403. */
const successOf = ({ responses }: OperationEntry['operation']): number =>
  Number(
    Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .at(-1) ?? 403,
  )

/** Deletes run last, because deleteUserByExternalId deletes a user that an earlier operation needs. */
const deletesLast = ({ method }: { method: string }) => Number(method === 'delete')
const operations = operationsOf(contract as unknown as OpenApiDocument).sort(
  (a, b) => deletesLast(a) - deletesLast(b),
)

const ofName = (operationId: string) =>
  operations.find(({ operation }) => operation.operationId === operationId) as OperationEntry

const ENTRIES = ['Reference', 'Guides', 'Errors', 'Mailbox', 'Operations']
const boxesOf = (links: { getBoundingClientRect(): unknown }[]) =>
  links.map((link) => link.getBoundingClientRect())

describeInBrowser('the pages of npm start', (open, look) => {
  async function operationIn(page: Page, { path, method, operation: { operationId } }: OperationEntry) {
    const task = taskOf({ path, method }).toLowerCase().replaceAll(' ', '-')
    await page.evaluate(`location.hash = 'tag/${task}/${operationId}'`)
    const section = page.locator(`section[id$="/${operationId}"]`)
    await section.getByRole('button', { name: 'Test Request' }).waitFor()
    return section
  }

  /**
   * The violations on the page of the reference. Scalar's part is looked at on its own, because the rules
   * that it violates must still hold in ours.
   */
  async function violationsOfReference(page: Page): Promise<string[]> {
    const ours = await violationsOf(page, 'axe.run({ exclude: [["#reference"]] })')
    const { violations } = await page.evaluate<AxeResults>('axe.run("#reference")')
    return [...ours, ...violations.map(({ id }) => id).filter((id) => !KNOWN_SCALAR_VIOLATIONS.has(id))]
  }

  describe('the reference', () => {
    // The samples test an endpoint again and again.
    const system = wholeSystem({ notificationOverrides: { webhookTrialEveryMs: 1 } })
    let address: string
    let secret: string

    /**
     * The page prefills the requests with records that it finds
     * (services/registration/src/reference/web/examples.js): a registration with an external id, a webhook
     * endpoint with a delivery, and, for createRegistration and createRegistrationBatch, the first course
     * and two users who are not registered for it. That is course 1, so the registration is for course 2.
     */
    beforeAll(async () => {
      await writeReference()
      const { operator, url } = system
      for (const id of [1, 2])
        expectBody(await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }), 201)
      const { apiKey, apiSecret } = await system.issueKey()
      secret = apiSecret
      const caller = client(url, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
      for (const name of ['grace', 'joan']) {
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

    it('succeeds with every operation when its prefilled example is sent unchanged', async () => {
      const page = await open(address)
      const statuses: Record<string, number> = {}
      const expected: Record<string, number> = {}
      for (const entry of operations) {
        const { path, method, operation } = entry
        const { operationId } = operation
        const section = await operationIn(page, entry)
        await section.getByRole('button', { name: 'Test Request' }).click()
        const prefix = path.split('{')[0] ?? path
        const response = page.waitForResponse(
          (received) =>
            received.request().method() === method.toUpperCase() &&
            new URL(received.url()).pathname.startsWith(prefix),
        )
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: /^Send/ }).first().click()
        statuses[operationId] = (await response).status()
        expected[operationId] = DELETES_OF_MISSING_RECORDS.has(operationId) ? 404 : successOf(operation)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      expect(statuses).toEqual(expected)
    }, 300_000)

    it('shows the 201 of a create first, and no joke where a secret belongs', async () => {
      const page = await openReference()
      const section = await operationIn(page, ofName('createRegistration'))
      const tabs = section.getByRole('tab')
      await tabs.first().waitFor()
      const statuses = (await tabs.allInnerTexts()).map((text) => /\b\d\w\w\b/.exec(text)?.[0])
      expect(statuses.slice(0, 3)).toEqual(['201', '2XX', '400'])
      const placeholders = await page
        .locator('input[placeholder]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('placeholder')))
      expect(placeholders.join()).not.toContain('QUxMIFlPVVI')
    }, 60_000)

    it('leads to the guides that describe the rules of every operation', async () => {
      const page = await openReference()
      await page.locator('a[href$="/docs/guide/limits-and-retries#retries"]').first().waitFor()
    }, 60_000)

    it('finds an operation by words of its summary', async () => {
      const page = await openReference()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('register many')
      const option = page.getByRole('option', { name: /Register many users in a batch/ })
      await option.first().waitFor()
    }, 60_000)

    it('does not show the secret', async () => {
      const page = await openReference()
      expect(await page.locator('body').innerText()).not.toContain(secret)
    }, 60_000)

    it('asks before a link replaces the credential in use, and keeps it unless told otherwise', async () => {
      const page = await openReference()
      const credential = () => page.evaluate<string>("sessionStorage.getItem('credential')")
      const own = await credential()
      const follow = async (answer: string) => {
        // Another path, so that the page is loaded and not only its fragment changed.
        await page.goto('about:blank')
        await page.goto(`${system.url}/docs/#key=rck_other.rcs_other`, { waitUntil: 'commit' })
        await page.getByText('This link brings the key rck_other.').waitFor()
        expect(page.url()).not.toContain('rcs_other')
        await page.getByRole('button', { name: answer }).click()
        await page.locator('[id$="description/introduction"]').first().waitFor()
      }
      await follow('Keep mine')
      expect(await credential()).toBe(own)
      await follow('Use the one of the link')
      expect(await credential()).toContain('rcs_other')
    }, 60_000)

    it.each(DISPLAYS)(
      'has no axe violations, except those known of Scalar: $width px, $colorScheme',
      async (display) => {
        const page = await openReference(display)
        await look(page, 'reference', violationsOfReference)
        await operationIn(page, ofName('createRegistration'))
        await look(page, 'reference-operation', violationsOfReference)
      },
      60_000,
    )

    async function openReference(display?: Display): Promise<Page> {
      const page = await open(address, display)
      await page.locator('[id$="description/introduction"]').first().waitFor()
      return page
    }
  })

  describe('the samples of the reference, on the data of npm start', () => {
    // The samples test an endpoint again and again.
    const system = wholeSystem({ notificationOverrides: { webhookTrialEveryMs: 1 } })
    let address: string
    let reads: ReturnType<typeof client>
    beforeAll(async () => {
      await writeReference()
      const { url: baseUrl, adminUrl, operatorToken } = system
      const file = join(mkdtempSync(join(tmpdir(), 'rollcall-demo-')), 'demo.json')
      const { apiKey, apiSecret } = await loadDemo({ baseUrl, adminUrl, operatorToken, file })
      reads = client(baseUrl, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
      address = `${baseUrl}/docs/#key=${apiKey}.${apiSecret}`
    })

    /** What there is none of at first is created by its sample; the completion leads to a delivery. */
    const CREATES = ['createWebhookEndpoint', 'createUser', 'createRegistration']
    const FIRST = [...CREATES, 'completeRegistration']
    /** Its sample is an address alone. */
    const WITHOUT_RECORD = ['getContract']

    it('work as they are copied, each on a record that exists', async () => {
      const apart = new Set([...FIRST, ...WITHOUT_RECORD])
      const others = operations.filter(({ operation }) => !apart.has(operation.operationId))
      let page = await open(address)
      const statuses: Record<string, string> = {}
      const expected: Record<string, string> = {}
      const paste = async (entry: OperationEntry) => {
        const { operationId } = entry.operation
        const source = await copied(page, await operationIn(page, entry))
        const { stdout } = await promisify(execFile)('bash', ['-c', `${source} -sS -w '\n%{http_code}'`])
        const status = stdout.split('\n').at(-1) ?? ''
        const success = String(successOf(entry.operation))
        expected[operationId] = success
        statuses[operationId] = status === success ? status : `${status} ${source}\n${stdout}`
      }
      /** The page finds the records of this moment. */
      const readAgain = async () => {
        await page.close()
        page = await open(address)
      }
      for (const name of CREATES) await paste(ofName(name))
      await readAgain()
      await paste(ofName('completeRegistration'))
      await eventually(async () => {
        const [endpoint] = expectBody(await reads.get('/webhook-endpoints/'), 200)
        const deliveries = expectBody(await reads.get(`/webhook-endpoints/${endpoint.id}/deliveries/`), 200)
        expect(deliveries).toHaveLength(1)
      }, 30_000)
      await readAgain()
      for (const entry of others) {
        await paste(entry)
        if (entry.method === 'delete') await readAgain()
      }
      expect(statuses).toEqual(expected)
    }, 300_000)

    /** The sample as the button of the page copies it. */
    async function copied(page: Page, section: Locator): Promise<string> {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate("navigator.clipboard.writeText('')")
      await section.getByRole('button', { name: 'Copy Shell code' }).click()
      return eventually(async () => {
        const text = await page.evaluate<string>('navigator.clipboard.readText()')
        expect(text).not.toBe('')
        return text
      })
    }
  })

  describe('the guides', () => {
    const GUIDE = '/docs/guide/webhooks'
    let server: Awaited<ReturnType<typeof onFreePort>>
    beforeAll(async () => {
      await writeReference()
      writeGuides(GUIDE_SITE)
      server = await openGateway('public', { public: {}, operator: {} })
    })
    afterAll(() => server.close())

    it.each(DISPLAYS)('have no axe violations: $width px, $colorScheme', async (display) => {
      for (const path of ['/docs/guide/', GUIDE, '/docs/guide/errors']) {
        const page = await open(`${server.url}${path}`, display)
        await page.getByRole('button', { name: 'Search' }).waitFor()
        await look(page, path.replaceAll('/', '-').replaceAll(/^-|-$/g, ''))
      }
    })

    it.each([
      ['idempotency in flight', 'errors#idempotency-in-flight'],
      ['annual', 'recertification'],
      ['recertification', 'recertification'],
      ['renewal', 'recertification'],
    ])('find a page by its words, with the keyboard alone: %s', async (words, path) => {
      const page = await open(`${server.url}${GUIDE}`)
      await page.getByRole('button', { name: 'Search' }).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/docs/guide/${path}`)
    })

    it('load and lead on below the path of a proxy, and so does the page of operators', async () => {
      const gateway = createGateway({ audience: 'operator', upstreams: { public: {}, operator: {} } })
      const outside: string[] = []
      // With a sign that a replacement could take for a pattern.
      const below = '/lms$&/'
      const proxy = await onFreePort(
        createServer((request, response) => {
          if (!request.url?.startsWith(below)) outside.push(String(request.url))
          request.url = request.url?.replace(below, '/') ?? ''
          gateway.emit('request', request, response)
        }),
      )
      const page = await open(`${proxy.url}${below}docs`)
      await page.locator('[id$="description/introduction"]').first().waitFor()
      await page.locator(`#reference a[href="${proxy.url}${below}docs/guide/cli"]`).first().waitFor()
      await page.getByRole('link', { name: 'Guides' }).click()
      await page.getByRole('link', { name: 'Errors', exact: true }).first().click()
      await page.getByRole('button', { name: 'Search' }).click()
      await page.keyboard.type('idempotency in flight')
      await page.getByRole('link', { name: 'idempotency-in-flight Errors' }).click()
      await page.waitForURL(`${proxy.url}${below}docs/guide/errors#idempotency-in-flight`)
      await page.getByRole('link', { name: 'Operations', exact: true }).click()
      await page.waitForURL(`${proxy.url}${below}ops/`)
      await page.getByLabel('Operator token').fill('x'.repeat(24))
      const called = page.waitForRequest(`${proxy.url}${below}admin/groups/?limit=1`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await called
      expect(outside.filter((url) => url !== '/favicon.ico')).toEqual([])
      proxy.close()
    })

    it('say that no guide contains the words', async () => {
      const page = await open(`${server.url}${GUIDE}`)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.keyboard.type('xylophone')
      await page.getByText('No guide contains “xylophone”.').waitFor()
    })

    it('copy a block of code', async () => {
      const page = await open(`${server.url}${GUIDE}`)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy' }).first().click()
      await page.getByText('Copied').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        'npm run -s rollcall -- webhooks listen\n',
      )
    })

    it('keep the chosen colours on every page, the reference included', async () => {
      const page = await open(`${server.url}${GUIDE}`)
      await page.getByRole('button', { name: 'Dark colours' }).click()
      await page.goto(`${server.url}/docs/`)
      await page.getByRole('button', { name: 'Light colours' }).waitFor()
      expect(await page.evaluate('document.body.className')).toContain('dark-mode')
    })
  })

  describe('the bar', () => {
    const upstreams = { public: {}, operator: {} }
    beforeAll(async () => {
      await writeReference()
      writeGuides(GUIDE_SITE)
    })

    it.each([390, 768, 1280])(
      'has the same entries in the same place on every page: %i px',
      async (width) => {
        const mailbox = 'http://127.0.0.1:1/'
        const links = { mailbox }
        const server = await onFreePort(createGateway({ audience: 'operator', upstreams, links }))
        const bars: string[] = []
        for (const path of ['/docs/', '/docs/guide/', '/docs/guide/errors', '/ops/']) {
          const page = await open(`${server.url}${path}`, { width, colorScheme: 'light' })
          const entries = page.getByRole('navigation', { name: 'Rollcall' }).getByRole('link')
          await entries.first().waitFor()
          expect(await entries.allInnerTexts()).toEqual(ENTRIES)
          bars.push(JSON.stringify(await entries.evaluateAll(boxesOf)))
        }
        expect(new Set(bars).size).toBe(1)
        server.close()
      },
    )

    it('finds a guide with or without a slash at the end, and has a page for no guide', async () => {
      const server = await openGateway('public', upstreams)
      const found = async (path: string) => {
        const response = await fetch(`${server.url}/docs/guide/${path}`)
        return [response.status, new URL(response.url).pathname.replace('/docs/guide/', '')]
      }
      expect(await found('errors/')).toEqual([200, 'errors'])
      expect(await found('operations')).toEqual([200, 'operations/'])
      for (const path of ['nothing', 'nothing/', 'errors/nothing/else', '%00', 'a/../../../x'])
        expect((await found(path))[0]).toBe(404)
      for (const path of ['nothing', 'nothing/', 'errors/nothing/else']) {
        const page = await open(`${server.url}/docs/guide/${path}`)
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
        await page.getByRole('navigation', { name: 'Rollcall' }).getByRole('link').first().waitFor()
        await page.getByRole('link', { name: 'All guides' }).click()
        await page.waitForURL(`${server.url}/docs/guide/`)
      }
      server.close()
    })

    it('leads callers to no page of operators and no mailbox, except those of npm start', async () => {
      const server = await openGateway('public', upstreams)
      const page = await open(`${server.url}/docs/guide/`)
      const entries = page.getByRole('navigation', { name: 'Rollcall' }).getByRole('link')
      await entries.first().waitFor()
      expect(await entries.allInnerTexts()).toEqual(['Reference', 'Guides', 'Errors'])
      server.close()
      const links = { mailbox: 'http://127.0.0.1:1/', operations: 'http://127.0.0.1:2/ops/' }
      const local = await onFreePort(createGateway({ audience: 'public', upstreams, links }))
      const same = await open(`${local.url}/docs/guide/`)
      const all = same.getByRole('navigation', { name: 'Rollcall' }).getByRole('link')
      await all.first().waitFor()
      expect(await all.allInnerTexts()).toEqual(ENTRIES)
      local.close()
    })
  })
})
