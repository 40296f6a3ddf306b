import { promises } from 'node:dns'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { testServers } from '../../../testing/servers.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { respondWith, startConnectProxy, startReceiver } from '../../../testing/receiver.ts'
import { AddressGuard, resolveByDns, type Resolve } from '../src/webhooks/deliveries/address-guard.ts'
import { serversIn, type ServerDns } from '../src/webhooks/deliveries/backing-servers.ts'
import { WebhookHttpClient } from '../src/webhooks/deliveries/http-client.ts'
import { readUrl } from '../src/webhooks/endpoints/rules.ts'
import { MAX_ATTEMPT_MS, WebhookFailure } from '../src/webhooks/deliveries/rules.ts'

const logger = testLogger('address guard')

/** What a URL of an endpoint must not lead to, with the address of each name. */
const FORBIDDEN = (
  [
    ['https://127.0.0.1/'],
    ['https://127.1/'],
    ['https://2130706433/'],
    ['https://0177.0.0.1/'],
    ['https://0x7f.0.0.1/'],
    ['https://0/'],
    ['https://localhost/'],
    ['https://a.localhost./'],
    ['https://10.1.2.3/'],
    ['https://172.16.0.1/'],
    ['https://192.168.1.1/'],
    ['https://100.64.0.1/'],
    ['https://169.254.169.254/latest/meta-data/'],
    ['https://169.254.170.2/'],
    ['https://168.63.129.16/'],
    ['https://198.18.0.1/'],
    ['https://192.0.2.1/'],
    ['https://224.0.0.1/'],
    ['https://255.255.255.255/'],
    ['https://[::1]/'],
    ['https://[::]/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://[::ffff:8.8.8.8]/'],
    ['https://[64:ff9b::7f00:1]/'],
    ['https://[64:ff9b::10.1.2.3]/'],
    ['https://[64:ff9b::a9fe:a9fe]/'],
    ['https://[64:ff9b::168.63.129.16]/'],
    ['https://[64:ff9b:1::1]/'],
    ['https://[2002:7f00:1::]/'],
    ['https://[2001:0:4136:e378::1]/'],
    ['https://[fe80::1]/'],
    ['https://[fd00::1]/'],
    ['https://[fec0::1]/'],
    ['https://[ff02::1]/'],
    ['https://[2001:2::1]/'],
    ['https://[2001:db8::1]/'],
    ['https://[3fff::1]/'],
    ['https://[::127.0.0.1]/'],
    ['https://metadata.example/', '169.254.169.254'],
    ['https://inside.example/', '10.0.0.5'],
    ['https://inside6.example/', 'fd00::5'],
    ['https://mapped.example/', '::ffff:10.0.0.5'],
    ['https://translated.example/', '64:ff9b::a9fe:a9fe'],
  ] as [url: string, address?: string][]
).map(([url, address = '']) => [url, address] as const)

