import type { Page } from 'playwright-core'
import { describeInBrowser } from '../../testing/browser.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { client } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { expectBody } from '../../testing/portal.ts'
import { respondWith, startReceiver } from '../../testing/receiver.ts'

describeInBrowser("the bar and the dialogs of the operators' page (O6)", (openPage) => {
  const system = wholeSystem()

  it('keep a new secret until it is stored, and close when another view is shown', async () => {
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
  })

  it('lead only to pages that are there', async () => {
    const page = await openPage(`${system.adminUrl}/ops/`)
    // As behind a route that leads to this page only.
    await page.route('**/docs/', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Guides' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Guides' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(1)
  })
})

describeInBrowser("the operators' page on a busy person (O17)", (openPage) => {
  const system = wholeSystem()
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => void (receiver = await startReceiver(respondWith(204))))
  afterAll(() => receiver.stop())

  it('says so when only the newest events are shown', async () => {
    const { credential } = await system.issueKey()
    const caller = client(system.url, credential)
    const endpoint = { url: receiver.url, events: ['user.updated'] }
    expectBody(await caller.post('/webhook-endpoints/', endpoint), 201)
    const names = { loginName: 'dorothy', firstName: 'Dorothy', lastName: 'Vaughan' }
    const { id } = expectBody(await caller.post('/users/', { ...names, email: 'd@example.org' }), 201)
    const list = `/admin/webhook-deliveries/?userId=${id}&limit=1`
    const stored = async () =>
      Number((await system.operator.get(list, { prefer: 'count=exact' })).headers.get('x-total-count'))
    // Changes that follow each other within a moment can be one event.
    for (let i = 0; (await stored()) <= 100; i++)
      expectBody(await caller.post(`/users/${id}/`, { city: `City ${i}` }), 200)
    const page = await openPage(`${system.adminUrl}/ops/#/person/${id}`)
    await page.getByLabel('Operator token').fill(system.operatorToken)
    await page.keyboard.press('Enter')
    await page.getByText('Only the newest 100 events are shown, in the timeline too.').waitFor()
  })
})

