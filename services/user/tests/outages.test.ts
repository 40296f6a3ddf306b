import mongoose from 'mongoose'
import { startParts, stopParts } from '../../shared/process/part.ts'
import { testLogger } from '../../shared/tests/kit/canary.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { tcpProxy } from '../../shared/tests/kit/tcp-proxy.ts'
import { composeUser } from '../src/service.ts'
import { must, ready, ROOT, userPortal } from './kit/start-user.ts'

type Proxy = Awaited<ReturnType<typeof tcpProxy>>
let mongodb: Proxy
let rabbitmq: Proxy
let redis: Proxy
const portal = userPortal({
  async told({ mongodbUrl, rabbitmqUrl, redisUrl }) {
    mongodb = await tcpProxy(mongodbUrl)
    rabbitmq = await tcpProxy(rabbitmqUrl)
    redis = await tcpProxy(redisUrl)
    return { mongodbUrl: mongodb.url, rabbitmqUrl: rabbitmq.url, redisUrl: redis.url }
  },
})
afterAll(async () => {
  for (const proxy of [mongodb, rabbitmq, redis]) await proxy.stop()
})

it('goes on without RabbitMQ: events wait in the outbox and are sent when it is back', async () => {
  const { api } = await portal.anAccount([ROOT])
  rabbitmq.cut()
  const { id } = must(await api.post('/users/', portal.someone()), 201)
  must(await api.post(`/users/${id}/`, { city: 'Oslo' }), 200)
  rabbitmq.heal()
  await eventually(() => {
    const newest = portal.events.of(id).at(-1)?.payload
    expect(newest).toMatchObject({ version: 2, groupIds: [ROOT] })
  }, 10_000)
})

it('goes on without Redis', async () => {
  const { api } = await portal.anAccount([ROOT])
  redis.cut()
  must(await api.post('/users/', portal.someone()), 201)
  redis.heal()
})

it('answers 503 with Retry-After while MongoDB is away, never 401, and comes back by itself', async () => {
  const { api } = await portal.anAccount([ROOT])
  const unknown = await portal.anAccount([ROOT])
  must(await api.get('/users/'), 200)
  mongodb.cut()
  // The credential of the first is still known, that of the second has to be looked up.
  for (const caller of [api, unknown.api]) {
    const answer = await caller.get('/users/')
    expect(answer).toBeError('dependency-unavailable')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  mongodb.heal()
  await eventually(async () => must(await unknown.api.get('/users/'), 200), 15_000)
}, 40_000)

it('gives no id twice after a restore that lost the counter, and starts again on what is there', async () => {
  const { api } = await portal.anAccount([ROOT])
  const { id } = must(await api.post('/users/', portal.someone()), 201)
  const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
  await connection.collection<{ _id: string }>('counters').deleteMany({})
  const service = await composeUser(portal.config, testLogger('user'))
  await startParts(service.parts)
  await ready(service.ports.admin.port())
  expect(must(await api.post('/users/', portal.someone()), 201).id).toBe(id + 1)
  expect(await stopParts(service.parts)).toEqual([])
  await connection.close()
})
