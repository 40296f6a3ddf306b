import mongoose from 'mongoose'
import { PeriodicTask } from '../../platform/work/periodic-task.ts'
import { startParts, stopParts } from '../../platform/process/part.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { composeUser } from '../src/service.ts'
import { at, expectBody, ready, ROOT, userPortal } from '../../../testing/user/start-user.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const portal = userPortal()

it('erases users who were deleted long ago, and no others (O20)', async () => {
  const { api } = await portal.anAccount([ROOT])
  const create = async () =>
    expectBody(await api.post('/users/', portal.someone({ preferredLanguage: 'de' })), 201)
  const [deleted, kept] = [await create(), await create()]
  expectBody(await api.delete(`/users/${deleted.id}/`), 204)
  let days = 29
  const service = await composeUser({ ...portal.config, deletedUserRetentionDays: 30 }, testLogger('user'), {
    clock: { now: () => new Date(Date.now() + days * DAY_MS) },
  })
  await startParts(service.parts)
  await ready(service.ports.admin.port())
  const retention = service.parts.find(({ name }) => name === 'retention of deleted-users')
  if (!(retention instanceof PeriodicTask)) throw new Error('nothing erases deleted users')
  const stored = async ({ id }: { id: number }) =>
    expectBody(await portal.operator.get(`/admin/users/${id}/`), 200)

  await retention.runNow()
  expect(await stored(deleted)).toMatchObject({ firstName: deleted.firstName, deleted: true })
  days = 31
  await retention.runNow()
  expect(await stored(deleted)).toMatchObject({
    firstName: `erased-${deleted.id}`,
    externalId: '',
    preferredLanguage: '',
  })
  expect(await stored(kept)).toMatchObject({ firstName: kept.firstName, deleted: false })
  const receipt = expectBody(await portal.operator.get(`/admin/erasures/${deleted.id}/`), 200)
  expect(receipt).toMatchObject({ reason: 'deleted users are kept no longer', withRegistrations: false })
  const metrics = await (await fetch(`${at(service.ports.admin.port())}/metrics`)).text()
  expect(metrics).toMatch(/rollcall_retention_due\{kind="deleted-users",.*\} 0/)
  expect(await stopParts(service.parts)).toEqual([])
})

it('issues no id twice after a restore that lost the counters', async () => {
  const { api } = await portal.anAccount([ROOT])
  const { id } = expectBody(await api.post('/users/', portal.someone()), 201)
  const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
  await connection.collection<{ _id: string }>('counters').deleteMany({})
  const service = await composeUser(portal.config, testLogger('user'))
  await startParts(service.parts)
  await ready(service.ports.admin.port())
  expect(expectBody(await api.post('/users/', portal.someone()), 201).id).toBe(id + 1)
  expect(await stopParts(service.parts)).toEqual([])
  await connection.close()
})
