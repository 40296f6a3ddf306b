import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endsWithLineBreak } from '../src/files/lines.ts'
import { fieldsOf } from '../src/import/fields.ts'
import { columnMapOf } from '../src/import/columns.ts'
import { dateFormOf } from '../src/import/date-form.ts'
import { allErrors, contractErrors } from '../src/import/row-errors.ts'
import type { Row } from '../src/import/row.ts'
import { rowsOf, type RowSource } from '../src/import/rows.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-rows-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const fields = fieldsOf('users')

/** The rows that are read from a file of users. */
async function rowsIn(
  format: RowSource['format'],
  text: string,
  options: Partial<RowSource> = {},
): Promise<Row[]> {
  const path = join(folder, 'users')
  await writeFile(path, text)
  const source: RowSource = {
    path,
    format,
    encoding: 'utf-8',
    fields,
    map: columnMapOf([], fields),
    skippedLines: { before: 0, after: 0 },
    dateForm: undefined,
    now: new Date(),
    lastRowMayBeShort: await endsWithLineBreak(path, 'utf-8'),
    ...options,
  }
  const rows: Row[] = []
  for await (const row of rowsOf(source)) rows.push(row)
  return rows
}

/** The body of each row, or its error. */
const read = async (...args: Parameters<typeof rowsIn>): Promise<unknown[]> =>
  (await rowsIn(...args)).map((row) => ('body' in row ? row.body : row.error))

it.each(['csv', 'ndjson'] as const)(
  'the end-of-file mark of DOS is not read as a row: %s',
  async (format) => {
    const text = format === 'csv' ? 'loginName\r\na\r\n' : '{"loginName":"a"}\r\n'
    expect(await read(format, `${text}\u001A`)).toEqual([{ loginName: 'a' }])
  },
)

it('rejects a CSV row if a spreadsheet has shortened its identifier to a number like 1.2E+11', async () => {
  const text = 'externalId,loginName,firstName\n1.23457E+11,a,1E+5\ne,"1,2E+05",b\n1E,c,1E+5\n'
  expect(await read('csv', text)).toEqual([
    expect.stringMatching(/^externalId 1.23457E\+11 is a number that a spreadsheet has shortened/),
    expect.stringMatching(/^loginName 1,2E\+05 is/),
    { externalId: '1E', loginName: 'c', firstName: '1E+5' },
  ])
})

it.each([
  '#N/A',
  '#REF!',
  '#DIV/0!',
  '#NV',
  '#Н/Д',
  '#HIÁNYZIK',
  '####',
  'Err:502',
  '="00123"',
  'NULL',
  'nan',
])('rejects a row whose identifier is what a program writes instead of a value: %s', async (id) => {
  const text = `externalId,loginName,firstName\n"${id.replaceAll('"', '""')}",a,NULL\n`
  expect(await read('csv', text)).toEqual([`externalId ${id} is what a program writes instead of a value`])
})

it.each(['#1', '#a7', '#A'])('takes an identifier that only begins like one of them: %s', async (id) =>
  expect(await read('csv', `externalId,loginName\n${id},a\n`)).toEqual([{ externalId: id, loginName: 'a' }]),
)

it('rejects a row of a deleted user instead of creating the user again', async () => {
  const error = expect.stringMatching(/^This record is deleted\./)
  const json = [true, false].map((deleted) => JSON.stringify({ loginName: 'a', deleted }))
  expect(await read('ndjson', json.join('\n'))).toEqual([error, { loginName: 'a', deleted: false }])
  expect(await read('csv', 'loginName,deleted\na,TRUE\n')).toEqual([error])
})

it('rejects a JSON array, and says how to convert it', async () => {
  await expect(read('ndjson', '\n[\n{"loginName":"a"}\n]\n')).rejects.toThrow('Line 2 begins a JSON array')
})

