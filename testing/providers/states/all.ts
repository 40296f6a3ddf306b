import { notificationStates } from './notification.ts'
import { registrationStates } from './registration.ts'
import { userStates } from './user.ts'

/** The states that pacts with each provider may ask for, as described in docs/provider-states.md. */
export const STATES = {
  registration: registrationStates,
  user: userStates,
  notification: notificationStates,
} as const

/** A service that pacts can be verified with. */
export type Provider = keyof typeof STATES
export const PROVIDERS = Object.keys(STATES) as Provider[]
