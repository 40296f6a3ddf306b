import { anEvent, openPublisher } from '../../../testing/notification/messages.ts'
import { expectBody } from '../../../testing/portal.ts'
import type { States } from '../state.ts'
import { fresh } from './directory.ts'

/** Ids of registrations that this file makes up; the service takes them as they come. */
let lastRegistration = 1_000_000

/** Every state that a pact with the notification service may ask for. */
export const notificationStates: States = {
  'an e-mail about a registration': {
    parameters: ['outcome'],
    async setUp(world, { outcome = 'sent' }) {
      const registrationId = ++lastRegistration
      const userEmail = `ada-${fresh()}@example.org`
      world.expectMail(userEmail, outcome)
      const publisher = await openPublisher(world.rabbitmqUrl)
      await publisher.publish(anEvent({ registrationId, userEmail }))
      await publisher.close()
      await world.mailIs(registrationId, outcome)
      const path = `/admin/deliveries/?registrationId=${registrationId}`
      const [delivery] = expectBody(await world.operator.get(path), 200)
      return { registrationId, deliveryId: delivery.id }
    },
    tearDown: ({ releaseMails }) => releaseMails(),
  },
}
