import type { Fetch } from './repeat.ts'

type Variables = Readonly<Record<string, string | undefined>>

interface Addresses {
  readonly httpsProxy: string | undefined
  readonly httpProxy: string | undefined
}

interface Proxies {
  readonly EnvHttpProxyAgent: new (addresses: Addresses) => object
}

/**
 * `fetch`, through the proxy that `HTTPS_PROXY` or `HTTP_PROXY` names, except for the hosts of `NO_PROXY`.
 * `fetch` of Node does so only for a whole process, with `NODE_USE_ENV_PROXY`.
 *
 * @throws TypeError for a variable that is not the address of a proxy
 */
export function fetchThroughProxy(): Fetch {
  const { env = {} } = (globalThis as { process?: { env?: Variables } }).process ?? {}
  const addresses = {
    httpsProxy: addressIn(env, ['https_proxy', 'HTTPS_PROXY']),
    httpProxy: addressIn(env, ['http_proxy', 'HTTP_PROXY']),
  }
  if (!addresses.httpsProxy && !addresses.httpProxy) return (input, init) => fetch(input, init)
  // Only loaded where it is needed, and never by a browser.
  const name = 'undici'
  const agent = (import(name) as Promise<Proxies>).then(
    ({ EnvHttpProxyAgent }) => new EnvHttpProxyAgent(addresses),
  )
  return async (input, init) => {
    const throughProxy: RequestInit & { dispatcher: object } = { ...init, dispatcher: await agent }
    return fetch(input, throughProxy)
  }
}

/** The address in the first of these variables that is set; without a scheme, that of http, as in curl. */
function addressIn(env: Variables, names: readonly string[]): string | undefined {
  const name = names.find((one) => env[one])
  const text = name && env[name]
  if (!text) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  // The message does not show the text, which may hold a password.
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw new TypeError(`${name} must be the address of a proxy, such as http://proxy.example.org:3128.`)
  return address
}
