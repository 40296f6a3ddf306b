import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startGuardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { AddressGuard } from '../../services/notification/src/webhooks/deliveries/address-guard.ts'
import { WebhookHttpClient } from '../../services/notification/src/webhooks/deliveries/http-client.ts'
import { client } from '../../testing/client.ts'
import { wholeSystem, type SystemOptions } from '../../testing/clients/system.ts'
import { eventually } from '../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../testing/isolated.ts'
import { testLogger } from '../../testing/leak-check.ts'
import { expectBody } from '../../testing/portal.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { BEHIND_TLS, certificateAuthority, startSquid, startStunnel, type BehindTls } from './between.ts'
import { putCourse, register, untilSent } from './registration.ts'
import { rowOf as declare } from './rows.ts'

const rowOf = (name: string, title: string, tests: () => void) =>
  declare(name, title, tests, { programs: ['openssl'] })
const PASSWORD = 'p@ss/word'
const PATIENCE_MS = 60_000

const guardian = startGuardian()
const ends: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const end of ends.splice(0)) await end()
  await guardian.release()
})

rowOf('squid', 'webhooks through Squid, with the file of the guide', () => {
  const options: SystemOptions = {}
  let squid: Awaited<ReturnType<typeof startSquid>>
  let received: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    received = await startReceiver()
    squid = await startSquid([received.port], PASSWORD, guardian)
    ends.push(squid.stop, received.stop)
    const webhookProxyUrl = `http://rollcall:${encodeURIComponent(PASSWORD)}@${squid.host}`
    Object.assign(options, { config: { webhookProxyUrl } })
  })
  const system = wholeSystem(options)

  it('arrive, and the address that it denies is named as refused by the proxy', async () => {
    const caller = client(system.url, (await system.issueKey()).credential)
    const outcomes: unknown[] = []
    for (const host of ['127.0.0.1', '127.0.0.2']) {
      const wanted = { url: `http://${host}:${received.port}/`, events: ['registration.created'] }
      const { id } = expectBody(await caller.post('/webhook-endpoints/', wanted), 201)
      outcomes.push(expectBody(await caller.post(`/webhook-endpoints/${id}/test/`), 200))
    }
    expect(outcomes).toMatchObject([
      { delivered: true, responseStatus: 204 },
      { delivered: false, error: 'proxy-rejected' },
    ])
    expect(received.received).toHaveLength(1)
  })

  it.each([
    ['refuses a wrong password', PASSWORD, 'rollcall:wrong@', { error: 'proxy-rejected' }],
    ['refuses a missing password', PASSWORD, '', { error: 'proxy-rejected' }],
    ['wants no password if it has none', '', '', { kind: 'delivered' }],
  ])('%s', async (_what, password, credentials, outcome) => {
    const proxy = password === '' ? await startSquid([received.port], '', guardian) : squid
    const logger = testLogger('squid')
    const resolve = () => Promise.resolve([])
    const addressGuard = new AddressGuard({
      allowedNetworks: ['loopback'],
      backingServers: [],
      logger,
      resolve,
    })
    const sender = new WebhookHttpClient({ addressGuard, proxyUrl: `http://${credentials}${proxy.host}` })
    const result = await sender.post(new URL(`http://127.0.0.1:${received.port}/`), '{}', {})
    await sender.close()
    if (proxy !== squid) await proxy.stop()
    expect(result).toMatchObject(outcome)
  })
})

rowOf('stunnel', 'servers behind stunnel, with the file of the guide and a private authority', () => {
  const [first, second, unknown] = ['first', 'second', 'unknown'].map(certificateAuthority) as [
    ReturnType<typeof certificateAuthority>,
    ReturnType<typeof certificateAuthority>,
    ReturnType<typeof certificateAuthority>,
  ]
  const trusted = getCACertificates('default')
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-ca-'))
  const caFile = join(dir, 'ca.pem')
  writeFileSync(caFile, first.certificate + second.certificate)
  const servers = {} as Record<BehindTls, [port: number, address: string]>
  let stunnel: Awaited<ReturnType<typeof startStunnel>>
  const lines: string[] = []

  /** The URL of a server by TLS. */
  function byTls(name: BehindTls, text: string): string {
    const url = new URL(text)
    servers[name][1] = url.host
    return text.replace(url.host, `localhost:${servers[name][0]}`).replace(/^(redis|amqp|smtp):/, '$1s:')
  }
  beforeAll(async () => {
    for (const name of Object.keys(BEHIND_TLS)) servers[name as BehindTls] = [await freePort(), '']
  })
  const system = wholeSystem({
    config: { caFile },
    onLogLine: (line) => lines.push(line),
    databaseUrl: () => `${byTls('mongodb', freshDatabaseUrl())}?tls=true`,
    async wayTo(name, url) {
      if (name === 'user') return url
      const way = byTls(name, url)
      if (name !== 'smtp') return way
      byTls('mongodb', freshDatabaseUrl())
      stunnel = await startStunnel(servers, first.issue(), guardian)
      return way
    },
  })
  afterAll(async () => {
    await stunnel.stop()
    setDefaultCACertificates(trusted)
    rmSync(dir, { recursive: true })
  })

  /** As a server that restarts with another certificate. */
  async function restartWith({ issue }: typeof first): Promise<void> {
    await stunnel.stop()
    stunnel = await startStunnel(servers, issue(), guardian)
  }
  const readiness = async (url: string) =>
    (await (await fetch(`${url}/readyz`)).json()) as { away?: string[] }
  const away = async () => Promise.all(Object.values(system.health).map(readiness))
  const isReady = () =>
    eventually(async () => {
      for (const one of await away()) expect(one).toEqual({ status: 'ready', away: [] })
    }, PATIENCE_MS)
  let people = 0
  async function registersAndWrites(): Promise<void> {
    const caller = client(system.url, (await system.issueKey()).credential)
    const { id } = await register(caller, `tls-${++people}@example.org`)
    await untilSent(caller, id, PATIENCE_MS)
  }

  it('are used, with the certificates of one authority and then of another', async () => {
    await putCourse(system.operator)
    await registersAndWrites()
    await restartWith(second)
    await isReady()
    await registersAndWrites()
  }, 120_000)

  it('are unavailable while their certificate is of an unknown authority, as the log says', async () => {
    lines.length = 0
    await restartWith(unknown)
    // The mail server is not asked while no e-mail is sent.
    const all = ['mongodb', 'redis', 'rabbitmq']
    const reasonOf = (dependency: string) =>
      lines.findLast((line) => line.includes(`"dependency":"${dependency}"`)) ?? ''
    await eventually(async () => {
      expect((await away()).flatMap((one) => one.away ?? [])).toEqual(expect.arrayContaining(all))
      for (const dependency of all) expect(reasonOf(dependency)).toMatch(/certificate/)
    }, PATIENCE_MS)
    await restartWith(first)
    await isReady()
    await registersAndWrites()
  }, 180_000)
})
