import mongoose from 'mongoose'
import { startParts, stopParts } from '../../shared/process/part.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { composeUser } from '../src/service.ts'
import { expectBody, ready, ROOT, userPortal } from '../../../testing/user/start-user.ts'

const portal = userPortal()

it('gives no id twice after a restore that lost the counter, and starts again on what is there', async () => {
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
