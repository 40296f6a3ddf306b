import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endsWithLineBreak } from '../src/files/lines.ts'
import { fieldsOf } from '../src/import/fields.ts'
import { columnMapOf } from '../src/import/columns.ts'
import { contractErrors } from '../src/import/row-errors.ts'
import { rowsOf } from '../src/import/rows.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-rows-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What is read from a file of users: the body of each row, or its error. */
async function read(format: 'csv' | 'ndjson', text: string): Promise<unknown[]> {
  const path = join(folder, 'users')
  await writeFile(path, text)
  const lastRowMayBeShort = await endsWithLineBreak(path, 'utf-8')
  const source = {
    path,
    format,
    encoding: 'utf-8',
    fields: fieldsOf('users'),
    map: new Map(),
    lastRowMayBeShort,
  }
  const found: unknown[] = []
  for await (const row of rowsOf(source)) found.push('body' in row ? row.body : row.error)
  return found
}

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

it.each(['#N/A', '#REF!', '="00123"', 'NULL', 'nan'])(
  'rejects a row whose identifier is what a program writes instead of a value: %s',
  async (id) => {
    const text = `externalId,loginName,firstName\n"${id.replaceAll('"', '""')}",a,NULL\n`
    expect(await read('csv', text)).toEqual([`externalId ${id} is what a program writes instead of a value`])
  },
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

it('does not read a column that is mapped to no field, also one with the name of a field', async () => {
  const path = join(folder, 'users.csv')
  await writeFile(path, 'loginName,email,Expiration date,private email\na,a@work.org,2020-01-01,a@home.org\n')
  const fields = fieldsOf('users')
  const map = columnMapOf(['email=', 'private email=email', 'expiration date='], fields)
  const found = rowsOf({ path, format: 'csv', encoding: 'utf-8', fields, map, lastRowMayBeShort: true })
  for await (const row of found) expect(row).toMatchObject({ body: { loginName: 'a', email: 'a@home.org' } })
  const twice = columnMapOf(['private email=email'], fields)
  await expect(
    rowsOf({ path, format: 'csv', encoding: 'utf-8', fields, map: twice, lastRowMayBeShort: true }).next(),
  ).rejects.toThrow("has two columns for email. Use --map '<column>=' to ignore one of them.")
})

it('says which values a cell may have', () => {
  const course = { id: 1, name: 'Fire', active: 'yes', groupIds: '1' }
  expect(contractErrors('courses', course)).toEqual([
    'groupIds must be a list.',
    'active must be true or false.',
  ])
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
