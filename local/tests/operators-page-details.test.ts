import { describeInBrowser } from '../../testing/browser.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { client } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { expectBody } from '../../testing/portal.ts'
import { respondWith, startReceiver } from '../../testing/receiver.ts'

const MAX_MS = 60_000

describeInBrowser("the bar and the dialogs of the operators' page (O6)", (openPage) => {
  const system = wholeSystem()

  it(
    'keep a new secret until it is stored, and close when another view is shown',
    async () => {
      const { accountId } = await system.issueKey()
      const page = await openPage(`${system.adminUrl}/ops/`)
      const dialog = page.getByRole('dialog')
      const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
      const signIn = async (token: string) => {
        await page.getByLabel('Operator token').fill(token)
        await page.keyboard.press('Enter')
      }
      // A header can't have these letters.
      await signIn('пароль')
      await page.getByText('This token is not valid.').waitFor()
      await signIn(system.operatorToken)
      await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()

      await page.goto(`${system.adminUrl}/ops/#/accounts/${accountId}`)
      await press('Issue a key')
      await dialog.waitFor()
      await page.goBack()
      await dialog.waitFor({ state: 'hidden' })
      await page.goForward()
      await press('Issue a key')
      await dialog.getByRole('button', { name: 'Issue a key', exact: true }).click()
      const secret = dialog.getByText(/^rcs_/)
      await secret.waitFor()
      for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
      await page.goBack()
      await page.getByRole('heading', { name: 'Person', exact: true, includeHidden: true }).waitFor()
      expect(await secret.isVisible()).toBe(true)
      await dialog.getByRole('button', { name: 'I have stored it' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.close()
    },
    MAX_MS,
  )

  it(
    'lead only to pages that are there',
    async () => {
      const page = await openPage(`${system.adminUrl}/ops/`)
      // As behind a route that leads to this page only.
      await page.route('**/docs/', (route) => route.fulfill({ status: 404 }))
      await page.getByRole('link', { name: 'Guides' }).waitFor()
      await page.reload()
      await page.getByRole('link', { name: 'Guides' }).waitFor({ state: 'detached' })
      expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(1)
      await page.close()
    },
    MAX_MS,
  )
})

describeInBrowser("the operators' page on a busy person (O17)", (openPage) => {
  const system = wholeSystem()
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => void (receiver = await startReceiver(respondWith(204))))
  afterAll(() => receiver.stop())

  it(
    'says so when only the newest events are shown',
    async () => {
      const { credential } = await system.issueKey()
      const caller = client(system.url, credential)
      const endpoint = { url: receiver.url, events: ['user.updated'] }
      expectBody(await caller.post('/webhook-endpoints/', endpoint), 201)
      const names = { loginName: 'dorothy', firstName: 'Dorothy', lastName: 'Vaughan' }
      const { id } = expectBody(await caller.post('/users/', { ...names, email: 'd@example.org' }), 201)
      for (let i = 0; i <= 100; i++)
        expectBody(await caller.post(`/users/${id}/`, { city: `City ${i}` }), 200)
      const stored = () => system.operator.get(`/admin/webhook-deliveries/?userId=${id}&limit=200`)
      await eventually(async () => expect((await stored()).body).toHaveLength(101))
      const page = await openPage(`${system.adminUrl}/ops/#/person/${id}`)
      await page.getByLabel('Operator token').fill(system.operatorToken)
      await page.keyboard.press('Enter')
      await page.getByText('Only the newest 100 events are shown, in the timeline too.').waitFor()
      await page.close()
    },
    MAX_MS,
  )

  it(
    'shows the other parts of a person while one can not be read, and says that the person was erased',
    async () => {
      const { credential } = await system.issueKey()
      const caller = client(system.url, credential)
      const names = { loginName: 'mary', firstName: 'Mary', lastName: 'Jackson' }
      const { id } = expectBody(await caller.post('/users/', { ...names, email: 'm@example.org' }), 201)
      const page = await openPage(`${system.adminUrl}/ops/#/person/${id}`)
      const unavailable = { status: 503, json: { detail: 'Try again in a moment.' } }
      await page.route('**/admin/webhook-deliveries/?userId=*', (route) => route.fulfill(unavailable))
      await page.getByLabel('Operator token').fill(system.operatorToken)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Mary Jackson' }).waitFor()
      await page.getByText(/^This could not be read: /).waitFor()
      await page.getByText('The user was created').waitFor()

      const erase = { reason: 'request 17' }
      expectBody(await system.operator.post(`/admin/users/${id}/erase/`, erase), 202)
      await eventually(async () =>
        expect((await system.operator.get(`/admin/users/${id}/`)).body.email).toMatch(/@erased\.invalid$/),
      )
      await page.reload()
      await page.getByText('The user was erased').waitFor()
      await page.close()
    },
    MAX_MS,
  )
})
