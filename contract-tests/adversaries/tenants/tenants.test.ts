import fc from 'fast-check'
import { freshDatabaseUrl, OPERATOR_TOKEN } from '../../../testing/isolated.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { expectBody } from '../../../testing/portal.ts'
import type { TestResponse } from '../../../testing/client.ts'
import { accountOperations } from '../../operations.ts'
import { anyCall, callTo, operationOf, RANDOM, type Call } from './calls.ts'
import { addCrowd, SCOPES } from './crowd.ts'
import { CALLS_AFTER_EVENTS, FIRST_CALLS, LAST_CALLS } from './first-calls.ts'
import { anyOutside, OPPOSITES } from './outside.ts'
import { Portal, SECOND_OPERATOR } from './portal.ts'

/*
 * Two portals that differ only in what an account may not see give it the same answers. What may differ,
 * because it can't be hidden:
 *
 * - Whether one identifier that a call names exists or is ambiguous: what is outside exists in both portals,
 *   and what is nowhere in neither. Which of them belong together differs.
 * - Gaps between ids: ids are compared by their names, new ones by their order.
 * - Dates, tags and versions of a visible person whose other memberships change: dates and tags are left out.
 * - Limits by address, and time.
 */

/** `npm run check -- tenants` sets the time; a failure prints seed and path, which repeat it. */
const SECONDS = Number(process.env['TENANTS_SECONDS'] ?? 0)
const SEED = Number(process.env['TENANTS_SEED'] ?? (SECONDS > 0 ? Date.now() % 1_000_000 : 7))
const CALLS_A_RUN = SECONDS > 0 ? 60 : 30
/** Of the accounts that call. */
const scopes = SECONDS > 0 ? SCOPES : SCOPES.slice(0, 2)
jest.setTimeout((SECONDS + 120) * 1_000)

/** Only these headers may differ. */
const LEFT_OUT = [
  'date',
  'x-request-id',
  'traceresponse',
  'etag',
  'content-length',
  'keep-alive',
  'connection',
]
/** They change while an event is sent. */
const OF_ATTEMPTS = /^(status|attempts|last\w+|deliveredAt|nextAttemptAt)$/

const databaseUrls = {
  user: freshDatabaseUrl(),
  registration: freshDatabaseUrl(),
  notification: freshDatabaseUrl(),
}
const system = wholeSystem({
  config: { operatorTokens: [OPERATOR_TOKEN, SECOND_OPERATOR] },
  databaseUrl: (service) => databaseUrls[service],
  notificationOverrides: { webhookVisibilityMaxAgeMs: 1 },
})
let receiver: Awaited<ReturnType<typeof startReceiver>>
let portals = 0
let cases = 0
beforeAll(async () => {
  receiver = await startReceiver()
  for (const scope of scopes) if (scope !== 'own') await addCrowd(system, databaseUrls.user, scope)
  // An id tells by its size of what kind it is.
  const floors = { registrations: 800_000, users: 700_000 }
  for (const [service, above] of Object.entries(floors))
    expectBody(await system.operator.post(`/admin/${service}/ids/floor/`, { above }), 200)
})
afterAll(async () => {
  await receiver.stop()
  if (SECONDS > 0) process.stderr.write(`${cases} cases of seed ${SEED} without a difference\n`)
})

it('calls every operation of accounts', () => {
  const called = [...RANDOM, ...[...FIRST_CALLS, ...LAST_CALLS].map(operationOf)]
  const idsOf = (some: readonly { operationId: string }[]) =>
    new Set(some.map(({ operationId }) => operationId))
  expect(idsOf(called)).toEqual(idsOf(accountOperations))
})

const pairs = SECONDS > 0 ? fc.tuple(anyOutside, anyOutside) : fc.constant(OPPOSITES)

it('two portals that differ only outside the scope give the same answers (A4)', async () => {
  const calls = fc.array(anyCall(scopes), { minLength: CALLS_A_RUN, maxLength: CALLS_A_RUN, size: 'max' })
  await fc.assert(
    fc.asyncProperty(pairs, calls, async (pair, some) => {
      const both: Portal[] = []
      for (const one of pair) {
        const given = { receiverUrl: receiver.url, scopes }
        const portal = await new Portal(system, 100 + ++portals, one, given).build()
        await portal.addEndpoint()
        both.push(portal)
      }
      for (const [i, portal] of both.entries()) portal.meet(both[1 - i] as Portal)
      expect(both[1]?.firstLeft).toEqual(both[0]?.firstLeft)
      for (const call of [...FIRST_CALLS.filter(({ as }) => scopes.includes(as)), ...some])
        await expectSameAnswers(both, call)
      await Promise.all(both.map((portal) => portal.changeOutside()))
      // Until it sees no more what it has lost, it asks as often as it takes.
      remaining.clear()
      for (const call of LAST_CALLS) await expectSameAnswers(both, call)
      for (const portal of both) await portal.addEvents()
      for (const call of CALLS_AFTER_EVENTS) await expectSameAnswers(both, call)
      expect(eventsOf(both[0] as Portal)).toEqual(eventsOf(both[1] as Portal))
      cases++
    }),
    SECONDS > 0
      ? {
          seed: SEED,
          // First the pair that differs in everything.
          examples: [[OPPOSITES, []]],
          numRuns: 1_000_000,
          interruptAfterTimeLimit: SECONDS * 1_000,
          endOnFailure: true,
        }
      : { seed: SEED, numRuns: 1, endOnFailure: true },
  )
})

