import type { Exampled, Request } from './examples.ts'

/** An answer as it came. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Media type of the body; undefined when there is none. */
  readonly type: string | undefined
  readonly text: string
  readonly body: unknown
}

/** A request that may break the contract on purpose: `text` goes instead of the body. */
export interface Outgoing extends Request {
  readonly text?: string
}

/** The path that a request goes to. */
export const targetOf = ({ entry }: Exampled, { path }: Pick<Request, 'path'>): string =>
  entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))

/** Sends a request of an operation to the address given. */
export async function send(baseUrl: string, operation: Exampled, request: Outgoing): Promise<Answer> {
  const target = targetOf(operation, request)
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(request.query).map(([name, value]) => [name, String(value)])),
  ).toString()
  const text = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  const answer = await fetch(`${baseUrl}${target}${query === '' ? '' : `?${query}`}`, {
    method: operation.entry.method.toUpperCase(),
    redirect: 'manual',
    headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...request.headers },
    ...(text === undefined ? {} : { body: text }),
  })
  const received = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    type: received === '' ? undefined : answer.headers.get('content-type')?.split(';')[0],
    text: received,
    body: parsed(received),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
