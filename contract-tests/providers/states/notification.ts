import { anEvent, openPublisher } from '../../../services/notification/tests/kit/messages.ts'
import { isOutcome, OUTCOMES, type Mailing } from '../mailing.ts'
import type { States } from '../provider.ts'
import { fresh } from './directory.ts'
import { surroundingStates, type Surroundings } from './surroundings.ts'

export interface NotificationWorld extends Surroundings {
  readonly mailing: Mailing
}

/** Ids of registrations that this file makes up; the service takes them as they come. */
let lastRegistration = 1_000_000

/** Every state that a pact with the notification service may ask for. */
export const notificationStates: States<NotificationWorld> = {
  'an e-mail about a registration': {
    parameters: ['outcome'],
    async setUp({ mailing }, { outcome = 'sent' }) {
      if (!isOutcome(outcome)) throw new Error(`outcome is one of ${OUTCOMES.join(', ')}`)
      const registrationId = ++lastRegistration
      const userEmail = `ada-${fresh()}@example.org`
      mailing.expect(userEmail, outcome)
      const publisher = await openPublisher(mailing.rabbitmqUrl)
      await publisher.publish(anEvent({ registrationId, userEmail }))
      await publisher.close()
      await mailing.reached(registrationId, outcome)
      const [delivery] = await mailing.running.deliveries(registrationId)
      return { registrationId, deliveryId: delivery?.id ?? '' }
    },
    tearDown: ({ mailing }) => mailing.release(),
  },
  ...surroundingStates,
}
