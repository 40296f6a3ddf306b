import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type Connection } from 'mongoose'
import { SMTPServer } from 'smtp-server'
import { Counters } from '../../platform/store/counters.ts'
import type { ServiceName } from '../../../local/gateway/routes.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { aNewDelivery } from '../../../testing/notification/deliveries.ts'
import { OURS, webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { respondWith } from '../../../testing/receiver.ts'
import { startProcess } from '../../../testing/processes.ts'
import { quantiles } from '../../../testing/quantiles.ts'
import { EmailDeliveries } from '../src/emails/repository.ts'
import { WebhookDeliveries } from '../src/webhooks/deliveries/repository.ts'

/** `npm run check -- isolation` runs this, and sets the number of receivers that never respond. */
const HANGING = Number(process.env['HANGING_RECEIVERS'])
const ENDPOINTS_OF_ACCOUNT = 20
/** Events that are due for one of the receivers that never respond. */
const BACKLOG = 500_000
const RESENDS = 50_000
const EVENTS = 30
/** Between two events: each of them is stored for every receiver. */
const EVENT_EVERY_MS = Math.max(1_000, HANGING)
const CREATES = 600
const AT_ONCE = 16
const EVENTS_OF_RETURN = 15
const MAX_WEBHOOK_MS = 1_000
/** While the others, which respond again, get what is due for them. */
const MAX_WEBHOOK_OF_RETURN_MS = 2_000
const MAX_MAIL_MS = 1_000
const MAX_MAIL_BEHIND_RESENDS_MS = 5_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const round = (values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Math.round(value)} ms`)
    .join(', ')

/** When each address got its e-mail. */
const mailed = new Map<string, number>()
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData(stream, { envelope }, reply) {
    stream.resume().on('end', () => {
      for (const { address } of envelope.rcptTo) mailed.set(address, performance.now())
      reply()
    })
  },
})
const databaseUrls: Partial<Record<ServiceName, string>> = {}
const { anAccount, aReceiver, anEndpoint, aCourse, aUser } = webhookScene({
  databaseUrl: (service) => (databaseUrls[service] ??= freshDatabaseUrl()),
  async wayTo(name, url) {
    if (name !== 'smtp') return url
    const server = mailServer.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  startProcess,
})

let database: Connection
let courseId: number
let api: Client
/** Created before there are endpoints: each person who is created later is an event for every receiver. */
let newcomers: readonly Person[]
beforeAll(async () => {
  database = await mongoose.createConnection(databaseUrls.notification as string).asPromise()
  ;({ api } = await anAccount(OURS))
  courseId = await aCourse(OURS)
  newcomers = await somePeople(20)
})
afterAll(async () => {
  await database.close()
  await new Promise<void>((closed) => mailServer.close(closed))
})

type Person = Awaited<ReturnType<typeof aUser>>

async function somePeople(count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let i = 0; i < count; i += AT_ONCE)
    people.push(
      ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - i) }, () => aUser(OURS)))),
    )
  return people
}

/** Registers people. @returns the times from each response to its e-mail */
async function timesToMail(people: readonly Person[], perSecond: number) {
  const created = new Map<string, number>()
  const startedAt = performance.now()
  const waiting = people.entries()
  const create = async () => {
    for (const [i, { id: userId, loginName }] of waiting) {
      await delay(Math.max(0, startedAt + (i * 1_000) / perSecond - performance.now()))
      expectBody(await api.post('/registrations/', { courseId, userId }), 201)
      created.set(`${loginName}@example.org`, performance.now())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, create))
  await eventually(() => expect([...created.keys()].filter((to) => !mailed.has(to))).toEqual([]), 120_000)
  const times = [...created].map(([to, at]) => (mailed.get(to) as number) - at)
  const seconds = (Math.max(...[...created.keys()].map((to) => mailed.get(to) as number)) - startedAt) / 1_000
  return { times: quantiles(times), perSecond: people.length / seconds }
}

/** Makes events due for an endpoint, as they are after its receiver was unavailable for long. */
async function addBacklog(endpointId: number) {
  const clock = { now: () => new Date() }
  const ids = new Counters(database).ids('webhookDeliveries')
  const deliveries = new WebhookDeliveries(database, { ids, clock })
  const PER_INSERT = 1_000
  for (let first = 0; first < BACKLOG; first += PER_INSERT) {
    const events = Array.from({ length: Math.min(PER_INSERT, BACKLOG - first) }, (_, i) => ({
      eventId: `backlog-${first + i}`,
      type: 'user.created' as const,
      recordId: 1,
      userId: 1,
      showsErasedUser: false,
      payload: '{}',
      occurredAt: clock.now(),
      traceparent: '',
    }))
    await deliveries.addAll(
      events.map((event) => ({ endpointId, event, plan: { kind: 'due' } })),
      clock.now(),
    )
  }
}

it(`${HANGING} receivers that never respond delay no other receiver and no e-mail (W5)`, async () => {
  const peak = await timesToMail(await somePeople(CREATES), Infinity)
  const half = peak.perSecond / 2
  const alone = await timesToMail(await somePeople(CREATES), half)
  const others = await somePeople(CREATES)
  const hanging = await aReceiver()
  const held: ServerResponse[] = []
  hanging.onRequest((response) => void held.push(response))
  const endpoints: number[] = []
  for (let left = HANGING; left > 0; left -= ENDPOINTS_OF_ACCOUNT) {
    const account = await anAccount(OURS)
    for (let i = 0; i < Math.min(left, ENDPOINTS_OF_ACCOUNT); i++)
      endpoints.push((await anEndpoint(account.api, hanging, ['user.created'])).id)
  }
  await addBacklog(endpoints[0] as number)
  const healthy = await aReceiver()
  const arrivals = new Map<number, number>()
  healthy.onRequest((response, { event }) => {
    arrivals.set(event.data.id, performance.now())
    response.writeHead(204).end()
  })
  await anEndpoint(api, healthy, ['user.created'])
  const timesToArrive = async (events: number, everyMs: number) => {
    const sent = new Map<number, number>()
    for (let i = 0; i < events; i++) {
      sent.set((await aUser(OURS)).id, performance.now())
      await delay(everyMs)
    }
    await eventually(() => expect([...sent.keys()].filter((id) => !arrivals.has(id))).toEqual([]), 120_000)
    return quantiles([...sent].map(([id, at]) => (arrivals.get(id) as number) - at))
  }
  await timesToArrive(1, 0)

  const webhooks = await timesToArrive(EVENTS, EVENT_EVERY_MS)
  const beside = await timesToMail(others, half)
  expect(hanging.received.length).toBeGreaterThanOrEqual(Math.min(HANGING, 500))
  hanging.onRequest(respondWith(204))
  for (const response of held) response.writeHead(204).end()
  const ofReturn = await timesToArrive(EVENTS_OF_RETURN, EVENT_EVERY_MS)
  print(
    `${HANGING} receivers never respond, one has ${BACKLOG} due events; ` +
      `webhook of another: ${round(webhooks)}; when they respond again: ${round(ofReturn)}`,
  )
  print(
    `e-mail at half the peak of ${Math.round(peak.perSecond)}/s: ` +
      `alone ${round(alone.times)}; beside ${round(beside.times)}`,
  )
  expect(webhooks.p99).toBeLessThanOrEqual(MAX_WEBHOOK_MS)
  expect(ofReturn.p99).toBeLessThanOrEqual(MAX_WEBHOOK_OF_RETURN_MS)
  expect(beside.times.p99).toBeLessThanOrEqual(Math.max(MAX_MAIL_MS, alone.times.p99))
}, 1_800_000)

it(`a new e-mail is sent while ${RESENDS} resends wait (R21)`, async () => {
  const clock = { now: () => new Date() }
  const ids = new Counters(database).ids('deliveries')
  const deliveries = new EmailDeliveries(database, { ids, domain: 'rollcall.example', clock })
  const PER_INSERT = 1_000
  const [{ id: userId }] = (await somePeople(1)) as [Person]
  const { id: registrationId } = expectBody(await api.post('/registrations/', { courseId, userId }), 201)
  for (let first = 0; first < RESENDS; first += PER_INSERT)
    await Promise.all(
      Array.from({ length: Math.min(PER_INSERT, RESENDS - first) }, () =>
        deliveries.add(aNewDelivery({ kind: 'resend', registrationId, userId })),
      ),
    )
  const countWaiting = () => deliveries.countWaiting()
  const before = await countWaiting()
  const { times } = await timesToMail(newcomers, 2)
  print(`${before} and then ${await countWaiting()} resends wait; a new e-mail: ${round(times)}`)
  expect(await countWaiting()).toBeGreaterThan(0)
  expect(times.p99).toBeLessThanOrEqual(MAX_MAIL_BEHIND_RESENDS_MS)
}, 900_000)
