import { setTimeout as sleep } from 'node:timers/promises'

/** Calls the running system as any client does. @throws Error with the response when it is not a success */
export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

export type Key = Readonly<Record<'keyId' | 'secret', string>>
export const headersOf = ({ keyId, secret }: Key) => ({ 'X-Api-Key': keyId, 'X-Api-Secret': secret })

const MAX_ATTEMPTS = 5
const MAX_WAIT_S = 10

export const callerOf =
  (base: string, headers: Readonly<Record<string, string>>): Call =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
      const canRetry = response.status === 429 || response.status === 503
      if (!canRetry || attempt === MAX_ATTEMPTS)
        throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
      await sleep(1_000 * Math.min(Number(response.headers.get('retry-after') ?? 1), MAX_WAIT_S))
    }
  }

const ROLES = ['Course attendance manager', 'User administrator']

/** Creates an account with every role in group 1, and a key of it. */
export async function issueKey(operator: Call, id: number, requestsPerMinute: number): Promise<Key> {
  const grants = ROLES.map((role) => ({ role, groupId: 1 }))
  const account = { name: `Account ${id}`, homeGroupId: 1, requestsPerMinute, grants }
  await operator('PUT', `/admin/service-accounts/${id}/`, account)
  return operator('POST', `/admin/service-accounts/${id}/keys/`, {})
}
