import mongoose from 'mongoose'
import { eventually } from '../../testing/eventually.ts'
import { eventId, messageArrives } from '../../testing/pact/messages.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { integer, many, MOMENT, regex } from '../../testing/pact/shapes.ts'
import { expectBody } from '../../testing/portal.ts'
import { userPortal } from '../../testing/user/start-user.ts'

const pact = pactBetween('user', 'registration')
const portal = userPortal()
const ERASED_EVENT_ID = '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a13'

it('user.erased.confirmed.v1 makes the user service record it in the receipt (O18)', async () => {
  const { operator, someone, config } = portal
  const [{ user }] = expectBody(await operator.post('/admin/users/batch/', [someone({ groupIds: [1] })]), 200)
  const { id } = user as { id: number }
  expectBody(await operator.post(`/admin/users/${id}/erase/`, { reason: 'request 17' }), 202)
  // The id of each erasure is random; a pact has the same one every time.
  const database = await mongoose.createConnection(config.mongodbUrl).asPromise()
  await database.collection('erasures').updateOne({}, { $set: { eventId: ERASED_EVENT_ID } })
  await database.close()
  await messageArrives(pact, config.rabbitmqUrl, {
    type: 'user.erased.confirmed.v1',
    description: 'the registrations of a user were erased',
    given: ['a user with a registration was erased'],
    payload: {
      eventId: eventId(),
      occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
      userId: integer(id),
      erasedEventId: eventId(ERASED_EVENT_ID),
      service: 'registration',
      records: integer(4),
      registrationIds: many(integer(48151)),
    },
    follows: () =>
      eventually(async () => {
        const { services } = expectBody(await operator.get(`/admin/erasures/${id}/`), 200)
        expect(services).toContainEqual(
          expect.objectContaining({ service: 'registration', status: 'finished', records: 4 }),
        )
      }),
  })
})
