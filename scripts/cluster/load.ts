import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Answer, type Way } from './http.ts'
import { credentialOf, type World } from './world.ts'

/** One first attempt, as the client saw it. */
export interface Attempt {
  readonly at: number
  readonly what: 'create' | 'move' | 'read' | 'list'
  /** The status, or what went wrong before there was one. */
  readonly outcome: number | string
  readonly ms: number
}

export interface Created {
  readonly id: number
  readonly userId: number
  readonly courseId: number
}

const RETRIES = 60
const RETRY_MS = 500

/**
 * Asks at a steady pace whether answers come or not, as many independent clients do. Every fourth request creates a
 * registration, the others read, list and move those that are there. First attempts are recorded as they are; a create
 * that failed is tried again with its Idempotency-Key.
 */
export function startLoad(way: Way, world: World, perSecond: number) {
  const attempts: Attempt[] = []
  const created: Created[] = []
  /** Creates that no retry brought to an end. */
  const lost: string[] = []
  const underWay = new Set<Promise<unknown>>()
  const credential = credentialOf(world)
  const pairs = world.courseIds.flatMap((courseId) => world.userIds.map((userId) => ({ courseId, userId })))
  let turn = 0
  let running = true

  const pace = (async () => {
    const began = Date.now()
    for (let sent = 0; running; sent++) {
      await sleep(Math.max(0, began + (sent * 1_000) / perSecond - Date.now()))
      const task: Promise<unknown> = next().finally(() => underWay.delete(task))
      underWay.add(task)
    }
  })()

  return {
    attempts,
    created,
    lost,
    /** Stops asking; resolves when everything under way has an answer. */
    async stop() {
      running = false
      await pace
      await Promise.all(underWay)
    },
  }

  function next(): Promise<unknown> {
    turn++
    const known = created[Math.floor(Math.random() * created.length)]
    if (turn % 4 === 1 || known === undefined) return create()
    const once = (what: Attempt['what'], method: string, path: string) =>
      attempt(what, () => ask(way, method, path, credential))
    if (turn % 4 === 2) return once('read', 'GET', `/registrations/${known.id}/`)
    if (turn % 4 === 3) return once('list', 'GET', `/registrations/?user_id=${known.userId}&limit=20`)
    return once('move', 'POST', `/registrations/${known.id}/approve/`)
  }

  async function create(): Promise<void> {
    const pair = pairs.shift()
    if (pair === undefined) throw new Error('every user has every course: the run is too long for its data')
    const key = randomUUID()
    const send = () => ask(way, 'POST', '/registrations/', { ...credential, 'Idempotency-Key': key }, pair)
    let answer = await attempt('create', send)
    for (let retry = 0; answer?.status !== 201; retry++) {
      if (retry === RETRIES)
        return void lost.push(`${pair.userId}/${pair.courseId}: ${answer?.status} ${answer?.body}`)
      await sleep(RETRY_MS)
      answer = await send().catch(() => undefined)
    }
    created.push({ id: (JSON.parse(answer.body) as { id: number }).id, ...pair })
  }

  async function attempt(what: Attempt['what'], send: () => Promise<Answer>): Promise<Answer | undefined> {
    const at = Date.now()
    const note = (outcome: Attempt['outcome']) => attempts.push({ at, what, outcome, ms: Date.now() - at })
    try {
      const answer = await send()
      note(answer.status)
      return answer
    } catch (fault) {
      const { code, name } = fault as { code?: string; name: string }
      note(code ?? name)
      return undefined
    }
  }
}

export const failed = ({ what, outcome }: Attempt) => outcome !== (what === 'create' ? 201 : 200)
