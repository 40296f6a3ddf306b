/** How the command ended, for scripts. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  someRowsFailed: 3,
  denied: 4,
  unavailable: 5,
  interrupted: 130,
  /** As the shell shows a program that SIGPIPE has ended. */
  outputClosed: 141,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_CODES_HELP = [
  'Exit codes: 0 done, 1 failed or held removals back, 2 wrong usage, 3 some rows of a file failed, or a',
  'person has to look at them, and all others are done, 4 access denied (401, 403), 5 unreachable or',
  'unavailable, 130 interrupted, 141 standard output was closed.',
].join('\n')
