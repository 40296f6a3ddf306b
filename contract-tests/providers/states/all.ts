import type { ServiceName } from '../../../services/shared/contract/operation.ts'
import type { States } from '../state.ts'
import { notificationStates } from './notification.ts'
import { registrationStates } from './registration.ts'
import { userStates } from './user.ts'

/** Without its database a service answers 503 to everything. */
const outageOf = (service: ServiceName): States => ({
  'the database is away': {
    setUp: ({ cutDatabase }) => cutDatabase(service),
    tearDown: ({ healDatabase }) => healDatabase(service),
  },
})

/** The states that pacts with each service may ask for; docs/provider-states.md tells what each is. */
export const STATES: Readonly<Record<ServiceName, States>> = {
  registration: { ...registrationStates, ...outageOf('registration') },
  user: { ...userStates, ...outageOf('user') },
  notification: { ...notificationStates, ...outageOf('notification') },
}
