import type { Fetch } from './repeat.ts'

interface Proxies {
  readonly EnvHttpProxyAgent: new () => object
}

const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']

/**
 * `fetch`, through the proxy that `HTTPS_PROXY` or `HTTP_PROXY` names, except for the hosts of `NO_PROXY`.
 * `fetch` of Node does so only for a whole process, with `NODE_USE_ENV_PROXY`.
 */
export function fetchThroughProxy(): Fetch {
  const { env = {} } =
    (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {}
  if (!VARIABLES.some((name) => env[name])) return (input, init) => fetch(input, init)
  // Only loaded where it is needed, and never by a browser.
  const name = 'undici'
  const agent = (import(name) as Promise<Proxies>).then(({ EnvHttpProxyAgent }) => new EnvHttpProxyAgent())
  return async (input, init) => {
    const throughProxy: RequestInit & { dispatcher: object } = { ...init, dispatcher: await agent }
    return fetch(input, throughProxy)
  }
}
