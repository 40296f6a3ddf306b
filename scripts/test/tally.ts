/** How many checks and tests passed, failed, or were left out. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const PASSED: Tally = { passed: 1, failed: 0, skipped: 0 }
export const FAILED: Tally = { passed: 0, failed: 1, skipped: 0 }
export const SKIPPED: Tally = { passed: 0, failed: 0, skipped: 1 }

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The line that every run ends with. */
export function lineOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** What of jest's report in JSON we count by. */
export interface JestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  /** Files that failed before any of their tests could run. */
  readonly numRuntimeErrorTestSuites: number
}

export const tallyOf = (report: JestReport): Tally => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
})
