/** A fault that a person can mend: the message says what happened and what to do next, and is printed without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints a refusal as it is and anything else with its stack, and says which exit code it deserves. */
export function explain(fault: unknown): number {
  if (fault instanceof Refusal) {
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