describe('columns', () => {
  const text = 'loginName,email,Expiration date,private email\na,a@work.org,2020-01-01,a@home.org\n'

  it('that are mapped to no field are not read, also if they have the name of one', async () => {
    const map = columnMapOf(['email=', 'private email=email', 'expiration date='], fields)
    expect(await read('csv', text, { map })).toEqual([{ loginName: 'a', email: 'a@home.org' }])
    const twice = columnMapOf(['private email=email'], fields)
    await expect(read('csv', text, { map: twice })).rejects.toThrow(
      "has two columns for email. Use --map '<column>=' to ignore one of them.",
    )
  })

  it('that are mapped to two fields are read as both: some systems have no login names', async () => {
    const map = columnMapOf(['Work Email=email', 'work email=loginName', 'ID=externalId'], fields, true)
    const body = { externalId: '7', email: 'a@work.org', loginName: 'a@work.org' }
    expect(await read('csv', 'ID,Work Email,Team\n7,a@work.org,x\n', { map })).toEqual([body])
    expect(await read('ndjson', '{"ID":"7","Work Email":"a@work.org"}', { map })).toEqual([body])
  })

  it('that no mapping names are ignored with --only-mapped', async () => {
    const map = columnMapOf(['private email=email', 'loginName=loginName'], fields, true)
    const body = { loginName: 'a', email: 'a@home.org' }
    expect(await read('csv', text, { map })).toEqual([body])
    const object = { loginName: 'a', email: 'a@work.org', 'private email': 'a@home.org', shoes: 38 }
    expect(await read('ndjson', JSON.stringify(object), { map })).toEqual([body])
    expect(() => columnMapOf([], fields, true)).toThrow('only-mapped needs --map')
  })
})

