import { fillRows, idsIn, readRows, traceOf } from '../rows.ts'
import { testsIn } from '../test-names.ts'

const DOCUMENT = `# Requirements

| Statement | In short | Settled by | Tests |
| --- | --- | --- | --- |
| §3a | Any status | R5, A4 | |
| §3b | An e-mail | | |
| §1a | Any status, in other words | §3a | |

| Decision | In short | Tests |
| --- | --- | --- |
| [R5](decisions/x.md#r5) | Any state, \\| escaped | |
| [A4](decisions/x.md#a4) | 403 or 404 | |
`

const SOURCE = `
describe('moves (RFC 9110)', () => {
  it('go from any state to any other (R5)', () => {})
  it.each([['a', 1], ['b', 2]])('tell %s (A4, S99)', () => {})
  it.skip('later (§3b)', () => {})
})
`

it('names of requirements are found with their ranges', () => {
  const found = idsIn('specification §4.1.1; R1–R3, A2b, B4 to B5')
  expect(found.join(' ')).toBe('§4.1.1 R1 R2 R3 A2b B4 B5')
})

it('tests of a file carry the descriptions around them, and count only when they run', () => {
  expect(testsIn('moves.test.ts', SOURCE).map(({ name }) => name)).toEqual([
    'moves (RFC 9110) › go from any state to any other (R5)',
    'moves (RFC 9110) › tell %s (A4, S99)',
  ])
})

describe('the trace from requirements to tests', () => {
  const rows = readRows(DOCUMENT)
  const trace = traceOf(rows, testsIn('moves.test.ts', SOURCE))

  it('has a row for each line of a table that begins with a name', () => {
    expect(rows.map(({ id, through }) => [id, through])).toEqual([
      ['§3a', ['R5', 'A4']],
      ['§3b', []],
      ['§1a', ['§3a']],
      ['R5', []],
      ['A4', []],
    ])
  })

  it('proves a statement by its own tests or through all rows that settle it, and no other row', () => {
    expect(trace.unproved.map(({ id }) => id)).toEqual(['§3b'])
    expect(trace.unknown.map(({ id }) => id)).toEqual(['S99'])
  })

  it('fills the last cell and leaves the rest as it is', () => {
    const filled = fillRows(DOCUMENT, rows, ({ id }) => `test of ${id}`)
    expect(filled).toContain('| [R5](decisions/x.md#r5) | Any state, \\| escaped | test of R5 |')
    expect(readRows(filled)).toEqual(rows)
  })
})
