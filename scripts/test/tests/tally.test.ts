import { addTests, lineOf, type Tally } from '../tally.ts'

const left = (name: string) => ({
  status: 'pending',
  fullName: `${name} [left out: there is no x: install x]`,
})
const REPORT = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 3,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    { assertionResults: [left('one'), { status: 'passed', fullName: 'two' }] },
    { assertionResults: [left('three'), { status: 'pending', fullName: 'a longer form of five' }] },
  ],
}

it.each([
  [false, '5 passed, 1 failed, 3 skipped'],
  [true, '5 passed, 3 failed, 1 skipped'],
])(
  'counts tests that this machine lacks something for, and says what; in CI (%s) they fail',
  (isCi, line) => {
    const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
    expect(addTests(tally, REPORT, isCi)).toEqual(['2 tests were left out: there is no x: install x'])
    expect(lineOf(tally)).toBe(line)
  },
)
