import { keyedOperations } from '../generated/contract.ts'

/**
 * Gives each create an `Idempotency-Key` unless the caller has chosen one, so that it can be repeated without
 * creating twice. There is one key for each call, not for each try.
 */
export const withIdempotencyKey =
  (baseUrl: string) =>
  ({ url, init }: { url: string; init: RequestInit }): Promise<{ url: string; init: RequestInit }> => {
    const headers = new Headers(init.headers)
    if (takesKey(url.slice(baseUrl.length), init.method) && !headers.has('idempotency-key'))
      headers.set('idempotency-key', crypto.randomUUID())
    return Promise.resolve({ url, init: { ...init, headers } })
  }

function takesKey(target: string, method: string | undefined): boolean {
  const [path] = target.split('?')
  return keyedOperations.some((operation) => operation.method === method && operation.path === path)
}
