import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvLine, DELIMITERS } from '../src/files/csv-line.ts'
import { recordsOf, type SkippedLines } from '../src/files/csv-reader.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-csv-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What is read: the line of each record, and its cells or its error. */
async function read(
  text: string,
  columns: readonly string[] = [],
  skipped: SkippedLines = { before: 0, after: 0 },
): Promise<unknown[]> {
  const path = join(folder, 'input.csv')
  await writeFile(path, text)
  const records: unknown[] = []
  for await (const record of recordsOf(path, 'utf-8', skipped, (name) => columns.includes(name)))
    records.push([record.line, 'cells' in record ? record.cells : record.error])
  return records
}

const NOT_CLOSED = 'a quote is opened and not closed'
const MISPLACED = 'a quote is in the wrong place; write "" for a quote within a quoted cell'

describe('a CSV file', () => {
  it('may mix CR, LF and CRLF as line ends, and may have none at the end', async () => {
    expect(await read('a,b\rc,d\r\n\r\n\re,f\ng,h')).toEqual([
      [1, ['a', 'b']],
      [2, ['c', 'd']],
      [5, ['e', 'f']],
      [6, ['g', 'h']],
    ])
  })

  it.each([
    [
      'a title',
      'Report, "unfinished\n\na;b\nc;d\n',
      { before: 2, after: 0 },
      [
        [3, ['a', 'b']],
        [4, ['c', 'd']],
      ],
    ],
    [
      'a second header',
      'a;b\n"x\ny;z\nc;d',
      { before: 0, after: 2 },
      [
        [1, ['a', 'b']],
        [4, ['c', 'd']],
      ],
    ],
    [
      'a line sep=; among them',
      'sep=;\nTitle\na;b,c\nd;e',
      { before: 2, after: 0 },
      [
        [3, ['a', 'b,c']],
        [4, ['d', 'e']],
      ],
    ],
    ['all lines', 'a;b\nc;d', { before: 9, after: 9 }, []],
    ['all rows', 'a;b\nc;d', { before: 0, after: 9 }, [[1, ['a', 'b']]]],
    [
      'more than one piece of the file',
      `a;b\n${'x\n'.repeat(9_000)}c;d`,
      { before: 0, after: 9_000 },
      [
        [1, ['a', 'b']],
        [9_002, ['c', 'd']],
      ],
    ],
    [
      'a long title',
      `${'x\n'.repeat(9_000)}a;b\nc;d`,
      { before: 9_000, after: 0 },
      [
        [9_001, ['a', 'b']],
        [9_002, ['c', 'd']],
      ],
    ],
  ])('can have lines that are skipped: %s', async (_what, text, skipped, records) => {
    expect(await read(text, [], skipped)).toEqual(records)
  })

  it('counts a line break within quotes as one line, also a CRLF', async () => {
    const text = 'a,"1\r\n2\r\n3"\r\nb,"1\r2"\r\n\r\nc,"1\n2"\nd,"unreadable"x\ne,f\n'
    expect(await read(text)).toEqual([
      [1, ['a', '1\n2\n3']],
      [4, ['b', '1\n2']],
      [7, ['c', '1\n2']],
      [9, MISPLACED],
      [10, ['e', 'f']],
    ])
  })

  it('does not take rows for a part of a cell, and keeps a cell of several lines', async () => {
    const ERROR = 'a quoted cell contains the next rows: a quote is missing or in the wrong place'
    const text = 'a,b,c\n1,"2,3\n4,5,6\n7,8",9\n1,"x\ny, z",3\n1,2,"x, y\nz"\n"1\n2,3",4,5\n'
    expect(await read(text)).toEqual([
      [1, ['a', 'b', 'c']],
      [2, ERROR],
      [5, ERROR],
      [7, ['1', '2', 'x, y\nz']],
      [9, ['1\n2,3', '4', '5']],
    ])
  })

  it('reads a CRLF as one line break if it is split between two chunks', async () => {
    const filler = 'x'.repeat(8 * 1024 - 3)
    expect(await read(`a,${filler}\r\nb,c\r\n`)).toEqual([
      [1, ['a', filler]],
      [2, ['b', 'c']],
    ])
  })

  it('keeps quotes within a cell as text, unless the cell begins with a quote', async () => {
    const text = 'a,5" pipe\nb,5"" "pipe"\nc,"5"" pipe"\nd,"5" pipe\ne,"" \nf,  "x, y"  ,z\n'
    expect(await read(text)).toEqual([
      [1, ['a', '5" pipe']],
      [2, ['b', '5"" "pipe"']],
      [3, ['c', '5" pipe']],
      [4, MISPLACED],
      [5, ['e', '']],
      [6, ['f', 'x, y', 'z']],
    ])
  })

  it('reads all rows after a quote that is never closed', async () => {
    expect(await read('a,b\nc,"d\ne,f\ng,"h, i"\nj,k\n')).toEqual([
      [1, ['a', 'b']],
      [2, MISPLACED],
      [3, ['e', 'f']],
      [4, ['g', 'h, i']],
      [5, ['j', 'k']],
    ])
    const many = Array.from({ length: 60_000 }, (_, n) => `x${n},y`)
    const records = await read(['a,b', 'c,"d', ...many].join('\n'))
    expect(records.slice(1, 3)).toEqual([
      [2, expect.stringContaining(`${NOT_CLOSED}, or the row is longer`)],
      [3, ['x0', 'y']],
    ])
    expect(records).toHaveLength(2 + many.length)
    expect(await read('a,b\nc,"d')).toEqual([
      [1, ['a', 'b']],
      [2, NOT_CLOSED],
    ])
  })

  it.each([
    ['within cells', '5" pipe'],
    ['at the beginning of cells', '"5 pipe'],
    ['around half of a cell', '"5" pipe'],
  ])(
    'with a stray quote in each row takes four times as long for four times the rows: %s',
    async (_where, cell) => {
      const cpuOf = async (count: number) => {
        const text = Array.from({ length: count }, (_, n) => `q${n},${cell},z`).join('\n')
        const before = process.cpuUsage()
        expect(await read(text)).toHaveLength(count)
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      await cpuOf(1_000) // compiles
      // Below this time, what the garbage collector does counts for more than the rows.
      const few = Math.max(await cpuOf(1_000), 100_000)
      expect(await cpuOf(4_000)).toBeLessThan(8 * few)
    },
  )

  it('is read with the delimiter that finds most known columns, or with that of a line `sep=`', async () => {
    const columns = ['login', 'name']
    expect(await read('login;"name";Other, and more, of it\n', columns)).toEqual([
      [1, ['login', 'name', 'Other, and more, of it']],
    ])
    expect(await read('login\tname\na,b;c\td\n', columns)).toEqual([
      [1, ['login', 'name']],
      [2, ['a,b;c', 'd']],
    ])
    expect(await read('login|name|groups, such as 1|2\n', columns)).toEqual([
      [1, ['login', 'name', 'groups, such as 1', '2']],
    ])
    expect(await read('sep=|\r\nlogin|na;me\r\n', columns)).toEqual([[2, ['login', 'na;me']]])
    expect(await read('"sep=\t"\nlogin\tname\n', columns)).toEqual([[2, ['login', 'name']]])
    expect(await read('login\n', columns)).toEqual([[1, ['login']]])
  })

  it('may be empty', async () => {
    expect(await read('')).toEqual([])
    expect(await read('\r\n \n')).toEqual([])
  })
})

it('a line that is written is read as it was, and its text is quoted, which spreadsheets keep', async () => {
  const texts = [
    '00123',
    '1.23457E+11',
    '3/4',
    'TRUE',
    'a "b" c;d,e\tf|g',
    "O'Neill",
    'line 1\nline 2',
    'ﬁ ü',
  ]
  for (const delimiter of DELIMITERS) {
    const line = csvLine([...texts, 12.5, 33.333333333333336, true, null, ''], delimiter)
    expect(await read(`${line}\n`)).toEqual([[1, [...texts, '12.5', '33.333333333333336', 'true', '', '']]])
  }
  expect(csvLine(['00123', 12.5, 33.333333333333336, 1e15, true, null], ';')).toBe(
    '"00123";12.5;"33.333333333333336";"1000000000000000";true;',
  )
})
