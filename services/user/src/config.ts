import {
  commonVariables,
  internalVariables,
  publicVariables,
  readConfig,
  type ConfigOf,
  type Environment,
} from '../../shared/config.ts'

export const userVariables = {
  ...commonVariables,
  ...internalVariables,
  ...publicVariables,
}

export type UserConfig = ConfigOf<typeof userVariables>

/** @throws ConfigError that lists every fault */
export const readUserConfig = (env: Environment): UserConfig => readConfig(env, userVariables)