describe('a date', () => {
  const datesOf = async (form: string, ...texts: string[]) => {
    const rows = texts.map((expirationDate) => JSON.stringify({ loginName: 'a', expirationDate }))
    const found = await rowsIn('ndjson', rows.join('\n'), { dateForm: dateFormOf(form) })
    return found.map((row) => ('body' in row ? (row.faults ?? row.body)['expirationDate'] : row.error))
  }
  const day = '2026-12-31T00:00:00Z'

  it.each<[string, string, unknown]>([
    ['dd.MM.yyyy', '31.12.2026', day],
    ['d.M.yyyy', '1.2.2026', '2026-02-01T00:00:00Z'],
    ['MM/dd/yyyy', '12/31/2026', day],
    ['yyyyMMdd', '20261231', day],
    ['dd-MMM-yyyy', '31-DEC-2026', day],
    ['M/d/yy, h:mm a', '12/31/26, 12:05 AM', '2026-12-31T00:05:00Z'],
    ['M/d/yy, h:mm a', '12/31/26, 4:30 p.m.', '2026-12-31T16:30:00Z'],
    ['yyyy-MM-dd HH:mm:ss', '2026-12-31 23:59:58', '2026-12-31T23:59:58Z'],
    [
      'dd.MM.yyyy',
      '2026-12-31T08:00:00+01:00',
      'expirationDate must be an existing day of the form dd.MM.yyyy.',
    ],
    ['dd.MM.yyyy', '30.02.2026', 'expirationDate must be an existing day of the form dd.MM.yyyy.'],
    ['dd.MM.yyyy', '01.01.1900', expect.stringMatching(/^expirationDate 01\.01\.1900 is before 1950, /)],
    ['dd.MM.yyyy', '01.01.1950', '1950-01-01T00:00:00Z'],
    ['dd.MM.yyyy', '', ''],
    ['dd.MM.yyyy', '0000-00-00', ''],
    ['dd.MM.yyyy', '9999-12-31', ''],
    ['dd.MM.yyyy', '31.12.9999', ''],
    ['dd.MM.yyyy', '00.00.0000', ''],
    ['yyyy-MM-dd', '9999-12-31', ''],
    ['yyyy-MM-dd HH:mm:ss', '9999-12-31 00:00:00', ''],
  ])('of the form %s is read: %s', async (form, text, expected) =>
    expect(await datesOf(form, text)).toEqual([expected]),
  )

  it('that stands for none in another program is an error without a form, too', async () => {
    const text =
      'loginName,expirationDate\na,0001-01-01T00:00:00Z\nb,1949-12-31T23:59:59Z\nc,1950-01-01T00:00:00Z\n'
    const early = expect.stringContaining('is before 1950')
    expect(await read('csv', text)).toEqual([early, early, expect.objectContaining({ loginName: 'c' })])
  })

  it('that stands for none is left out of a field that can not be empty', async () => {
    const row = '{"externalId":"a","completionDate":"31.12.9999"}'
    const options = { fields: fieldsOf('history'), dateForm: dateFormOf('dd.MM.yyyy') }
    expect(await read('ndjson', row, options)).toEqual([{ externalId: 'a' }])
  })

  it.each([
    ['dd/MM/yy', '04/03/19', '03/28/19'],
    ['MM/dd/yyyy', '04/03/2019', '28/03/2019'],
  ])('of the form %s with a month over 12 ends the reading: day and month are exchanged', async (...row) => {
    const [form, ...texts] = row
    await expect(datesOf(form, ...texts)).rejects.toThrow(
      /^Line 2: expirationDate .* has no month of this number: it is .*, not .* Nothing was changed\./,
    )
  })

  it('that is in the future, and not with day and month exchanged, ends the reading', async () => {
    const now = new Date('2026-11-30T12:00:00Z')
    const options = { fields: fieldsOf('history'), dateForm: dateFormOf('dd/MM/yyyy'), now }
    const completed = (...dates: string[]) =>
      read('csv', ['completionDate', ...dates, ''].join('\n'), options)
    await expect(completed('11/09/2026', '11/12/2026')).rejects.toThrow(
      /^Line 3: completionDate 11\/12\/2026 would .* future as dd.*, and not as MM.* Nothing was changed/,
    )
    expect(await completed('11/09/2026', '12/12/2026')).toHaveLength(2)
    // An account expires in the future.
    const row = '{"loginName":"a","expirationDate":"11/12/2026"}'
    expect(await read('ndjson', row, { ...options, fields })).toHaveLength(1)
  })

  it.each(['31.12.2026', '2026-12-31', '12/31/2026 00:00', '31-Dec-2026'])(
    'of another form than RFC 3339 ends the reading, and the message names --date-format: %s',
    async (date) => {
      const text = `loginName,expirationDate\na,\nb,${date}\n`
      await expect(read('csv', text)).rejects.toThrow(
        `Line 3: expirationDate ${date} is not a date-time such as 2027-01-31T00:00:00Z. Nothing was`,
      )
      const later = `loginName,expirationDate\na,2027-01-31T00:00:00Z\nb,${date}\n`
      expect(await read('csv', later)).toMatchObject([{}, { expirationDate: date }])
    },
  )

  it.each([
    ['dd.mm.yyyy', 'it has no month'],
    ['dd.MM', 'it has no year'],
    ['dd.MM.yyy', 'yyy stands for nothing'],
    ['DD.MM.YYYY', 'DD stands for nothing'],
    ['dd.MM.yyyy MM', 'it names the month twice'],
    ['dd.MM.yyyy hh:mm', 'hh and a belong together'],
    ['d'.repeat(41), 'it has over 40 characters'],
  ])('can not have the form %s', (form, why) => {
    expect(() => dateFormOf(form)).toThrow(`date-format can't be ${JSON.stringify(form)}: ${why}. Write yyyy`)
  })
})

it.each([
  ['an e-mail address', 'sf-1,ada@example.org,'],
  ['a date', '"sf-1",,31.12.2026'],
  ['a date-time', 'sf-1,,2026-12-31T00:00:00Z'],
])('a line between the header and the rows is not skipped if it has %s', async (_what, line) => {
  const options = { skippedLines: { before: 0, after: 1 }, dateForm: dateFormOf('dd.MM.yyyy') }
  const header = 'externalId,email,expirationDate'
  await expect(read('csv', `${header}\n${line}\nsf-2,,\n`, options)).rejects.toThrow(
    /^Line 2, which --skip-lines-after-header leaves out, looks like a row: it has /,
  )
  expect(await read('csv', `${header}\n"User ID",E-Mail,Ends\n1,,\n`, options)).toEqual([{ externalId: '1' }])
})

