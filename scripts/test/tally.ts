import { reasonOf } from '../../testing/left-out.ts'

/** How many checks and tests passed, failed, or were left out. */
export type Tally = Record<'passed' | 'failed' | 'skipped', number>

/** The line that every run ends with. */
export function lineOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** The parts of jest's JSON report that count. The suites are files that failed before their first test. */
export interface JestReport extends Readonly<
  Record<`num${'Passed' | 'Failed' | 'Pending' | 'Todo'}Tests` | 'numRuntimeErrorTestSuites', number>
> {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/**
 * Adds what jest has counted.
 * @param isCi tests that this machine can't run have failed
 * @returns how many tests were left out for each reason, to be printed
 */
export function addTests(tally: Tally, report: JestReport, isCi: boolean): readonly string[] {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const reasons = tests.flatMap(({ status, fullName }) => (status === 'pending' && reasonOf(fullName)) || [])
  tally.passed += report.numPassedTests
  tally.failed += report.numFailedTests + report.numRuntimeErrorTestSuites + (isCi ? reasons.length : 0)
  tally.skipped += report.numPendingTests + report.numTodoTests - (isCi ? reasons.length : 0)
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((one) => one === reason).length
    return `${count} ${count === 1 ? 'test was' : 'tests were'} left out: ${reason}`
  })
}
