import type { ServiceName } from '../../../services/shared/contract/operation.ts'
import type { States } from '../provider.ts'
import { notificationStates } from './notification.ts'
import { registrationStates } from './registration.ts'
import { userStates } from './user.ts'

/** The states that pacts with each service may ask for; docs/provider-states.md tells what each is. */
export const STATES: Readonly<Record<ServiceName, States<never>>> = {
  registration: registrationStates,
  user: userStates,
  notification: notificationStates,
}
