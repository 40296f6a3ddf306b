import { setTimeout as sleep } from 'node:timers/promises'

/** Calls the running system the way any client does. @throws Error that tells what came back, unless it is a success */
export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** Of an account, as an operator is shown it once. */
export type Key = Readonly<Record<'keyId' | 'secret', string>>
export const headersOf = ({ keyId, secret }: Key) => ({ 'X-Api-Key': keyId, 'X-Api-Secret': secret })

const ATTEMPTS = 5
const MAX_WAIT_S = 10

export const callerOf =
  (base: string, headers: Readonly<Record<string, string>>): Call =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T
      const later = answer.status === 429 || answer.status === 503
      if (!later || attempt === ATTEMPTS)
        throw new Error(`${method} ${path} was answered ${answer.status} ${text.slice(0, 500)}`)
      await sleep(1000 * Math.min(Number(answer.headers.get('retry-after') ?? 1), MAX_WAIT_S))
    }
  }

const ROLES = ['Course attendance manager', 'User administrator']

/** A key of an account, made by an operator's call, that may do everything in group 1 and below. */
export async function aKey(operator: Call, id: number, requestsPerMinute: number): Promise<Key> {
  const grants = ROLES.map((role) => ({ role, groupId: 1 }))
  const account = { name: `Account ${id}`, homeGroupId: 1, requestsPerMinute, grants }
  await operator('PUT', `/admin/service-accounts/${id}/`, account)
  return operator('POST', `/admin/service-accounts/${id}/keys/`, {})
}
