import { readRows, traceOf } from '../rows.ts'
import { testsIn } from '../test-names.ts'

const DOCUMENT = `
| Statement | In short | Settled by | Tests |
| --- | --- | --- | --- |
| §3a | Any status | R5, A4 | |
| §3b | An e-mail | | |
| §1a | Any status, in other words | §3a | |

| Decision | In short | Tests |
| --- | --- | --- |
| [R5](decisions/x.md#r5) | Any state | |
| [A4](decisions/x.md#a4) | 403 or 404 | |
`

const SOURCE = `
describe('moves (RFC 9110)', () => {
  it('go from any state to any other (R5)', () => {})
  it.each([['a', 1], ['b', 2]])('tell %s (A4, S99)', () => {})
  it.skip('later (§3b)', () => {})
})
`

// How the document is read and filled in shows in docs/requirements.md, which the check compares.
it('a statement is proved by its own tests that run, or through all rows that settle it; other names are unknown', () => {
  const { unproved, unknown } = traceOf(readRows(DOCUMENT), testsIn('moves.test.ts', SOURCE))
  expect(unproved.map(({ id }) => id)).toEqual(['§3b'])
  expect(unknown.map(({ id }) => id)).toEqual(['S99'])
})