/** What the endpoint was told of the registration that both portals have. */
const eventsOf = (portal: Portal) =>
  new Set(
    receiver.received
      .filter(({ path }) => path.endsWith(`/${portal.tag}`))
      .filter(({ event }) => event.data.userId === portal.valueOf('userId.told.0'))
      .map(({ path, event }) => JSON.stringify(normal(portal, { path, event }))),
  )

async function expectSameAnswers(both: readonly Portal[], call: Call): Promise<void> {
  let paths: (string | undefined)[] = [undefined, undefined]
  // A list to its last page.
  do {
    const found = await Promise.all(both.map((portal, i) => answerOf(portal, call, paths[i])))
    const answers = found.map(({ answer }) => answer)
    // A minute may begin for one of them only.
    if (answers.some(({ charge }) => charge === undefined))
      for (const answer of answers) answer.charge = undefined
    try {
      expect(answers[1]).toEqual(answers[0])
    } catch (error) {
      throw new Error(`${JSON.stringify(call)}\n${(error as Error).message}`, { cause: error })
    }
    paths = found.map(({ next }) => next)
  } while (paths.every((path) => path !== undefined))
}

const tags = new Map<string, string>()
const remaining = new Map<string, number>()

/** @param page the path of a further page of the list */
async function answerOf(portal: Portal, call: Call, page?: string) {
  // Moves of a registration have its tag.
  const record = call.path.replace(/(?:(?:approve|complete|withdraw)\/)?(?:\?.*)?$/, '')
  const place = `${portal.tag} ${call.as} ${record}`
  const { method, path, body, headers } = callTo(portal, call, tags.get(place) ?? '"none"')
  const response = await portal.as(call.as).send(method, page ?? path, body, headers)
  const tag = response.headers.get('etag')
  if (tag !== null) tags.set(place, tag)
  const answer = {
    status: response.status,
    hasTag: tag !== null,
    charge: chargeOf(portal, call, response),
    headers: headersOf(portal, response),
    body: call.path.endsWith('/notification/') ? undefined : normal(portal, response.body),
  }
  return { answer, next: nextPageOf(response) }
}

/** Undefined when a new minute has begun. */
function chargeOf(portal: Portal, call: Call, { headers }: TestResponse): number | undefined {
  const limit = `${portal.tag} ${call.as} ${operationOf(call).tags[0]}`
  const [, left] = /;r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  const before = remaining.get(limit)
  remaining.set(limit, Number(left))
  return before === undefined || Number(left) >= before ? undefined : before - Number(left)
}

function headersOf(portal: Portal, { headers }: TestResponse): Record<string, string> {
  const compared = [...headers].filter(([name]) => !LEFT_OUT.includes(name) && name !== 'ratelimit')
  return Object.fromEntries(compared.map(([name, value]) => [name, textOf(portal, value)]))
}

/** The same for equal answers of both portals. */
function normal(portal: Portal, value: unknown, name = ''): unknown {
  if (name === 'secret') return '<secret>'
  if (Array.isArray(value)) return value.map((each) => normal(portal, each, name))
  if (typeof value === 'string') return textOf(portal, value)
  if (typeof value === 'number') return /id$|ids$|^by$/i.test(name) ? portal.nameOf(value) : value
  if (typeof value !== 'object' || value === null) return value
  const isDelivery = 'eventId' in value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'version' && !(isDelivery && OF_ATTEMPTS.test(key)))
      .map(([key, each]) => [
        key,
        isDelivery && key === 'id' ? portal.nameOf(each as number, 'delivery') : normal(portal, each, key),
      ]),
  )
}

const textOf = (portal: Portal, text: string): string =>
  text
    .replaceAll(/\b[\da-f]{8}-[\da-f-]{27}\b/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<date>')
    .replaceAll(/cursor=([\w-]+)/g, (_, cursor: string) =>
      textOf(portal, `cursor ${Buffer.from(cursor, 'base64url').toString()}`),
    )
    .replaceAll(portal.tag, '')
    .replaceAll(/webhook-endpoints\/(\d+)/g, (_, id: string) => `endpoint ${portal.nameOf(Number(id))}`)
    .replaceAll(/\b\d{6,}\b|^\d+(?=\/$)/g, (id) => portal.nameOf(Number(id)))
