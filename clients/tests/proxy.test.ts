import { EXIT } from '../cli/src/exit-codes.ts'
import { rollcall } from '../typescript/src/index.ts'
import { operator } from '../typescript/src/operator.ts'
import { command } from '../../testing/clients/command.ts'
import { scriptedServer } from '../../testing/clients/scripted-server.ts'
import { startConnectProxy } from '../../testing/receiver.ts'

const callByCommand = (baseUrl: string) =>
  command(['groups', 'list'], { env: { ROLLCALL_ADMIN_URL: baseUrl, ROLLCALL_OPERATOR_TOKEN: 'token' } })

/** One call of each client, to this address. */
const CALLS: Readonly<Record<string, (baseUrl: string) => Promise<unknown>>> = {
  'the TypeScript client': (baseUrl) => rollcall({ baseUrl, apiKey: 'key', apiSecret: 'secret' }).listUsers(),
  'its operator half': (baseUrl) => operator({ baseUrl, token: 'token' }).user.listGroups(),
  'the command line': callByCommand,
  'its check of the address': (baseUrl) => command(['doctor'], { env: { ROLLCALL_URL: baseUrl } }),
}

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']
const before = NAMES.map((name) => [name, process.env[name]] as const)
const setOnly = (variables: Readonly<Record<string, string>>) => {
  for (const name of NAMES) delete process.env[name]
  Object.assign(process.env, variables)
}
afterEach(() => {
  const present = before.filter((one): one is [string, string] => one[1] !== undefined)
  setOnly(Object.fromEntries(present))
})

describe('the proxy of the environment', () => {
  it.each(Object.entries(CALLS))('is used by %s, except for the hosts of NO_PROXY', async (_who, call) => {
    const proxy = await startConnectProxy()
    const { url, received } = await scriptedServer({ status: 200, body: [] })
    const target = new URL(url).host
    setOnly({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url })
    await call(url)
    expect([received.length, proxy.targets]).toEqual([1, [target]])
    setOnly({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' })
    await call(url)
    expect([received.length, proxy.targets]).toEqual([2, [target]])
    setOnly({})
    await call(url)
    expect([received.length, proxy.targets]).toEqual([3, [target]])
    void proxy.stop()
  })
  it('may have an address without a scheme, as for curl', async () => {
    const proxy = await startConnectProxy()
    const { url } = await scriptedServer({ status: 200, body: [] })
    setOnly({ http_proxy: new URL(proxy.url).host })
    await callByCommand(url)
    expect(proxy.targets).toEqual([new URL(url).host])
    void proxy.stop()
  })

  it.each(['http://', 'ftp://user:secret@proxy.example.org', 'proxy:port'])(
    'must have an address, and not %s',
    async (address) => {
      setOnly({ HTTPS_PROXY: address })
      const { code, stderr } = await callByCommand('http://127.0.0.1:9')
      expect([code, stderr]).toEqual([
        EXIT.failed,
        'rollcall: HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.org:3128.\n',
      ])
    },
  )
})
