import descriptions from './descriptions.json' with { type: 'json' }
import { notificationStates } from './notification.ts'
import { registrationStates } from './registration.ts'
import { userStates } from './user.ts'

/** The states that pacts with each provider may ask for, by provider. */
export const STATES = {
  registration: registrationStates,
  user: userStates,
  notification: notificationStates,
} as const

/** What a state is, which parameters it takes and which values it returns. */
interface Description {
  readonly is: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly returns?: Readonly<Record<string, string>>
}

/** By name, what `npm run verify:pact -- --states` prints. */
export const DESCRIPTIONS: Readonly<Record<string, Description>> = descriptions

/** A service that pacts can be verified with. */
export type Provider = keyof typeof STATES
export const PROVIDERS = Object.keys(STATES) as Provider[]
