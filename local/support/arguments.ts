import { parseArgs, type ParseArgsConfig } from 'node:util'
import { messageOf } from './command-error.ts'

/**
 * Reads the arguments of a command. With `--help` or an unknown argument, the process ends with its usage.
 */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}`)
    process.exit(2)
  }
}
