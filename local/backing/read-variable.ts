import { ConfigError, readConfig, type Variable } from '../../services/platform/config.ts'
import { CommandError, INVALID } from '../support/command-error.ts'

/** The value that the services read. @throws CommandError with exit code 2 for one that they reject */
export function readVariable<T>(variable: Variable<T>, env: NodeJS.ProcessEnv): T {
  try {
    return readConfig(env, { variable }).variable
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message, INVALID) : error
  }
}
