import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { bearer, uncheckedClient, type TestResponse } from '../../testing/client.ts'
import { OPERATOR_TOKEN } from '../../testing/isolated.ts'
import { ADMINISTRATOR, ATTENDANCE, NORTH, putFirstGroups, SOUTH } from '../../testing/portal.ts'
import type { Ledger } from './ledger.ts'
import { operators } from '../../testing/system/operators.ts'
import type { Random } from '../../testing/system/random.ts'
import type { Server, System } from '../../testing/system/system.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Registrations of one user, and of one course: each change is copied into this many. The size of a batch.
 */
const REGISTRATIONS_EACH = 12
const MAX_USERS = 1_000
const ACCOUNTS = 3
const BATCH = 5
/** How long a caller with a key retries; longer than any fault and every lease. */
const PATIENCE_MS = 90_000
const GIVE_UP_MS = 15_000

/** Callers of several accounts. They send at fixed times, whether earlier requests have a response or not. */
export async function startLoad(system: System, ledger: Ledger, random: Random, registrations: number) {
  const [forUsers, forCourses] = [operators(system.users[0]!), operators(system.registrations[0]!)]
  await putFirstGroups(forUsers.client)
  const each = Math.min(MAX_USERS, Math.ceil(registrations / REGISTRATIONS_EACH))
  const userIds = await forUsers.someUsers(Array.from({ length: each }, (_, n) => `u-${n}`))
  for (let id = 1; id <= each; id++)
    await forCourses.put(`/admin/courses/${id}/`, 201, { name: `Course ${id}`, groupIds: [NORTH] })
  const credentials: Headers[] = []
  for (let n = 0; n < ACCOUNTS; n++) credentials.push(await forUsers.anAccount([ATTENDANCE, ADMINISTRATOR]))
  let pairs = 0
  const pair = () => {
    const n = pairs++
    return { userId: userIds[n % each] as number, courseId: 1 + ((n + Math.floor(n / each)) % each) }
  }
  const underWay = new Set<Promise<unknown>>()
  return {
    asked: () => pairs,
    /** Sends one more request, of any kind, and does not wait for it. */
    send() {
      const acts = [keyed, keyed, keyedTwice, register, unkeyed, batch, move, regroup, rename]
      void begin(random.of<() => Promise<unknown>>(acts))
    },
    /** Creates a registration. */
    create: () => void begin(keyed),
    /** Creates a registration and approves it. @returns its id; undefined when a response was wrong */
    register: () => begin(register),
    settled: () => Promise.all(underWay),
  }

  function begin<T>(act: () => Promise<T>): Promise<T | undefined> {
    const done = act()
      .catch((fault: unknown) => void ledger.wrong.push(`${act.name}: ${String(fault)}`))
      .finally(() => underWay.delete(done))
    underWay.add(done)
    return done
  }

  /** Undefined: no response. */
  async function ask(url: string, method: string, path: string, body: unknown, headers: Headers) {
    const responding = uncheckedClient(url, headers).send(method, path, body)
    const none = (error: unknown) => void ledger.unanswered.push(String((error as Error).cause ?? error))
    const response = await Promise.race([responding.catch(none), delay(GIVE_UP_MS, undefined)])
    if (response && response.status >= 500)
      ledger.unanswered.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response
  }

  function isLater({ status, headers }: TestResponse): boolean {
    return status === 503 || (status === 409 && headers.get('x-error-code') === 'idempotency-in-flight')
  }

  /** Repeats a request, when `Retry-After` says, until it has a response that is not "later". */
  async function insist(
    path: string,
    body: unknown,
    expected: number,
    key: Headers = {},
  ): Promise<TestResponse> {
    const headers = { ...random.of(credentials), ...key }
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const response = await ask(random.of(system.registrations).url, 'POST', path, body, headers)
      if (response?.status === expected) return response
      if (response && !isLater(response))
        throw new Error(`${response.status} ${JSON.stringify(response.body)} to ${path}`)
      if (performance.now() > until) throw new Error(`no ${expected} in time to ${path}`)
      await delay(1_000 * Number(response?.headers.get('retry-after') ?? 0.3))
    }
  }

  async function keyed(): Promise<number> {
    const sentAt = performance.now()
    const { body } = await insist('/registrations/', pair(), 201, { 'idempotency-key': randomUUID() })
    ledger.created([body.id], sentAt)
    return body.id
  }

  /** The same request twice at once, and afterwards another one with the same key. */
  async function keyedTwice(): Promise<void> {
    const sentAt = performance.now()
    const key = { ...random.of(credentials), 'idempotency-key': randomUUID() }
    const body = pair()
    const create = () => insist('/registrations/', body, 201, key)
    const [first, second] = await Promise.all([create(), create()])
    if (first.body.id !== second.body.id)
      throw new Error(`one key created ${first.body.id}, ${second.body.id}`)
    ledger.created([first.body.id], sentAt)
    // It is rejected as `idempotency-key-reused`.
    await insist('/registrations/', { ...body, externalId: randomUUID() }, 422, key)
  }

  async function register(): Promise<number> {
    const id = await keyed()
    await approve(id)
    return id
  }

  async function unkeyed(): Promise<void> {
    const sentAt = performance.now()
    const { url } = random.of(system.registrations)
    const response = await ask(url, 'POST', '/registrations/', pair(), random.of(credentials))
    if (response?.status === 201) ledger.created([response.body.id], sentAt)
    else if (response && !isLater(response))
      throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  }

  async function batch(): Promise<void> {
    const sentAt = performance.now()
    const items = Array.from({ length: BATCH }, pair)
    const { body } = await insist('/registrations/batch/', items, 200, { 'idempotency-key': randomUUID() })
    const results = body as { status: number; detail?: string; registration?: { id: number } }[]
    for (const { status, detail } of results) if (status !== 201) throw new Error(`item: ${status} ${detail}`)
    const ids = results.map(({ registration }) => registration!.id)
    ledger.created(ids, sentAt)
  }

  async function move(): Promise<void> {
    const ids = [...ledger.told.keys()]
    if (ids.length > 0) await approve(random.of(ids))
  }

  async function approve(id: number): Promise<void> {
    await insist(`/registrations/${id}/approve/`, undefined, 200)
  }

  /** An operator's change, which a fault may reject. */
  async function change(
    server: Server,
    method: string,
    path: string,
    responses: readonly number[],
    body?: object,
  ) {
    const response = await ask(server.operatorUrl, method, path, body, bearer(OPERATOR_TOKEN))
    if (response && ![...responses, 503].includes(response.status))
      throw new Error(`${response.status} to ${path}`)
  }

  async function regroup(): Promise<void> {
    const path = `/admin/groups/${SOUTH}/members/${random.of(userIds)}/`
    await change(random.of(system.users), random.of(['PUT', 'DELETE']), path, [204, 404])
  }

  async function rename(): Promise<void> {
    const id = 1 + random.below(each)
    const course = { name: `Course ${id} (${randomUUID()})`, groupIds: [NORTH] }
    await change(random.of(system.registrations), 'PUT', `/admin/courses/${id}/`, [200], course)
  }
}
