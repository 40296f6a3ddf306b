import { namingCaFile } from '../../services/platform/observability/naming-ca-file.ts'

/** The exit code for invalid arguments and variables. */
export const INVALID = 2

/**
 * An error that the user can fix. Its message says what happened and what to do next, and is printed without
 * a stack.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints an error, with its stack unless it is a CommandError. @returns the exit code */
export function printError(error: unknown): number {
  if (error instanceof CommandError) {
    process.stderr.write(`\n${error.message}\n`)
    return error.exitCode
  }
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return 70
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return namingCaFile(error instanceof Error ? error.message : String(error))
}
