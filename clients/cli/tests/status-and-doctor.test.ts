import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../../testing/eventually.ts'
import { command, settings, type CommandResult } from '../../../testing/clients/command.ts'
import { scriptedServer, type ScriptedResponse } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { EXIT } from '../src/exit-codes.ts'

describe('with a running system', () => {
  const system = wholeSystem()
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    env = settings(system, await system.issueKey())
  })

  it('status shows the state and the requests of each service (O16)', async () => {
    // On a busy machine a service can be degraded for a moment.
    await eventually(async () => {
      const services = (await command(['status', '--json'], { env })).json<any[]>()
      expect(services.map(({ service }) => service)).toEqual(['registration', 'user', 'notification'])
      expect(services[0]).toMatchObject({ status: 'ready', perMinute: { counts: expect.any(Array) } })
      const { stdout } = await command(['status'], { env })
      expect(stdout).toMatch(/registration +ready/)
    })
  })

  const findings = (result: CommandResult): Record<string, string> =>
    Object.fromEntries(result.json<any[]>().map(({ check, state }) => [check, state]))

  it('doctor reports every check as ok', async () => {
    const { user, registration } = system.health
    const ofConnection = ['address', 'contract', 'clock', 'operator token', 'API key', 'health']
    const ofMails = ['queued e-mails', 'limits of e-mails', 'failed e-mails']
    const ofOperations = ['servers', 'events', ...ofMails, 'webhook secrets', 'dead letters', 'keys']
    const checks = [...ofConnection, ...ofOperations]
    await eventually(async () => {
      const result = await command(['doctor', '--json', '--health', user, '--health', registration], { env })
      expect(findings(result)).toEqual(Object.fromEntries(checks.map((check) => [check, 'ok'])))
    })
  })

  it('doctor reports missing credentials as skipped, and exits with 0', async () => {
    const result = await command(['doctor', '--json'], { env: { ROLLCALL_URL: system.url } })
    const skipped = { 'operator token': 'skipped', 'API key': 'skipped' }
    expect([result.code, findings(result)]).toMatchObject([EXIT.done, { address: 'ok', ...skipped }])
  })

  it('doctor exits with 2 if no address is set, so it has checked nothing', async () => {
    const { code, stderr } = await command(['doctor'], { env: {} })
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('Nothing was checked')])
  })

  it('doctor exits with 4 for a wrong token or key, and with 5 if a server does not respond', async () => {
    for (const [option, value, code, check] of [
      ['--operator-token', 'wrong', EXIT.denied, 'operator token'],
      ['--api-secret', 'wrong', EXIT.denied, 'API key'],
      ['--health', 'http://127.0.0.1:9', EXIT.unavailable, 'health'],
    ] as const) {
      const result = await command(['doctor', '--json', option, value], { env })
      expect([result.code, findings(result)[check]]).toEqual([code, 'failed'])
    }
  })

  it('doctor distinguishes an account without a role from a wrong key', async () => {
    const withoutRole = settings(system, await system.issueKey({ grants: [] }))
    const result = await command(['doctor'], { env: withoutRole })
    expect(result.stdout).toMatch(/! API key +valid, but its account has no role/)
  })
})

