import {
  address,
  commonVariables,
  internalVariables,
  publicVariables,
  integer,
  readConfig,
  url,
  type ConfigOf,
  type Environment,
} from '../../platform/config.ts'

export const userVariables = {
  ...commonVariables,
  ...internalVariables,
  ...publicVariables,
  publicUrl: address('PUBLIC_URL', {
    default: '',
    why:
      'where directories reach this installation, such as https://learning.example.org: SCIM names its ' +
      'resources by addresses below it, and without it by relative ones',
  }),
  deletedUserRetentionDays: integer('DELETED_USER_RETENTION_DAYS', {
    default: 0,
    min: 0,
    max: 36_500,
    why: 'after how many days a deleted user is erased; 0 to keep them',
  }),
  registrationServiceUrl: url('REGISTRATION_SERVICE_URL', ['http', 'https'], {
    why:
      'the internal operations of the registration service: ' +
      'the export of a person collects registrations there',
  }),
  notificationServiceUrl: url('NOTIFICATION_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the notification service: the export of a person collects e-mails there',
  }),
}

export type UserConfig = ConfigOf<typeof userVariables>

/** @throws ConfigError that lists every fault */
export const readUserConfig = (env: Environment): UserConfig => readConfig(env, userVariables)