it.each<[string, unknown]>([
  ['87.5', 87.5],
  ['-3', -3],
  // A decimal comma, where it can't separate thousands.
  ['"87,5"', 87.5],
  ['"-3,25"', -3.25],
  ...['1,234', '0,875', '1.234,5', '1,2,3', ',5', '5,'].map((text) => [`"${text}"`, text] as const),
  ...['0x10', '1e2', '0b1', '+5', '5.', 'Infinity', '9'.repeat(400)].map((text) => [text, text] as const),
] as [string, unknown][])('only a decimal number is a score: %s', async (score, expected) =>
  expect(await read('csv', `externalId,score\na,${score}\n`, { fields: fieldsOf('history') })).toEqual([
    { externalId: 'a', score: expected },
  ]),
)

describe('what is wrong with a cell', () => {
  const form = { completionDate: 'completionDate must be an existing day of the form dd.MM.yyyy.' }
  it.each<[string, object, string, string]>([
    [
      'says which results are known',
      { success: 'bestanden' },
      'success must be true, false or null.',
      'success must be true, false or null, not "bestanden".',
    ],
    [
      'says how a number is written',
      { score: '87,5 %' },
      'score must be a number or null.',
      'score must be a number or null, not "87,5 %". Write only the number, with a decimal point, such as ' +
        '87.5.',
    ],
    [
      'says what to write for a number that may have thousands',
      { score: '1,234' },
      'score must be a number or null.',
      'score must be a number or null, not "1,234". Write only the number, with a decimal point, such as ' +
        '87.5.',
    ],
    [
      'names the form of dates that the command has named',
      { completionDate: '31.11.2026' },
      'completionDate must be an RFC 3339 date-time.',
      'completionDate must be an existing day of the form dd.MM.yyyy, not "31.11.2026".',
    ],
    [
      'says which statuses there are, and everything else that is wrong, in one sentence for each field',
      { statusName: 'done', success: 'nein' },
      'score must be a number.',
      'score must be a number. statusName must be one of Not Started, Completed, Approved, Withdrawn, not ' +
        '"done". success must be true, false or null, not "nein".',
    ],
    [
      'shows a date that can not be',
      { createdDate: '1925-11-24T00:00:00Z' },
      'createdDate must not be before 1950-01-01.',
      'createdDate must not be before 1950-01-01, and is "1925-11-24T00:00:00Z".',
    ],
    [
      'shows the beginning of a long value',
      { success: `${'x'.repeat(40)}y` },
      'success must be true.',
      `success must be true, not "${'x'.repeat(40)}…".`,
    ],
  ])('%s', (_says, fields, detail, expected) => {
    expect(allErrors('history', { statusName: 'Completed', ...fields }, detail, form)).toBe(expected)
  })

  it('is found without the service, too', () => {
    const course = { id: 1, name: 'Fire', active: 'yes', groupIds: '1' }
    expect(contractErrors('courses', course)).toEqual([
      'groupIds must be a list, not "1".',
      'active must be true or false, not "yes".',
    ])
  })
})

describe('the last CSV row', () => {
  const header = 'externalId,loginName,city'

  it.each([
    ['has fewer cells than every other row', `${header}\n1,a,Oslo\n2,b`],
    ['has fewer cells than the header, and is the only one', `${header}\r\n1,a`],
    ['is shorter than other short rows', `${header}\n1,a\n2`],
  ])('is rejected, because the file was probably cut, if it does not end and %s', async (_what, text) =>
    expect((await read('csv', text)).at(-1)).toMatch(/^The last row has . cells?, and the header 3/),
  )

  it.each([
    ['the line ends', `${header}\n1,a,Oslo\n2,b\n`],
    ['another row is as short', `${header}\n1,a\n2,b`],
    ['columns without a name follow', `${header},,\n2,b,`],
  ])('may be short if %s', async (_what, text) =>
    expect((await read('csv', text)).at(-1)).toEqual({ externalId: '2', loginName: 'b' }),
  )
})
