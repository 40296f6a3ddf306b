import {
  commonVariables,
  internalVariables,
  oneOf,
  publicVariables,
  readConfig,
  url,
  type ConfigOf,
  type Environment,
} from '../../platform/config.ts'

export const registrationVariables = {
  ...commonVariables,
  ...internalVariables,
  userServiceUrl: url('USER_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the user service: credentials and users are checked there',
  }),
  notificationServiceUrl: url('NOTIFICATION_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the notification service, which return receipts',
  }),
  referencePage: oneOf('REFERENCE_PAGE', ['shown', 'hidden'], {
    default: 'hidden',
    why: 'whether the API reference and the guides are served at /docs/, on the public and the operator port',
  }),
  ...publicVariables,
}

export type RegistrationConfig = ConfigOf<typeof registrationVariables>

export const readRegistrationConfig = (environment: Environment) =>
  readConfig(environment, registrationVariables)
