/** How many checks and tests passed, failed, or were left out. */
export type Tally = Record<'passed' | 'failed' | 'skipped', number>

/** The line that every run ends with. */
export function lineOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** The counts in jest's JSON report. The suites are files that failed before their first test. */
export type JestReport = Readonly<
  Record<`num${'Passed' | 'Failed' | 'Pending' | 'Todo'}Tests` | 'numRuntimeErrorTestSuites', number>
>

/** Adds what jest has counted. */
export function addTests(tally: Tally, report: JestReport): void {
  tally.passed += report.numPassedTests
  tally.failed += report.numFailedTests + report.numRuntimeErrorTestSuites
  tally.skipped += report.numPendingTests + report.numTodoTests
}
