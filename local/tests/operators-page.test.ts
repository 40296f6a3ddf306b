import type { Page } from 'playwright-core'
import { describeInBrowser, DISPLAYS } from '../../testing/browser.ts'
import { startMailServer } from '../../testing/notification/mail-server.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { eventually } from '../../testing/eventually.ts'
import { client } from '../../testing/client.ts'
import { OPERATOR_READ_TOKEN } from '../../testing/isolated.ts'
import { openPublisher, type Publisher } from '../../testing/notification/messages.ts'
import { expectBody } from '../../testing/portal.ts'
import { respondWith, startReceiver } from '../../testing/receiver.ts'

const LONG_MS = 60_000

describeInBrowser("the operators' page (O15, O16, O17)", (openPage, look) => {
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let publisher: Publisher
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  // Before the hook of the system, which removes the virtual host of the publisher.
  afterAll(async () => {
    await publisher.close()
    await receiver.stop()
    await mailServer.stop()
  })
  const system = wholeSystem({
    wayTo: async (name, url) => {
      if (name !== 'smtp') return url
      mailServer = await startMailServer()
      return mailServer.url
    },
  })
  beforeAll(async () => {
    publisher = await openPublisher(system.rabbitmqUrl)
    receiver = await startReceiver(respondWith(500))
  })

  async function open(token: string, display?: Parameters<typeof openPage>[1]) {
    const page = await openPage(`${system.adminUrl}/ops/`, display)
    await page.getByLabel('Operator token').fill(token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()
    return page
  }

  const go = async (page: Page, view: string, heading: string) => {
    await page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click()
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
    await page.locator('main:not([aria-busy])').waitFor()
  }
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name }).click()
  const search = async (page: Page, text: string) => {
    await page.getByRole('searchbox', { name: 'E-mail address' }).fill(text)
    await press(page, 'Search')
  }
  /** The row of a table that contains the text. */
  const rowOf = (page: Page, text: string) => page.locator('.records tbody tr', { hasText: text })
  const accountLink = (page: Page, name: string) =>
    page.getByRole('region', { name: 'accounts' }).getByRole('link', { name })
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' })
  const pressInPanel = (page: Page, name: string) =>
    panel(page).getByRole('button', { name, exact: true }).click()
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const pressInDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  /** Until the text is there, as an operator would. */
  const refreshUntil = async (page: Page, text: RegExp) => {
    for (let attempt = 0; attempt < 60; attempt++) {
      if ((await page.getByText(text).count()) > 0) return
      await press(page, 'Refresh')
      await page.waitForTimeout(500)
    }
    throw new Error(`the page never showed ${String(text)}: ${await page.locator('main').innerText()}`)
  }

  const person = { loginName: 'grace', firstName: 'Grace', lastName: 'Byron', email: 'grace@example.org' }
  let key: Awaited<ReturnType<typeof system.issueKey>>

  it(
    'shows why a person got no e-mail, and that it was sent later',
    async () => {
      key = await system.issueKey()
      const caller = client(system.url, key.credential)
      for (const [id, name] of [
        [1, 'Fire safety'],
        [2, 'First aid'],
      ] as const)
        expectBody(await system.operator.put(`/admin/courses/${id}/`, { name, groupIds: [1] }), 201)
      expectBody(await caller.post('/users/', { ...person, externalId: 'hr-20931' }), 201)

      mailServer.behave(421)
      expectBody(await caller.post('/registrations/', { courseId: 1, userEmail: person.email }), 201)
      const page = await open(system.operatorToken)
      const errors: string[] = []
      page.on('console', (line) => void (line.type() === 'error' && errors.push(line.text())))
      for (const text of ['grace@EXAMPLE.org', 'hr-20931', 'GRACE', 'grace byr']) {
        await search(page, text)
        await page.getByRole('link', { name: 'Grace Byron' }).waitFor()
      }
      expect(errors).toEqual([])
      await page.getByRole('link', { name: 'Grace Byron' }).click()
      await page.getByRole('heading', { name: 'Grace Byron' }).waitFor()
      await refreshUntil(page, /The last attempt failed|mail server is unavailable/)
      expect(await page.locator('.timeline').innerText()).toContain('Registered for Fire safety by HR sync')

      mailServer.behave('accept')
      await refreshUntil(page, /The mail server accepted it/)
      await rowOf(page, 'Fire safety').locator('button').click()
      await pressInPanel(page, 'Preview')
      await page.getByRole('dialog').getByText('Hello Grace').waitFor()
      await page.getByRole('dialog').getByLabel('Language').selectOption('de')
      await pressInDialog(page, 'Show')
      await page.getByRole('dialog').getByText('Guten Tag Grace').waitFor()
      await pressInDialog(page, 'Close')
      const times = page.locator('.timeline td:first-child time')
      const at = await times.evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))
      for (const date of at) expect(date).toMatch(/\.\d{3}Z$/)
      expect(at).toEqual(at.toSorted().toReversed())
      expect(await times.first().innerText()).toMatch(/, \d\d:\d\d:\d\d (UTC|GMT)/)
    },
    LONG_MS,
  )

  it(
    'says that no e-mail is sent about a registration that was imported',
    async () => {
      const someone = { ...person, loginName: 'lise', firstName: 'Lise', email: 'lise@example.org' }
      expectBody(await system.operator.post('/admin/users/batch/', [someone]), 200)
      expectBody(await system.operator.put('/admin/courses/77/', { name: 'First aid', groupIds: [] }), 201)
      const createdDate = '2019-03-01T08:00:00Z'
      const item = { courseId: 77, userEmail: someone.email, statusName: 'Approved', createdDate }
      expectBody(await system.operator.post('/admin/registrations/import/', [item]), 200)
      const page = await open(system.operatorToken)
      await search(page, someone.email)
      await page.getByRole('link', { name: 'Lise Byron' }).click()
      await rowOf(page, 'It was imported').getByText('none').waitFor()
    },
    LONG_MS,
  )

  it(
    'shows how many people were found, and all of them',
    async () => {
      const namesakes = Array.from({ length: 52 }, (_, i) => ({
        loginName: `emmy${i}`,
        firstName: 'Emmy',
        lastName: 'Noether',
        email: `emmy${i}@example.org`,
      }))
      expectBody(await system.operator.post('/admin/users/batch/', namesakes), 200)
      const page = await open(system.operatorToken)
      await search(page, 'noether')
      await page.getByRole('heading', { name: '52 people found' }).waitFor()
      const found = page.getByRole('link', { name: 'Emmy Noether' })
      expect(await found.count()).toBe(50)
      const unavailable = { status: 503, json: { detail: 'Try again in a moment.' } }
      await page.route('**/admin/users/**', (route) => route.fulfill(unavailable))
      await press(page, 'Show more')
      await page.getByText('Try again in a moment.').waitFor()
      await pressInDialog(page, 'Close')
      await page.unroute('**/admin/users/**')
      await press(page, 'Show more')
      await found.nth(51).waitFor()
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
      const readAgain = page.waitForResponse(/cursor=/)
      await press(page, 'Search')
      await (await readAgain).finished()
      expect(await found.count()).toBe(52)
    },
    LONG_MS,
  )

  it(
    'counts all e-mails that wait for the mail server, and offers nothing that changes nothing',
    async () => {
      const caller = client(system.url, key.credential)
      const { port } = mailServer
      await mailServer.stop()
      const people = Array.from({ length: 6 }, (_, i) => ({ ...person, loginName: `hopper${i}` }))
      for (const { loginName } of people) {
        const email = `${loginName}@example.org`
        expectBody(await caller.post('/users/', { ...person, loginName, email }), 201)
        expectBody(await caller.post('/registrations/', { courseId: 2, userEmail: email }), 201)
      }
      const page = await open(system.operatorToken)
      await eventually(async () => {
        await page.reload()
        await go(page, 'Health', 'Health')
        await page.getByRole('row', { name: /^E-mails waiting 6 / }).waitFor({ timeout: 1_000 })
      }, 20_000)
      await page.getByText(/e-mails sent since/).waitFor()
      await go(page, 'E-mails', 'E-mails')
      await tab(page, 'Waiting')
      await eventually(async () => {
        await page.reload()
        await page.getByText('6 e-mails', { exact: true }).waitFor()
        expect(await page.getByText('in its turn', { exact: true }).count()).toBe(6)
      }, 20_000)
      expect(await page.getByRole('button', { name: /^Try .*now$/ }).count()).toBe(0)
      mailServer = await startMailServer({}, port)
      await mailServer.receivedFor('hopper5@example.org')
    },
    LONG_MS,
  )

  it(
    'sends again what it has shown, and not what failed meanwhile',
    async () => {
      const caller = client(system.url, key.credential)
      const fail = async (loginName: string) => {
        const email = `${loginName}@example.org`
        mailServer.behave('553 no such user', email)
        expectBody(await caller.post('/users/', { ...person, loginName, email }), 201)
        expectBody(await caller.post('/registrations/', { courseId: 2, userEmail: email }), 201)
        await eventually(async () => {
          const path = `/admin/deliveries/?to=${email}&status=failed`
          expect(expectBody(await system.operator.get(path), 200)).toHaveLength(1)
        })
      }
      for (const loginName of ['lovelace1', 'lovelace2']) await fail(loginName)
      const page = await open(system.operatorToken)
      await go(page, 'E-mails', 'E-mails')
      await page.getByRole('row', { name: /refused 553.* 2 / }).waitFor()
      await fail('lovelace3')
      mailServer.behave('accept', 'lovelace1@example.org')
      await press(page, 'Send 2 again')
      await page.getByText('This sends 2 e-mails again, each as a new one, if it is still true').waitFor()
      await pressInDialog(page, 'Send 2 again')
      await page.getByText('2 e-mails are sent again.').waitFor()
      await mailServer.receivedFor('lovelace1@example.org')
      expect(mailServer.recipients.filter((address) => address === 'lovelace3@example.org')).toHaveLength(1)
    },
    LONG_MS,
  )

  it(
    'sends again what was selected with the keyboard, and says what has changed since it was shown',
    async () => {
      mailServer.behave('accept')
      const page = await open(system.operatorToken)
      await go(page, 'E-mails', 'E-mails')
      await page.locator('.records tbody tr').first().waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('lovelace3')
      await page.getByText(/^1 of /).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByText('1 selected').waitFor()
      await page.keyboard.press('Enter')
      await panel(page).getByText('lovelace3@example.org').first().waitFor()
      await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'hidden' })
      const path = '/admin/deliveries/?to=lovelace3@example.org&status=failed'
      const ids = expectBody(await system.operator.get(path), 200).map(({ id }: { id: string }) => id)
      expectBody(await system.operator.post('/admin/deliveries/retry/', { status: 'failed', ids }), 200)
      await page.locator('.toolbar').getByRole('button', { name: 'Send again' }).click()
      await pressInDialog(page, 'Send again')
      await page.getByText('0 of 1 e-mail (the others have changed meanwhile)').waitFor()
    },
    LONG_MS,
  )

  it(
    'shows the webhooks about a person with their attempts, and sends a group again',
    async () => {
      const { credential } = await system.issueKey({ name: 'Webhook portal' })
      const caller = client(system.url, credential)
      const events = ['user.created']
      expectBody(await caller.post('/webhook-endpoints/', { url: receiver.url, events }), 201)
      const names = { loginName: 'katherine', firstName: 'Katherine', lastName: 'Johnson' }
      const user = expectBody(await caller.post('/users/', { ...names, email: 'k@example.org' }), 201)

      const page = await open(system.operatorToken)
      await page.goto(`${system.adminUrl}/ops/#/person/${user.id}`)
      await page.getByRole('heading', { name: 'Katherine Johnson' }).waitFor()
      await refreshUntil(page, /1 attempt, bad-status 500 in \d+ ms, next attempt/)
      const event = page.locator('.timeline tr', { hasText: `user.created to ${receiver.url}` })
      await event.getByText('waiting', { exact: true }).waitFor()
      await go(page, 'Webhooks', 'Webhooks')
      await tab(page, 'Waiting')
      await rowOf(page, 'user.created').getByText('bad-status 500').waitFor()

      receiver.onRequest(respondWith(204))
      await press(page, 'Try now')
      await pressInDialog(page, 'Try now')
      await page.getByText('1 event is sent again.').waitFor()
      await page.goBack()
      await page.goBack()
      await page.getByRole('heading', { name: 'Katherine Johnson' }).waitFor()
      await refreshUntil(page, /^delivered$/)
    },
    LONG_MS,
  )

  it(
    'shows a dead letter with its message, and dismisses it',
    async () => {
      await publisher.raw('{"nonsense":true}')
      const page = await open(system.operatorToken)
      await go(page, 'Dead letters', 'Dead letters')
      const messages = page.locator('.records button.open')
      for (let attempt = 0; attempt < 60 && (await messages.count()) === 0; attempt++) {
        await page.waitForTimeout(500)
        await page.reload()
        await page.getByRole('heading', { name: 'Dead letters', level: 1 }).waitFor()
      }
      await messages.first().click()
      await panel(page).locator('pre', { hasText: '"nonsense": true' }).waitFor()
      await pressInPanel(page, 'Dismiss')
      await pressInDialog(page, 'Dismiss')
      await page.getByText('No message waits for an operator.').waitFor()
    },
    LONG_MS,
  )

  it(
    'rotates a key, and shows when the old one was last used',
    async () => {
      const page = await open(system.operatorToken)
      await go(page, 'Accounts', 'Accounts and keys')
      await accountLink(page, 'HR sync').click()
      await rowOf(page, key.apiKey).locator('button').click()
      await pressInPanel(page, 'Rotate')
      await pressInDialog(page, 'Rotate')
      await page.getByText(/^rcs_/).waitFor()
      await pressInDialog(page, 'I have stored it')
      await page.locator('.records tbody tr').nth(1).waitFor()
      expect(await panel(page).innerText()).toMatch(/Last used from\s+127\.0\.0\.1/)
      await pressInPanel(page, 'Revoke')
      await pressInDialog(page, 'Revoke')
      await rowOf(page, key.apiKey).getByText('revoked').waitFor()
    },
    LONG_MS,
  )

  it(
    'changes nothing with a read-only token, and says so',
    async () => {
      const page = await open(OPERATOR_READ_TOKEN)
      await go(page, 'Accounts', 'Accounts and keys')
      await accountLink(page, 'HR sync').click()
      await press(page, 'Issue a key')
      await pressInDialog(page, 'Issue a key')
      await page.getByText('This operator token is read-only.').waitFor()
      await pressInDialog(page, 'Close')
      await page.getByText('it can look at everything and change nothing').waitFor()
      const path = `/admin/service-accounts/${key.accountId}/keys/`
      expect(expectBody(await system.operator.get(path), 200)).toHaveLength(2)
    },
    LONG_MS,
  )

  it('is not on the public address', async () => {
    expect((await fetch(`${system.url}/ops/`)).status).toBe(404)
  })

  it.each(DISPLAYS)(
    'has no axe violations: $width px, $colorScheme',
    async (display) => {
      const loginName = `rejected${display.width}${display.colorScheme}`
      const rejected = { loginName, firstName: 'Joan', lastName: 'Clarke' }
      const email = `${loginName}@example.org`
      mailServer.behave(550, email)
      receiver.onRequest(respondWith(500))
      const { credential } = await system.issueKey({ name: 'Night sync' })
      const caller = client(system.url, credential)
      expectBody(await caller.post('/users/', { ...rejected, email }), 201)
      expectBody(await caller.post('/registrations/', { courseId: 1, userEmail: email }), 201)
      await publisher.raw(JSON.stringify({ registrationId: 'none' }))
      const page = await open(system.operatorToken, display)
      const searchButton = await page.getByRole('button', { name: 'Search' }).boundingBox()
      expect(searchButton?.height).toBeLessThan(45) // its word is on one line
      await search(page, email)
      await page.getByRole('link', { name: 'Joan Clarke' }).waitFor()
      await look(page, 'search')
      await page.getByRole('link', { name: 'Joan Clarke' }).click()
      await refreshUntil(page, /Rejected: /)
      await refreshUntil(page, /bad-status 500/)
      await look(page, 'person')
      for (const [view, heading] of [
        ['E-mails', 'E-mails'],
        ['Webhooks', 'Webhooks'],
        ['Dead letters', 'Dead letters'],
        ['Accounts', 'Accounts and keys'],
        ['Health', 'Health'],
      ] as const) {
        await go(page, view, heading)
        if (view === 'Webhooks') {
          await tab(page, 'Waiting')
          await rowOf(page, 'user.created').first().waitFor()
        }
        const name = view.toLowerCase().replace(' ', '-')
        await look(page, name)
        const row = page.locator('.records button.open').first()
        if ((await row.count()) === 0) continue
        await row.click()
        await look(page, `${name}-details`)
      }
      await go(page, 'Accounts', 'Accounts and keys')
      await accountLink(page, 'Night sync').first().click()
      await page.locator('.records button.open').first().click()
      await look(page, 'keys')
      await pressInPanel(page, 'Rotate')
      await look(page, 'rotate')
      await pressInDialog(page, 'Cancel')
    },
    LONG_MS,
  )
})
