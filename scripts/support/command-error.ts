/** An error that the user can fix. Its message says what happened and what to do next, and is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints an error, with its stack unless it is a CommandError. @returns the exit code */
export function explain(fault: unknown): number {
  if (fault instanceof CommandError) {
    process.stderr.write(`\n${fault.message}\n`)
    return fault.exitCode
  }
  process.stderr.write(`\n${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`)
  return 70
}

/** The message of anything that was thrown. */
export function messageOf(fault: unknown): string {
  if (fault instanceof AggregateError && fault.message === '') return fault.errors.map(messageOf).join('; ')
  return fault instanceof Error ? fault.message : String(fault)
}
