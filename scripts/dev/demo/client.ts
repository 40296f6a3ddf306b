import { setTimeout as sleep } from 'node:timers/promises'

/** Calls the running system the way any client does. */
export interface Client {
  /** @throws Error that tells what was asked and what came back, unless the answer is a success */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

const ATTEMPTS = 5
const LONGEST_WAIT_S = 10

export class CallFailed extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function clientOf(base: string, headers: Readonly<Record<string, string>>): Client {
  return {
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        const answer = await fetch(`${base}${path}`, {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T
        const later = answer.status === 429 || answer.status === 503
        if (!later || attempt === ATTEMPTS) {
          throw new CallFailed(
            answer.status,
            `${method} ${path} was answered ${answer.status} ${text.slice(0, 500)}`,
          )
        }
        await sleep(1000 * Math.min(Number(answer.headers.get('retry-after') ?? 1), LONGEST_WAIT_S))
      }
    },
  }
}