describe('the addresses to which webhooks may be sent (W9)', () => {
  const guardOf = (addresses: readonly string[], allowedNetworks: readonly string[] = []) =>
    new AddressGuard({
      allowedNetworks,
      backingServers: serversIn('mongodb://127.0.0.1:27017,127.0.0.2/rollcall'),
      logger,
      resolve: (name) => (addresses.length > 0 ? Promise.resolve(addresses) : resolveByDns()(name)),
    })
  const rejection = (guard: AddressGuard, url: string): Promise<unknown> => {
    const { hostname } = readUrl(url, { allowHttp: false, isAllowedHost: () => true })
    return guard.addressesOf(hostname, 443).then(
      (addresses) => `allowed: ${addresses.join()}`,
      (error: unknown) => (error instanceof WebhookFailure ? error.errorClass : error),
    )
  }

  it.each(FORBIDDEN)('do not include %s %s', async (url, address) => {
    expect(await rejection(guardOf(address === '' ? [] : [address]), url)).toBe('address-not-allowed')
  })

  it.each(FORBIDDEN)('are checked at once in a URL that contains one: %s %s', (url, address) => {
    const guard = guardOf([])
    const urlRules = { allowHttp: false, isAllowedHost: guard.isAllowedHost.bind(guard) }
    const read = () => readUrl(url, urlRules)
    if (address === '') expect(read).toThrow('url must lead to a public address')
    else expect(read).not.toThrow()
  })

  it('are those of a name that are allowed, if it has others too', async () => {
    expect(await rejection(guardOf(['10.0.0.5', '93.184.216.34', 'fd00::5']), 'https://both.example/')).toBe(
      'allowed: 93.184.216.34',
    )
  })

  it('are judged by the IPv4 address behind NAT64, also where the network of NAT64 is allowed', async () => {
    const guard = guardOf([], ['64:ff9b::/96', '10.0.0.0/8'])
    for (const [address, result] of [
      ['64:ff9b::a9fe:a9fe', 'address-not-allowed'],
      ['64:ff9b::7f00:2', 'address-not-allowed'],
      ['64:ff9b::a01:203', 'allowed: 64:ff9b::a01:203'],
    ])
      expect(await rejection(guard, `https://[${address}]/`)).toBe(result)
  })

  it('include public addresses, IPv4 and IPv6, also behind NAT64', async () => {
    for (const address of ['93.184.216.34', '2606:2800:220:1::1', '64:ff9b::5db8:d822']) {
      expect(await rejection(guardOf([address]), 'https://hr.example/')).toBe(`allowed: ${address}`)
      expect([address, guardOf([]).isAllowedHost(address)]).toEqual([address, true])
    }
  })

  it('include what the operator allows, but never a server of Rollcall itself', async () => {
    const guard = guardOf([], ['loopback', '10.0.0.0/8', 'fd00::1'])
    expect(await guard.addressesOf('127.0.0.1', 8_443)).toEqual(['127.0.0.1'])
    expect(await guard.addressesOf('10.9.9.9', 443)).toEqual(['10.9.9.9'])
    expect(await guard.addressesOf('[fd00::1]', 443)).toEqual(['fd00::1'])
    for (const [host, port] of [
      ['127.0.0.1', 27_017],
      ['127.0.0.2', 27_017],
      // A server may listen on all addresses of this machine.
      ['127.0.0.3', 27_017],
      ['::1', 27_017],
      ['::ffff:127.0.0.1', 8_443],
      ['fd00::2', 443],
    ] as const)
      await expect(guard.addressesOf(host, port)).rejects.toMatchObject({ errorClass: 'address-not-allowed' })
  })
})

it('a server that listens on all addresses of this machine is reached at none of them (W9)', async () => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address))
  const guard = new AddressGuard({
    allowedNetworks: ['loopback', 'uniquelocal', 'linklocal', '0.0.0.0/0', '::/0'],
    backingServers: serversIn(`redis://127.0.0.1:${port}`),
    logger,
    resolve: resolveByDns(),
  })
  for (const address of ['127.0.0.1', '127.0.0.2', '127.255.255.254', '[::1]', 'localhost', ...own]) {
    await expect(guard.addressesOf(address, port)).rejects.toMatchObject({
      errorClass: 'address-not-allowed',
    })
    expect(await guard.addressesOf(address, port - 1)).toHaveLength(1)
  }
  server.close()
})

describe('the name of a receiver (W9)', () => {
  const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
  const lookUp = (codeOfIPv4: string, ofIPv6: Promise<string[]>) => {
    jest.spyOn(promises.Resolver.prototype, 'resolve4').mockReturnValue(failed(codeOfIPv4))
    jest.spyOn(promises.Resolver.prototype, 'resolve6').mockReturnValue(ofIPv6)
    return resolveByDns()('hr.example')
  }
  afterEach(() => jest.restoreAllMocks())

  it.each(['ENOTFOUND', 'ENODATA', 'EBADNAME'])('has no address when the DNS says %s', async (code) => {
    expect(await lookUp(code, failed(code))).toEqual([])
  })

  it.each(['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED'])('is unknown when the DNS says %s', async (code) => {
    await expect(lookUp(code, failed('ENODATA'))).rejects.toMatchObject({ errorClass: 'dns-unavailable' })
    expect(await lookUp(code, Promise.resolve(['fd00::1']))).toEqual(['fd00::1'])
  })
})