describe('doctor with a scripted server', () => {
  const contract = (version: string) => ({ openapi: '3.0.3', info: { version } })

  const runDoctor = async (response: Partial<ScriptedResponse>) => {
    const { url } = await scriptedServer({ status: 200, body: contract('2.0.0'), ...response })
    const { code, stdout } = await command(['doctor'], { env: { ROLLCALL_URL: url } })
    return [code, stdout]
  }

  it('reports that the clock of this machine is wrong, by the Date of a response', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString()
    const finding = /✗ clock +this machine is (89|90) s behind the service; set its clock/
    expect(await runDoctor({ headers: { date } })).toEqual([EXIT.failed, expect.stringMatching(finding)])
  })

  it.each<[string, object, number, RegExp]>([
    [
      'a minor version of the contract that is not its own',
      contract('2.7.0'),
      EXIT.done,
      /! contract +version 2\.7\.0/,
    ],
    [
      'a major version of the contract that is not its own',
      contract('3.0.0'),
      EXIT.failed,
      /✗ contract +version 3\.0\.0/,
    ],
    [
      'a server that is not Rollcall',
      { hello: 'world' },
      EXIT.failed,
      /the server at this address is not Rollcall/,
    ],
  ])('reports %s', async (_what, body, code, finding) => {
    expect(await runDoctor({ body })).toEqual([code, expect.stringMatching(finding)])
  })

  it('does not wait while the rate limit is used up, and reports it', async () => {
    const headers = { 'retry-after': '34' }
    const { url, received } = await scriptedServer({
      status: 429,
      headers,
      body: { detail: 'Too many requests' },
    })
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token', ROLLCALL_API_KEY: 'key' }
    const result = await command(['doctor', '--url', url, '--api-secret', 'secret'], { env })
    expect(received.map((request) => request.url)).toEqual([
      ...new Set(received.map((request) => request.url)),
    ])
    for (const check of ['operator token', 'API key'])
      expect(result.stdout).toMatch(new RegExp(`! ${check} +the rate limit is used up; try again in 34 s`))
  })

  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
  const delivery = (createdAt: string, more: object = {}) => ({
    id: '1',
    registrationId: 1,
    template: 222,
    to: 'ada@example.org',
    status: 'queued',
    attempts: 3,
    lastError: 'connection refused',
    messageId: '<1@example.org>',
    createdAt,
    sentAt: null,
    failedAt: null,
    possiblySent: false,
    ...more,
  })
  const listResponse = (body: unknown[], headers = {}): ScriptedResponse => ({ status: 200, headers, body })
  const status = (more: object = {}): ScriptedResponse => ({
    status: 200,
    body: {
      service: 'user',
      status: 'ready',
      dependencies: [],
      stalled: [],
      pendingEvents: 2,
      oldestPendingEvent: null,
      queues: [{ name: 'a queue', messages: 3, consumers: 1 }],
      perMinute: null,
      backlog: null,
      mailLimits: null,
      limitedAccounts: [],
      ...more,
    },
  })
  const reasons = (...counts: [reason: string, count: number][]): ScriptedResponse => {
    const of = { retryableIds: [], oldestAt: hours(1), newestAt: hours(1), endpointId: null, queue: null }
    const groups = counts.map(([reason, count]) => ({ reason, count, exampleId: '1', ...of }))
    return { status: 200, body: { groups, complete: true } }
  }

  it('reports stalled work, waiting and failed e-mails, and keys that expire soon', async () => {
    const ALARM = { name: 'rabbitmq', up: false, critical: false, reason: 'blocked by an alarm: low on disk' }
    const { url, received } = await scriptedServer(
      // For the operator token, then of each service.
      status(),
      status(),
      status({ pendingEvents: null, queues: [], dependencies: [ALARM] }),
      status({ stalled: ['e-mails', 'webhooks'] }),
      listResponse([delivery(hours(0))], { 'x-total-count': '6' }),
      listResponse([delivery(hours(3.5))]),
      listResponse([delivery(hours(1), { status: 'sending' })], { 'x-total-count': '1' }),
      listResponse([delivery(hours(1), { status: 'sending' })]),
      reasons(),
      status({
        mailLimits: {
          maxConnections: 20,
          connections: 3,
          maxPerMinute: null,
          perMinute: 70,
          lastRefusal: { at: hours(0.5), reply: '432 4.3.2 too many at once' },
        },
      }),
      listResponse([
        delivery(hours(30), { failedAt: hours(2) }),
        delivery(hours(31), { failedAt: hours(3), resentAt: hours(1) }),
        delivery(hours(90), { failedAt: hours(89) }),
      ]),
      listResponse([]),
      listResponse([], { 'x-total-count': '140' }),
    )
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const result = await command(['doctor'], { env })
    expect(result.code).toBe(EXIT.unavailable)
    expect(result.stdout).toMatch(
      /✗ servers +unavailable: rabbitmq for user \(blocked by an alarm: low on disk\)/,
    )
    expect(result.stdout).toMatch(/✗ events +stalled, although .* available: e-mails, webhooks/)
    expect(result.stdout).toMatch(
      /✗ queued e-mails +7, the oldest queued 3 h ago \(its last error: connection refused\)\n/,
    )
    expect(result.stdout).toMatch(
      /! limits of e-mails +3 of 20 at a time, 70 a minute; lowered by Rollcall itself .* 30 min ago: 432/,
    )
    expect(result.stdout).toMatch(/! failed e-mails +1 in the last 24 hours; see `rollcall deliveries list/)
    expect(received[5]?.url).toContain('offset=5')
    expect(result.stdout).toMatch(/! keys +140 keys in use expire within 14 days/)
  })

  it.each<[string, ScriptedResponse, RegExp]>([
    [
      'reports what the mail server says now',
      { status: 200, body: { name: 'smtp', up: true, critical: false, reason: '' } },
      /✓ servers +available to every service/,
    ],
    [
      'reports what the service knows of the mail server if its own token may not ask',
      { status: 403, body: { status: 403, detail: 'The operator token may only read.' } },
      /✗ servers +unavailable: smtp for notification \(no login\)/,
    ],
  ])('%s', async (_what, answer, finding) => {
    const dependencies = [{ name: 'smtp', up: false, critical: false, reason: 'no login' }]
    const ofNotification = status({ service: 'notification', dependencies })
    const { url, received } = await scriptedServer(status(), status(), status(), ofNotification, answer)
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const { stdout } = await command(['doctor'], { env })
    expect(received[4]).toMatchObject({ method: 'POST', url: '/admin/deliveries/connect/' })
    expect(stdout).toMatch(finding)
  })

  it.each([
    ['ready', EXIT.done],
    ['degraded', EXIT.done],
    ['not ready', EXIT.unavailable],
  ])('reports a service that is %s; status then exits with %i', async (state, expected) => {
    const { url } = await scriptedServer(status(), status({ status: state }), status())
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const { code, stdout } = await command(['status'], { env })
    expect([code, stdout]).toEqual([expected, expect.stringContaining(`user     ${state} `)])
  })

  it('reports no number of events that a service does not know', async () => {
    const { url } = await scriptedServer(status({ pendingEvents: null }))
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const { stdout } = await command(['doctor'], { env })
    expect(stdout).toMatch(/✓ events +an unknown number in outboxes, 9 in queues\n/)
  })

  it.each<[string, [reason: string, count: number][], RegExp]>([
    ['wait for their first attempt', [['', 6]], /✓ queued e-mails +6, the oldest queued \d+ s ago/],
    ['are greylisted', [['refused-for-now 451 4.7.1', 6]], /✓ queued e-mails +6/],
    [
      'were refused for the sender',
      [
        ['refused-for-now 553 5.7.1', 3],
        ['', 2],
        ['refused-for-load 550', 1],
      ],
      /! queued e-mails .*; the mail server refused 4 \(553 5\.7\.1, 550\); see `rollcall deliveries reasons/,
    ],
  ])('reports queued e-mails that %s', async (_, counts, finding) => {
    const first = listResponse([delivery(hours(0), { lastError: '' })], { 'x-total-count': '6' })
    const none = listResponse([], { 'x-total-count': '0' })
    const statuses = Array.from({ length: 4 }, () => status())
    const { url } = await scriptedServer(...statuses, first, first, none, reasons(...counts), status(), none)
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    expect((await command(['doctor'], { env })).stdout).toMatch(finding)
  })

  it('reads the addresses of the services from a local run, and reports what is unavailable', async () => {
    const ready = await scriptedServer({ status: 200, body: { status: 'ready', away: [] } })
    const degraded = await scriptedServer({ status: 200, body: { status: 'degraded', away: ['smtp'] } })
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-cli-'))
    await mkdir(join(folder, '.local'))
    const healthUrls = { user: ready.url, notification: degraded.url }
    await writeFile(join(folder, '.local', 'run.json'), JSON.stringify({ healthUrls }))
    const { code, stdout } = await command(['doctor'], { folder })
    expect(code).toBe(EXIT.unavailable)
    expect(stdout).toContain(`✓ health           ${ready.url} is ready`)
    expect(stdout).toContain(`✗ health           ${degraded.url} is degraded: smtp`)
    // The file is not used if the options or variables name another installation.
    const other = await command(['doctor'], { folder, env: { ROLLCALL_ADMIN_URL: 'http://127.0.0.1:9' } })
    expect(other.stdout).toContain('no admin address of a service is known: give --health')
    await rm(folder, { recursive: true })
  })
})