describeInBrowser("the operators' page when something is wrong (O16, O17)", (openPage) => {
  const system = wholeSystem()
  const UNAVAILABLE = { status: 503, json: { detail: 'Try again in a moment.' } }
  const fail = (page: Page, paths: string) => page.route(paths, (route) => route.fulfill(UNAVAILABLE))

  async function open(
    view: string,
    before: (page: Page) => Promise<unknown> = () => Promise.resolve(),
    width = 1280,
  ) {
    const page = await openPage(`${system.adminUrl}/ops/#/${view}`, { width, colorScheme: 'light' })
    await before(page)
    await page.getByLabel('Operator token').fill(system.operatorToken)
    await page.keyboard.press('Enter')
    return page
  }
  async function createUser(names: { loginName: string; firstName: string; lastName: string }) {
    const { credential } = await system.issueKey()
    const caller = client(system.url, credential)
    const email = `${names.loginName}@example.org`
    const { id } = expectBody(await caller.post('/users/', { ...names, email }), 201)
    return { id: Number(id), email, caller }
  }
  async function erase(id: number, isDone: () => Promise<void>) {
    expectBody(await system.operator.post(`/admin/users/${id}/erase/`, { reason: 'request 17' }), 202)
    await eventually(isDone)
  }

  it('shows the other parts of a person, and says that the person was erased', async () => {
    const { id } = await createUser({ loginName: 'mary', firstName: 'Mary', lastName: 'Jackson' })
    const page = await open(`person/${id}?offset=abc`, (opened) =>
      fail(opened, '**/admin/webhook-deliveries/?userId=*'),
    )
    await page.getByRole('heading', { name: 'Mary Jackson' }).waitFor()
    await page.getByText('This person has no registration').waitFor()
    await page.getByText(/^This could not be read: /).waitFor()
    await page.getByText('The user was created').waitFor()

    await erase(id, async () =>
      expect((await system.operator.get(`/admin/users/${id}/`)).body.email).toMatch(/@erased\.invalid$/),
    )
    await page.reload()
    await page.getByText('The user was erased').waitFor()
  })

  it.each([
    ['mails', '**/admin/reasons/**', 'There are no such e-mails.'],
    ['mails', '**/admin/deliveries/?status=failed*', 'Waiting'],
    ['webhooks', '**/admin/webhook-endpoints/**', 'There are no such events.'],
    ['webhooks', '**/admin/webhook-deliveries/**', 'No account has a webhook endpoint.'],
    ['dead-letters', '**/admin/reasons/**', 'No message waits for an operator.'],
    ['accounts', '**/admin/keys/**', 'All users'],
  ])('shows the other parts of #/%s without %s', async (view, paths, text) => {
    const page = await open(view, (opened) => fail(opened, paths))
    await page.getByText('This could not be read: Try again in a moment.').first().waitFor()
    await page.getByText(text).first().waitFor()
  })

  it('shows the e-mails to a person without the registration service', async () => {
    const { id } = await createUser({ loginName: 'evelyn', firstName: 'Evelyn', lastName: 'Boyd' })
    const page = await open(`person/${id}`, (opened) => fail(opened, '**/admin/registrations/**'))
    await page.getByText('This could not be read: Try again in a moment.').first().waitFor()
    await page.getByText('There are no such e-mails.').waitFor()
    await page.getByText('The user was created').waitFor()
  })

  it('lets an operator in while the database is unavailable, and says so', async () => {
    const page = await open('health', (opened) => fail(opened, '**/admin/groups/?limit=1'))
    await page.getByRole('heading', { name: 'Health' }).waitFor()
  })

  it('shows the e-mails without their number', async () => {
    const page = await open('mails', (opened) => fail(opened, '**/admin/deliveries/status/'))
    await page.getByRole('link', { name: 'Failed unknown' }).waitFor()
    await page.getByText('There are no such e-mails.').waitFor()
  })

  it('keeps what it has shown when it can not be read again, and says how old it is', async () => {
    const { id } = await createUser({ loginName: 'annie', firstName: 'Annie', lastName: 'Easley' })
    const page = await open(`person/${id}`)
    await page.getByText('The user was created').waitFor()
    await fail(page, '**/admin/**')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page
      .getByText(/What is shown is as of \d\d:\d\d:\d\d/)
      .first()
      .waitFor()
    expect(await page.getByRole('heading', { name: 'Annie Easley' }).count()).toBe(1)
    expect(await page.getByText('The user was created').count()).toBe(1)
    await page.unroute('**/admin/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.locator('main:not(:has([role=alert]))').waitFor()
  })

  it('shows a person without waiting for what is slow, and that when it has been read', async () => {
    const { id } = await createUser({ loginName: 'gladys', firstName: 'Gladys', lastName: 'West' })
    const released = Promise.withResolvers<void>()
    const page = await open(`person/${id}`, (opened) =>
      opened.route('**/admin/registrations/**', async (route) => {
        await released.promise
        await route.continue()
      }),
    )
    await page.getByText('The user was created').waitFor()
    await page.getByText('No event about this person').waitFor()
    await page.getByText('Still reading …').waitFor()
    released.resolve()
    await page.getByText('This person has no registration').waitFor()
    await page.locator('main:not([aria-busy])').waitFor()
    expect(await page.getByText('Still reading …').count()).toBe(0)
  })

  it('names endpoints that are disabled or whose secret is unusable, and events that failed', async () => {
    const { id, caller } = await createUser({ loginName: 'mae', firstName: 'Mae', lastName: 'Jemison' })
    const events = ['user.updated']
    const url = 'http://127.0.0.1:65535/'
    const endpoint = expectBody(await caller.post('/webhook-endpoints/', { url, events }), 201)
    const disable = `/admin/webhook-endpoints/${endpoint.id}/disable/`
    expectBody(await system.operator.post(disable), 200)
    expectBody(await caller.post(`/users/${id}/`, { city: 'Decatur' }), 200)
    await eventually(async () =>
      expect((await system.operator.get('/admin/webhook-deliveries/?status=failed')).body).toHaveLength(1),
    )
    const page = await open('health', async (opened) => {
      await opened.route('**/admin/deliveries/status/', async (route) => {
        const response = await route.fetch()
        const status = await response.json()
        const backlog = { ...status.backlog, unusableWebhookEndpoints: 1 }
        await route.fulfill({ response, json: { ...status, backlog } })
      })
    })
    await page.getByRole('row', { name: 'Webhook endpoints that are disabled 1' }).waitFor()
    await page.getByRole('row', { name: /^Webhooks failed 1 .* ago / }).waitFor()
    await page.getByRole('row', { name: 'Webhook endpoints whose secret is unusable 1' }).waitFor()
    await page.getByText('Needs action: 1 unusable webhook endpoint').waitFor()
  })

  it('does not keep what the view before was still reading', async () => {
    const released = Promise.withResolvers<void>()
    const page = await open('person')
    await page.locator('#q').waitFor()
    await page.route('**/admin/webhook-endpoints/**', async (route) => {
      await released.promise
      await route.continue()
    })
    await Promise.all([
      page.waitForRequest('**/admin/webhook-endpoints/**'),
      page.goto(`${system.adminUrl}/ops/#/webhooks`),
    ])
    await page.goto(`${system.adminUrl}/ops/#/mails`)
    await page.getByText('There are no such e-mails.').waitFor()
    const lateRead = page.waitForResponse('**/admin/webhook-deliveries/?status=failed&limit=25')
    released.resolve()
    await (await lateRead).finished()
    await fail(page, '**/admin/deliveries/?status=failed*')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText(/What is shown is as of/).waitFor()
    expect(await page.getByText('There are no such e-mails.').count()).toBe(1)
  })

  it('says which server is unavailable, and why', async () => {
    const page = await open('health', (opened) =>
      opened.route('**/admin/users/status/', async (route) => {
        const response = await route.fetch()
        const status = (await response.json()) as { dependencies: { name: string }[] }
        const dependencies = status.dependencies.map((one) =>
          one.name === 'rabbitmq' ? { ...one, up: false, reason: 'blocked by an alarm' } : one,
        )
        await route.fulfill({ response, json: { ...status, status: 'degraded', dependencies } })
      }),
    )
    await page.getByText('Needs action: rabbitmq is unavailable').waitFor()
    await page.getByText('blocked by an alarm').waitFor()
  })

  it('says that the response is that of an ingress, which reaches no pod', async () => {
    const notFound = { status: 404, body: '404 page not found' }
    const page = await open('health', (opened) =>
      opened.route('**/admin/users/status/', (route) => route.fulfill(notFound)),
    )
    await page.getByText(/not from Rollcall \(404\)\. An ingress responds .* reaches no pod/).waitFor()
  })

  it('shows the health of the other services while one hangs, and an unknown as unknown', async () => {
    const page = await open('health', async (opened) => {
      await opened.route('**/admin/registrations/status/', () => {}) // never responds
    })
    await page.getByRole('row', { name: /^registration \W*not read yet/ }).waitFor()
    await page.getByRole('row', { name: /^user \W*(ready|degraded)/ }).waitFor()
    await page.getByRole('row', { name: /^registration \W*no response/ }).waitFor()
    await page.getByText('The number of registrations is not known').waitFor()
    await page.getByRole('row', { name: 'Events in the outbox of registration unknown' }).waitFor()
    // On a busy machine a service may take Redis for unavailable at first.
    await page.getByText('None since yesterday in: user, notification.').waitFor()
    await page.getByText('Not known of: registration.').waitFor()
    expect(await page.getByText('Nothing needs action.').count()).toBe(0)
  })

  it('shows what was counted in each minute, also in the one in which counting began', async () => {
    const at = (time: string) => new Date(`2026-03-01T${time}Z`)
    const counts = [...Array.from({ length: 58 }, () => 0), 7, 1]
    const page = await open('health', async (opened) => {
      await opened.clock.setFixedTime(at('12:30:10'))
      await opened.route('**/admin/registrations/status/', async (route) => {
        const response = await route.fetch()
        const perMinute = { counts, complete: false, countedSince: at('12:29:28') }
        await route.fulfill({ response, json: { ...(await response.json()), perMinute } })
      })
    })
    const chart = page.getByRole('img', { name: 'registrations in the last hour: 8' })
    await chart.waitFor()
    const minutes = await chart.locator('title').allTextContents()
    expect(minutes.slice(-3)).toEqual([
      expect.stringMatching(/12:28\D.*: not counted$/),
      expect.stringMatching(/12:29\D.*: 7$/),
      expect.stringMatching(/12:30\D.*: 1$/),
    ])
  })

  it('says in plain words that no e-mail is sent again to a person who was erased', async () => {
    const { id, email, caller } = await createUser({
      loginName: 'melba',
      firstName: 'Melba',
      lastName: 'Mouton',
    })
    const course = { name: 'First aid', groupIds: [1] }
    expectBody(await system.operator.put('/admin/courses/1/', course), 201)
    expectBody(await caller.post('/registrations/', { courseId: 1, userEmail: email }), 201)
    const sent = async () => (await system.operator.get(`/admin/deliveries/?userId=${id}&status=sent`)).body
    await eventually(async () => expect(await sent()).toHaveLength(1))
    const page = await open('mails?status=sent', (opened) =>
      opened.route('**/admin/deliveries/?status=sent*', async (route) => {
        const response = await route.fetch()
        const [mail] = (await response.json()) as { createdAt: string }[]
        const before = { failedAt: mail?.createdAt, lastError: '450 the mailbox is busy' }
        await route.fulfill({ response, json: [{ ...mail, ...before }] })
      }),
    )
    const dialog = page.getByRole('dialog')
    await page.locator('.records button.open').click()
    // Of an attempt that failed before another one has sent the e-mail.
    await page.getByText('Last failed attempt').waitFor()
    await page.getByText('450 the mailbox is busy').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('Another e-mail is sent, if it is still true').waitFor()
    await erase(id, async () => expect((await sent())[0].to).not.toBe(email))
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('The e-mail is not sent: the data of this person was erased').waitFor()
  })

  it.each([
    ['constructor', 'Person', 'What happened to a person'],
    ['nothing', 'Person', 'What happened to a person'],
    ['person/', 'Person', 'What happened to a person'],
    ['person/abc', 'Person', 'There is no person with the id “abc”.'],
    ['person?q=%00%E2%80%8Babsent', 'Person', '0 people found'],
    ['accounts/0', 'Accounts and keys', 'There is no service account with the id “0”.'],
    ['mails?status=constructor', 'E-mails', 'About registrations'],
    ['mails?status=waiting', 'E-mails', 'There are no such e-mails.'],
    ['webhooks?status=toString', 'Webhooks', 'Events for the endpoints of all accounts'],
    ['webhooks?endpoint=abc', 'Webhooks', 'There is no endpoint with the id “abc”.'],
  ])(
    'shows a view for an address with an unknown name, or says what is wrong: #/%s',
    async (address, heading, text) => {
      const page = await open('person')
      await page.locator('#q').waitFor()
      const errors: string[] = []
      page.on('console', (line) => void (line.type() === 'error' && errors.push(line.text())))
      await page.goto(`${system.adminUrl}/ops/#/${address}`)
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await page.getByText(text).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(errors).toEqual([])
    },
  )

  it.each([320, 375])('does not scroll sideways because of a long name or reply: %i px', async (width) => {
    const long = 'x'.repeat(120)
    const { id } = await createUser({ loginName: `long${width}`, firstName: long, lastName: long })
    await system.issueKey({ name: long })
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.example.org`
    const mail = { id: '1', registrationId: '1', to: email, status: 'failed', attempts: 1, resentAt: null }
    const dates = { createdAt: '2024-01-15T14:58:42Z', failedAt: '2024-01-15T14:58:43Z' }
    const event = { id: 1, endpointId: 1, eventType: 'user.created', recordId: id, status: 'failed' }
    const attempt = { attempts: 1, lastDurationMs: null, lastResponseStatus: null, deliveredAt: null }
    const reason = 'x'.repeat(2_000)
    const json = (page: Page, paths: string, body: unknown) =>
      page.route(paths, (route) => route.fulfill({ json: body }))
    const page = await open(
      'person',
      async (opened) => {
        const groups = [{ reason, count: 1, oldestAt: dates.failedAt, retryableIds: ['1'] }]
        await json(opened, '**/admin/reasons/**', { groups, complete: true })
        const rejected = { ...mail, ...dates, lastError: reason }
        await json(opened, '**/admin/deliveries/?status=*', [rejected])
        const refused = { ...event, ...attempt, occurredAt: dates.failedAt, lastError: reason }
        await json(opened, '**/admin/webhook-deliveries/**', [refused])
      },
      width,
    )
    await page.locator('#q').waitFor()
    const wider = async (view: string) => {
      await page.goto(`${system.adminUrl}/ops/#/${view}`)
      await page.locator('main:not([aria-busy])').waitFor()
      await page.getByText(/x{99}/).first().waitFor()
      return page.evaluate('document.documentElement.scrollWidth - innerWidth')
    }
    for (const view of [`person?q=${id}`, `person/${id}`, 'mails', 'webhooks', 'dead-letters', 'accounts'])
      expect([view, await wider(view)]).toEqual([view, 0])
  })
})
