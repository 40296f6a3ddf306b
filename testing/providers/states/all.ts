import descriptions from './descriptions.json' with { type: 'json' }
import type { EventType } from '../world.ts'
import type { States } from '../state.ts'
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
  /** The type of the message that the state causes. */
  readonly causes?: EventType
}

/** By name, what `npm run verify:pact -- --states` prints. */
export const DESCRIPTIONS: Readonly<Record<string, Description>> = descriptions as Record<string, Description>

/** A service that pacts can be verified with. */
export type Provider = keyof typeof STATES
export const PROVIDERS = Object.keys(STATES) as Provider[]

/** The provider of a pact that uses several services. */
export const WHOLE = 'rollcall'
export type PactProvider = Provider | typeof WHOLE

export const statesFor = (provider: PactProvider): States =>
  provider === WHOLE ? { ...registrationStates, ...userStates, ...notificationStates } : STATES[provider]
