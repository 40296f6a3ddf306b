import {
  accountVariables,
  commonVariables,
  internalVariables,
  readConfig,
  type ConfigOf,
  type Environment,
} from '../../shared/config.ts'

export const userVariables = {
  ...commonVariables,
  ...internalVariables,
  ...accountVariables,
}

export type UserConfig = ConfigOf<typeof userVariables>

/** @throws ConfigError that lists every fault */
export const readUserConfig = (env: Environment): UserConfig => readConfig(env, userVariables)
