import type { ServiceName } from '../../../services/shared/contract/operation.ts'
import type { State } from '../provider.ts'
import { notificationStates } from './notification.ts'
import { registrationStates } from './registration.ts'
import { userStates } from './user.ts'

/** What of a state can be told without a provider. */
export type DescribedState = Pick<State<never>, 'name' | 'description' | 'parameters' | 'returns'>

/** The states that pacts with each service may ask for. */
export const STATES: Readonly<Record<ServiceName, readonly DescribedState[]>> = {
  registration: registrationStates,
  user: userStates,
  notification: notificationStates,
}
