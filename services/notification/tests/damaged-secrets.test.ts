import mongoose, { type Connection } from 'mongoose'
import { Webhook } from 'standardwebhooks'
import { command, settings } from '../../../testing/clients/command.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { SecretBox } from '../src/webhooks/endpoints/secrets.ts'

const databaseUrl = freshDatabaseUrl()
const { system, aSubscriber, aUser } = webhookScene({
  databaseUrl: (service) => (service === 'notification' ? databaseUrl : freshDatabaseUrl()),
})
let database: Connection
beforeAll(async () => {
  database = await mongoose.createConnection(databaseUrl).asPromise()
})
afterAll(() => database.close())

/** As a restore leaves it from a backup that is older than a rotation of the key. */
async function damage(id: number) {
  const box = new SecretBox([Buffer.alloc(32, 99)])
  const damaged = await database
    .collection<{ _id: number }>('webhookEndpoints')
    .updateOne({ _id: id }, { $set: { 'secrets.0.sealed': box.seal(box.newSecret(), id) } })
  expect(damaged.modifiedCount).toBe(1)
  // The endpoints are read again after a change that the service knows of.
  expectBody(await system.operator.post(`/admin/webhook-endpoints/${id}/enable/`), 200)
}

it('events of an endpoint with a damaged secret wait until it is rotated, others are sent (W6)', async () => {
  const [damaged, other] = [await aSubscriber(), await aSubscriber()]
  const found = async () => {
    const findings = (await command(['doctor', '--json'], { env: settings(system) })).json<any[]>()
    return findings.find(({ check }) => check === 'webhook secrets')
  }
  expect(await found()).toMatchObject({ state: 'ok' })
  await damage(damaged.id)
  expectBody(await damaged.api.post(damaged.path, { description: 'HR' }), 200)

  const user = await aUser()
  await eventually(() =>
    expect(other.receiver.received).toMatchObject([{ event: { data: { id: user.id } } }]),
  )
  expect(await damaged.deliveries()).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }])
  expect(damaged.receiver.received).toEqual([])
  expect(expectBody(await damaged.api.get(damaged.path), 200)).toMatchObject({
    enabled: true,
    secretUsable: false,
    failingSince: null,
  })
  expect(expectBody(await system.operator.get(`/admin${damaged.path}`), 200).secretUsable).toBe(false)
  expect(expectBody(await other.api.get(other.path), 200).secretUsable).toBe(true)
  expect(expectBody(await damaged.api.post(`${damaged.path}test/`), 200)).toMatchObject({
    delivered: false,
    error: 'secret-unusable',
  })
  expect(await found()).toMatchObject({ state: 'failed', message: expect.stringContaining('1 can not') })

  const { secret } = expectBody(await damaged.api.post(`${damaged.path}rotate-secret/`), 200)
  await eventually(() => expect(damaged.receiver.received).toHaveLength(1))
  const [{ body, headers } = { body: '', headers: {} }] = damaged.receiver.received
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    data: { id: user.id },
  })
  expect(expectBody(await damaged.api.get(damaged.path), 200).secretUsable).toBe(true)
  expect(await found()).toMatchObject({ state: 'ok' })
})
