import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** The address of the ingress, and a host name that leads to Rollcall: `fetch` can't send another name. */
export interface Target {
  readonly address: string
  readonly host: string
}
export interface Response {
  readonly status: number
  readonly body: string
}
type Headers = Readonly<Record<string, string>>

/** Registrations that the load may create: pairs of course and user. */
export interface World {
  readonly headers: Headers
  readonly courseIds: readonly number[]
  readonly userIds: readonly number[]
}

const MAX_RESPONSE_MS = 20_000
const MAX_ATTEMPTS = 60
const RETRY_MS = 500
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends one request. Nothing is retried. */
export async function send(
  { address, host }: Target,
  method: string,
  path: string,
  headers: Headers = {},
  body?: unknown,
): Promise<Response> {
  const sent = request({
    agent,
    host: address,
    method,
    path,
    signal: AbortSignal.timeout(MAX_RESPONSE_MS),
    headers: { ...headers, Host: host, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  }).end(body === undefined ? '' : JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

/** A first attempt; the outcome is its status, or the error. */
interface Attempt {
  readonly at: number
  readonly what: 'create' | 'read' | 'list' | 'move'
  readonly outcome: number | string
  readonly ms: number
}

/**
 * Sends requests at a steady rate, whether responses come or not, as many independent callers do. Every
 * fourth creates a registration, and is retried with its Idempotency-Key; the others read, list and move
 * those that exist.
 */
export function startLoad(target: Target, { headers, courseIds, userIds }: World, perSecond: number) {
  const attempts: Attempt[] = []
  const created: { id: number; userId: number }[] = []
  /** Creates that no retry has completed. */
  const lost: string[] = []
  const running = new Set<Promise<unknown>>()
  const pairs = courseIds.flatMap((courseId) => userIds.map((userId) => ({ courseId, userId })))
  let turn = 0
  let stopped = false

  const pace = (async () => {
    const began = Date.now()
    while (!stopped) {
      const work = next(turn++)
      running.add(work)
      void work.finally(() => running.delete(work))
      await sleep(Math.max(0, began + (turn * 1_000) / perSecond - Date.now()))
    }
  })()

  return {
    created,
    lost,
    /** Removes and describes the first attempts so far. */
    takeAttempts: () => describe(attempts.splice(0)),
    /** Stops sending; resolves when everything has its response. */
    async stop() {
      stopped = true
      await pace
      await Promise.all(running)
    },
  }

  function next(number: number): Promise<unknown> {
    const known = created[Math.floor(Math.random() * created.length)]
    if (number % 4 === 0 || known === undefined) return create()
    if (number % 4 === 1) return attempt('read', 'GET', `/registrations/${known.id}/`)
    if (number % 4 === 2) return attempt('list', 'GET', `/registrations/?user_id=${known.userId}&limit=20`)
    return attempt('move', 'POST', `/registrations/${known.id}/approve/`)
  }

  async function create(): Promise<void> {
    const pair = pairs.shift()
    if (pair === undefined) throw new Error('Every user has every course: the run takes too long.')
    const more = { 'Idempotency-Key': randomUUID() }
    let response = await attempt('create', 'POST', '/registrations/', more, pair)
    for (let retry = 1; response?.status !== 201; retry++) {
      if (retry === MAX_ATTEMPTS) return void lost.push(`${JSON.stringify(pair)}: ${response?.status}`)
      await sleep(RETRY_MS)
      response = await send(target, 'POST', '/registrations/', { ...headers, ...more }, pair).catch(
        () => undefined,
      )
    }
    const { id } = JSON.parse(response.body) as { id: number }
    created.push({ id, userId: pair.userId })
  }

  async function attempt(
    what: Attempt['what'],
    method: string,
    path: string,
    more: Headers = {},
    body?: object,
  ) {
    const at = Date.now()
    const note = (outcome: Attempt['outcome']) => attempts.push({ at, what, outcome, ms: Date.now() - at })
    try {
      const response = await send(target, method, path, { ...headers, ...more }, body)
      note(response.status)
      return response
    } catch (error) {
      note((error as { code?: string }).code ?? String(error))
      return undefined
    }
  }
}

function describe(attempts: readonly Attempt[]) {
  const failed = attempts.filter(({ what, outcome }) => outcome !== (what === 'create' ? 201 : 200))
  const outcomes = Object.groupBy(failed, ({ what, outcome }) => `${what} ${outcome}`)
  const text = Object.entries(outcomes).map(([outcome, all]) => `${all?.length} × ${outcome}`)
  const slowest = attempts.reduce((most, { ms }) => Math.max(most, ms), 0)
  return {
    failed: failed.length,
    text: `${attempts.length} requests, slowest ${slowest} ms ${text.join(', ')}`,
  }
}
