import { operationOf } from '../agreement/operations.ts'
import type { Contract } from '../agreement/contract.ts'
import type { Exchange } from './exchange.ts'

/** So many answers of one operation with one status and one code say as much as a thousand. */
const ENOUGH = 4

/** Listens in on every request that this process sends while `work` runs. */
export async function recorded(
  contract: Contract,
  origin: Exchange['origin'],
  work: () => Promise<unknown>,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const counts = new Map<string, number>()
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init)
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const request = { method: init?.method ?? 'GET', path: pathname, query: Object.fromEntries(searchParams) }
    const operationId = operationOf(contract, request)?.operation.operationId
    if (operationId === undefined) return answer
    const headers = Object.fromEntries(answer.headers)
    const sent = (init?.headers ?? {}) as Record<string, string>
    const kind = [
      operationId,
      answer.status,
      headers['x-error-code'],
      headers['content-type'],
      origin,
      'authorization' in sent,
    ].join(' ')
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    // Successes differ from each other, errors hardly.
    if (count <= ENOUGH || (answer.ok && origin === 'examples'))
      exchanges.push({
        operationId,
        origin,
        at: Date.now(),
        request: {
          ...request,
          headers: sent,
          ...(origin === 'examples' && typeof init?.body === 'string' ? bodyOf(init.body) : {}),
        },
        answer: { status: answer.status, headers, ...bodyOf(await answer.clone().text()) },
      })
    return answer
  }
  try {
    await work()
  } finally {
    globalThis.fetch = real
  }
  return exchanges
}

function bodyOf(text: string): { body?: unknown } {
  if (text === '') return {}
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    return { body: text }
  }
}
