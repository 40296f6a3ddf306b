import {
  commonVariables,
  integer,
  internalVariables,
  readConfig,
  type ConfigOf,
  type Environment,
} from '../../shared/config.ts'

const variables = {
  ...commonVariables,
  ...internalVariables,
  requestsPerMinute: integer('REQUESTS_PER_MINUTE', {
    default: 600,
    min: 1,
    max: 1_000_000,
    why: 'what a service account may ask of this service unless it has a limit of its own',
  }),
}

export type UserConfig = ConfigOf<typeof variables>

/** @throws ConfigError that lists every fault */
export const readUserConfig = (env: Environment): UserConfig => readConfig(env, variables)
