import type { ServiceName } from '../../../services/shared/contract/operation.ts'
import type { State } from '../provider.ts'
import { notificationStates } from './notification.ts'
import { registrationStates } from './registration.ts'
import { userStates } from './user.ts'

/** What of a state can be told without a provider. */
export type DescribedState = Required<Pick<State<never>, 'name' | 'description' | 'parameters' | 'returns'>>

const described = (states: readonly State<never>[]): DescribedState[] =>
  states.map(({ name, description, parameters = {}, returns = {} }) => ({
    name,
    description,
    parameters,
    returns,
  }))

/** The states that pacts with each service may ask for. */
export const STATES: Readonly<Record<ServiceName, readonly DescribedState[]>> = {
  registration: described(registrationStates),
  user: described(userStates),
  notification: described(notificationStates),
}