describe('the servers in the configuration (W9)', () => {
  const lookup = jest.fn()
  const resolveSrv = jest.fn()
  let guard: AddressGuard
  let secondsLater: number

  beforeEach(() => {
    secondsLater = 0
    const now = performance.now.bind(performance)
    jest.spyOn(performance, 'now').mockImplementation(() => now() + secondsLater * 1_000)
    lookup.mockImplementation((host: string) =>
      Promise.resolve([{ address: host === 'one.example' ? '10.0.0.1' : '10.0.0.2', family: 4 }]),
    )
    resolveSrv.mockResolvedValue([
      { name: 'one.example', port: 27_017 },
      { name: 'two.example', port: 27_018 },
    ])
    guard = new AddressGuard({
      allowedNetworks: ['10.0.0.0/8'],
      backingServers: serversIn('mongodb+srv://a:b@cluster.example/db'),
      serverDns: { lookup, resolveSrv } as unknown as ServerDns,
      logger,
      resolve: resolveByDns(),
    })
  })
  afterEach(() => {
    jest.restoreAllMocks()
    jest.resetAllMocks()
  })

  const failure = (code: string) => Object.assign(new Error(code), { code })
  const expectBlocked = (address: string, errorClass = 'address-not-allowed') =>
    expect(guard.addressesOf(address, 443)).rejects.toMatchObject({ errorClass })
  const expectAllowed = async (address: string) =>
    expect(await guard.addressesOf(address, 443)).toEqual([address])

  it('include each host that a URL names', () => {
    expect(serversIn('mongodb://a:b@one:27018,two/db?replicaSet=x')).toEqual([
      { kind: 'host', host: 'one', port: 27_018 },
      { kind: 'host', host: 'two', port: 27_017 },
    ])
    expect(serversIn('amqps://user:p%40ss@[fd00::1]/vhost')).toEqual([
      { kind: 'host', host: 'fd00::1', port: 5_671 },
    ])
    expect(serversIn('smtp://mail')).toEqual([{ kind: 'host', host: 'mail', port: 25 }])
    expect(serversIn('redis+sentinel://s1,s2:26380/primary')).toEqual([
      { kind: 'host', host: 's1', port: 26_379 },
      { kind: 'host', host: 's2', port: 26_380 },
    ])
    expect(serversIn('')).toEqual([])
  })

  it('are blocked if the SRV records of a mongodb+srv URL name them', async () => {
    await expectBlocked('10.0.0.1')
    await expectBlocked('10.0.0.2')
    await expectAllowed('10.0.0.3')
    expect(resolveSrv.mock.calls).toEqual([['_mongodb._tcp.cluster.example']])
  })

  it('are looked up every five seconds until they are found, and block everything until then', async () => {
    resolveSrv.mockRejectedValueOnce(failure('ESERVFAIL'))
    lookup.mockRejectedValueOnce(failure('EAI_AGAIN'))
    for (let attempt = 0; attempt < 2; attempt++) {
      await expectBlocked('10.0.0.3', 'dns-unavailable')
      await expectBlocked('10.0.0.3', 'dns-unavailable')
      expect(resolveSrv).toHaveBeenCalledTimes(attempt + 1)
      secondsLater += 6
    }
    await expectAllowed('10.0.0.3')
  })

  it('stay blocked while the DNS does not respond', async () => {
    await expectAllowed('10.0.0.3')
    resolveSrv.mockRejectedValue(failure('ESERVFAIL'))
    for (let search = 0; search < 2; search++) {
      secondsLater += 61
      await expectBlocked('10.0.0.1')
      await expectAllowed('10.0.0.3')
    }
    expect(resolveSrv).toHaveBeenCalledTimes(3)
  })

  it('are not blocked if their name does not exist', async () => {
    resolveSrv.mockRejectedValue(failure('ENOTFOUND'))
    await expectAllowed('10.0.0.1')
  })
})

describe('the service (W9)', () => {
  const { system, aSubscriber } = webhookScene({ config: { webhookProxyUrl: 'http://127.0.0.1:3128' } })

  it('sends no webhook to a server in its configuration', async () => {
    const { api, path } = await aSubscriber()
    const servers = { mongodbUrl: testServers().mongodbUrl, ...system.serversOfNotification }
    for (const [name, server] of Object.entries(servers)) {
      const url = `http://127.0.0.1:${new URL(server).port}/`
      expect(await api.post(path, { url })).toMatchObject({ status: 200 })
      expect([name, (await api.post(`${path}test/`)).body]).toMatchObject([
        name,
        { error: 'address-not-allowed' },
      ])
    }
  })
})

