import {
  commonVariables,
  publicVariables,
  readConfig,
  url,
  type ConfigOf,
  type Environment,
} from '../../shared/config.ts'

export const registrationVariables = {
  ...commonVariables,
  userServiceUrl: url('USER_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the user service: credentials and users are checked there',
  }),
  notificationServiceUrl: url('NOTIFICATION_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the notification service: receipts are asked for there',
  }),
  ...publicVariables,
}

export type RegistrationConfig = ConfigOf<typeof registrationVariables>

export const readRegistrationConfig = (environment: Environment) =>
  readConfig(environment, registrationVariables)
