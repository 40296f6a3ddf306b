import { setTimeout as delay } from 'node:timers/promises'
import { quantiles } from '../../../testing/quantiles.ts'
import type { ServiceName } from '../../../local/gateway/routes.ts'
import { uncheckedClient, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { OURS, REGISTRATION_EVENTS, THEIRS, webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { startProcess } from '../../../testing/processes.ts'
import { addGroups } from '../../../testing/user/add-groups.ts'

/** `npm run check -- scopes` runs this, and sets the number of groups in the scope of each account. */
const GROUPS = Number(process.env['SCOPE_GROUPS'])
const ACCOUNTS = 30
const SECONDS = 30
const EVENTS_PER_SECOND = 10
const MAX_LIVEZ_MS = 50
/** The p99 of creates with endpoints, divided by that without. */
const MAX_RATIO = 1.3

const databaseUrls: Partial<Record<ServiceName, string>> = {}
const { system, anAccount, aReceiver, anEndpoint, aCourse, aUser } = webhookScene({
  databaseUrl: (service) => (databaseUrls[service] ??= freshDatabaseUrl()),
  startProcess,
})

/** Of the user service, so far. */
async function cpuSeconds(): Promise<number> {
  const metrics = await (await fetch(`${system.health.user}/metrics`)).text()
  return Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(metrics)?.[1])
}

/**
 * Creates registrations at a steady rate. Returns how long they and `/livez` of the user service took, and
 * the CPU time of the user service.
 */
async function measure(api: Client, courseId: number, userIds: readonly number[]) {
  const creates: number[] = []
  const probes: number[] = []
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  const cpuBefore = await cpuSeconds()
  let isDone = false
  const probing = (async () => {
    const health = uncheckedClient(system.health.user)
    while (!isDone) {
      await timed(probes, async () => expectBody(await health.get('/livez'), 200))
      await delay(20)
    }
  })()
  const creating = userIds.map(async (userId, i) => {
    await delay((i * 1_000) / EVENTS_PER_SECOND)
    await timed(creates, async () => expectBody(await api.post('/registrations/', { courseId, userId }), 201))
  })
  await Promise.all(creating)
  isDone = true
  await probing
  return {
    creates: quantiles(creates),
    livez: { ...quantiles(probes), max: Math.max(...probes) },
    cpuSeconds: (await cpuSeconds()) - cpuBefore,
  }
}

it(`events that ${ACCOUNTS} accounts with ${GROUPS} groups may not see delay no others (W4)`, async () => {
  await addGroups({ databaseUrl: databaseUrls.user as string, parentId: THEIRS, count: GROUPS })
  const { api } = await anAccount(OURS)
  const courseId = await aCourse(OURS)
  const people: number[] = []
  while (people.length < 2 * SECONDS * EVENTS_PER_SECOND) people.push((await aUser(OURS)).id)
  const half = people.length / 2
  const without = await measure(api, courseId, people.slice(0, half))
  const receiver = await aReceiver()
  for (let i = 0; i < ACCOUNTS; i++)
    await anEndpoint((await anAccount(THEIRS)).api, receiver, REGISTRATION_EVENTS)
  const beside = await measure(api, courseId, people.slice(half))
  // An event that another endpoint gets follows all others.
  const control = await aReceiver()
  await anEndpoint(api, control, ['user.created'])
  const last = await aUser(OURS)
  await eventually(() => expect(control.received).toMatchObject([{ event: { data: { id: last.id } } }]))
  expect(receiver.received).toEqual([])
  process.stdout.write(
    `without endpoints ${JSON.stringify(without)}\nwith endpoints ${JSON.stringify(beside)}\n`,
  )
  // A machine that others use can exceed it without endpoints, too.
  expect(beside.livez.p99).toBeLessThanOrEqual(Math.max(MAX_LIVEZ_MS, without.livez.p99))
  expect(beside.creates.p99).toBeLessThanOrEqual(without.creates.p99 * MAX_RATIO)
}, 900_000)
