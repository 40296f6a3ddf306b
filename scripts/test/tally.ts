/** How many checks and tests passed, failed, or were left out. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
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

/** Adds what jest has counted. */
export function addTests(tally: Tally, report: JestReport): void {
  tally.passed += report.numPassedTests
  tally.failed += report.numFailedTests + report.numRuntimeErrorTestSuites
  tally.skipped += report.numPendingTests + report.numTodoTests
}