describe('the connection of a webhook (W9)', () => {
  const clientWith = (resolve: Resolve, proxyUrl = '') =>
    new WebhookHttpClient({
      addressGuard: new AddressGuard({ allowedNetworks: ['loopback'], backingServers: [], logger, resolve }),
      proxyUrl,
    })

  it('uses the address that was checked, even if the name has another one a moment later', async () => {
    const receiver = await startReceiver()
    const answers = [['127.0.0.1'], ['10.0.0.5'], ['169.254.169.254']]
    const asked: string[] = []
    const client = clientWith((name) => {
      asked.push(name)
      return Promise.resolve(answers.shift() ?? [])
    })
    const post = (name: string) => client.post(new URL(`http://${name}:${receiver.port}/`), '{"a":1}', {})
    expect(await post('one.example')).toMatchObject({ kind: 'delivered', status: 204 })
    expect(asked).toEqual(['one.example'])
    expect(await post('two.example')).toMatchObject({ error: 'address-not-allowed', status: null })
    expect(await post('three.example')).toMatchObject({ error: 'address-not-allowed' })
    expect(await post('four.example')).toMatchObject({ error: 'name-not-found' })
    // A redirect to loopback is a failure, and is not followed.
    receiver.onRequest(respondWith(307, { location: `http://127.0.0.1:${receiver.port}/inside` }))
    expect(await post('127.0.0.1')).toMatchObject({ error: 'redirect', status: 307 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/'])
    await client.close()
    await receiver.stop()
  })

  it('uses the checked address through a proxy, too', async () => {
    const receiver = await startReceiver()
    const proxy = await startConnectProxy()
    const client = clientWith(() => Promise.resolve(['127.0.0.1']), proxy.url)
    const url = new URL(`http://hr.example:${receiver.port}/`)
    expect(await client.post(url, '{"a":1}', {})).toMatchObject({ kind: 'delivered', status: 204 })
    expect(proxy.targets).toEqual([`127.0.0.1:${receiver.port}`])
    expect(receiver.received).toMatchObject([{ headers: { host: `hr.example:${receiver.port}` } }])
    await client.close()
    await proxy.stop()
    await receiver.stop()
  })

  it.each([
    ['with its credentials leads to the receiver', 'ro%40ll:p%20w@', { kind: 'delivered' }],
    ['without them says that the proxy refused it', '', { error: 'proxy-rejected', status: null }],
    ['with others says so too', 'ro%40ll:wrong@', { error: 'proxy-rejected', status: null }],
  ])('through a proxy %s', async (_, credentials, result) => {
    const receiver = await startReceiver()
    const proxy = await startConnectProxy({ credentials: 'ro@ll:p w' })
    const client = clientWith(() => Promise.resolve([]), proxy.url.replace('//', `//${credentials}`))
    expect(await client.post(new URL(receiver.url), '{"a":1}', {})).toMatchObject(result)
    await client.close()
    await proxy.stop()
    await receiver.stop()
  })

  it('is reported as no connection if the proxy can not open it', async () => {
    const proxy = await startConnectProxy({ status: 502 })
    const client = clientWith(() => Promise.resolve([]), proxy.url)
    expect(await client.post(new URL('http://127.0.0.1:1/'), '{}', {})).toMatchObject({
      error: 'no-connection',
    })
    await client.close()
    await proxy.stop()
  })

  describe('to a name with many addresses', () => {
    const addresses = Array.from({ length: 10 }, (_, i) => `127.0.0.${i + 1}`)
    const targetsOf = async (proxy: Awaited<ReturnType<typeof startConnectProxy>>) => {
      const client = clientWith(() => Promise.resolve(addresses), proxy.url)
      expect(await client.post(new URL('http://many.example:1/'), '{}', {})).toMatchObject({
        error: 'no-connection',
      })
      await client.close()
      await proxy.stop()
      return proxy.targets
    }

    it('is tried to a few of them', async () => {
      const targets = await targetsOf(await startConnectProxy({ status: 502 }))
      expect(targets).toEqual(addresses.slice(0, 4).map((address) => `${address}:1`))
    })

    it('is tried to no other after the longest attempt', async () => {
      const proxy = await startConnectProxy({ status: 502 })
      const now = performance.now.bind(performance)
      const later = () => (proxy.targets.length > 0 ? MAX_ATTEMPT_MS : 0)
      const spy = jest.spyOn(performance, 'now').mockImplementation(() => now() + later())
      expect(await targetsOf(proxy)).toEqual(['127.0.0.1:1'])
      spy.mockRestore()
    })
  })

  it('reports the class of its error', async () => {
    const receiver = await startReceiver()
    const client = clientWith(() => Promise.resolve([]))
    const post = (url: string) => client.post(new URL(url), '{"a":1}', {}, 300)
    receiver.onRequest((response) => void response.socket?.destroy())
    expect(await post(receiver.url)).toMatchObject({ error: 'connection-lost', status: null })
    receiver.onRequest(() => undefined)
    expect(await post(receiver.url)).toMatchObject({ error: 'timeout', status: null })
    expect(await post(receiver.url.replace('http:', 'https:'))).toMatchObject({ error: 'tls-failure' })
    await receiver.stop()
    expect(await post(receiver.url)).toMatchObject({ error: 'no-connection' })
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const startedAt = performance.now()
    const { port } = silent.address() as AddressInfo
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ error: 'timeout' })
    // Long before undici gives up connecting, after five seconds.
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    await client.close()
    silent.close()
  })
})
