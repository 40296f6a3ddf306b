import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { command, settings, type CommandResult } from '../../../testing/clients/command.ts'
import { client } from '../../../testing/client.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

/** Files as spreadsheets and other systems write them. */
const INPUTS = join(import.meta.dirname, '../../../testing/clients/inputs')

const system = wholeSystem()
let env: NodeJS.ProcessEnv
let credential: Record<string, string>
let folder: string
beforeAll(async () => {
  const key = await system.issueKey()
  env = settings(system, key)
  credential = key.credential
})
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-inputs-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const rowsIn = (result: CommandResult): any[] =>
  result.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))

async function importFile(kind: string, file: string, ...more: string[]) {
  const args = kind === 'registrations' ? [kind, 'import', file] : ['import', kind, file]
  const result = await command([...args, '--results', '-', '--restart', ...more], { env, folder })
  return { ...result, rows: rowsIn(result) }
}
async function importInput(name: string, ...more: string[]) {
  await copyFile(join(INPUTS, name), join(folder, name))
  return importFile('users', name, ...more)
}
async function importText(name: string, content: string | Buffer, ...more: string[]) {
  await writeFile(join(folder, name), content)
  return importFile('users', name, '--group', '1', ...more)
}
const userOf = async (externalId: string) =>
  expectBody(await client(system.url, credential).get(`/users/external_id/${externalId}/`), 200)
const isUnknown = async (externalId: string) =>
  (await client(system.url, credential).get(`/users/external_id/${externalId}/`)).status === 404

/** csv-reader.test.ts and rows.test.ts prove how lines and cells are read. */
describe('an import reads a file', () => {
  it.each<[string, string, object[]]>([
    ['empty columns at the end', 'empty-trailing-columns.csv', [{ externalId: 'r-tr1', lastName: 'Trail' }]],
    [
      'too many empty cells, or too few cells, at the end of rows',
      'empty-trailing-cells.csv',
      [{ externalId: 'r-tr2' }, { loginName: 'tr3' }],
    ],
    ['empty rows at the end', 'empty-rows.csv', [{ externalId: 'r-er1' }]],
    ['UTF-16, which Excel calls "Unicode text"', 'utf-16.csv', [{ externalId: 'r-u16b', firstName: 'Zoë' }]],
    ['capitalized names of columns', 'capitalized-column-names.csv', [{ externalId: 'r-hc1' }]],
    [
      'a byte-order mark before JSON',
      'byte-order-mark.ndjson',
      [{ externalId: 'r-nb1' }, { externalId: 'r-nb2' }],
    ],
    [
      'U+2028 within a JSON string',
      'line-separator-in-string.ndjson',
      [{ externalId: 'r-nu8', ovFormWithInput12: 'a\u2028b' }, { externalId: 'r-nu9' }],
    ],
    [
      'spaces and no-break spaces around cells',
      'spaces-around-cells.csv',
      [
        { externalId: 'r-ws1', email: 'ws1@example.test' },
        { externalId: 'r-ws2', email: 'ws2@example.test', firstName: 'Ana' },
        { externalId: 'r-ws3', loginName: 'ws3' },
        { externalId: 'r-ws4', email: 'ws4@example.test' },
      ],
    ],
  ])('with %s', async (_what, name, users) => {
    const result = await importInput(name, '--group', '1')
    expect(result).toMatchObject({ code: 0, rows: users.map(() => ({ ok: true, outcome: 'created' })) })
    for (const [index, user] of users.entries()) {
      const found = expectBody(
        await client(system.url, credential).get(`/users/${result.rows[index].id}/`),
        200,
      )
      expect(found).toMatchObject(user)
    }
  })

  it('in UTF-16 of the other byte order, and in UTF-8 with a byte-order mark', async () => {
    const header = '\ufeffloginName;firstName;lastName;email;externalId\r\n'
    const text = `${header}be;Zoë;Ünal;be@example.test;r-be\r\n`
    const utf16be = Buffer.from(text, 'utf16le').swap16()
    expect(await importText('be.csv', utf16be)).toMatchObject({ code: 0 })
    expect(await userOf('r-be')).toMatchObject({ firstName: 'Zoë', lastName: 'Ünal' })
    const utf8 = Buffer.from(text.replaceAll('be', 'u8'))
    expect(await importText('u8.csv', utf8, '--encoding', 'windows-1252')).toMatchObject({ code: 0 })
    expect(await userOf('r-u8')).toMatchObject({ firstName: 'Zoë' })
  })
})

describe('the encoding of a file', () => {
  it.each(['windows-1252.csv', 'windows-1252.ndjson'])(
    'is rejected before anything is written, when it is neither UTF-8 nor named: %s',
    async (name) => {
      const result = await importInput(name, '--group', '1')
      expect([result.code, result.stdout]).toEqual([EXIT.usage, ''])
      const line = name.endsWith('.csv') ? 2 : 1
      expect(result.stderr).toMatch(
        new RegExp(`${name} is not valid UTF-8: .* line ${line}\\..* Windows-1252`),
      )
      expect(result.stderr).toContain('--encoding windows-1252')
      expect(await readdir(folder)).toEqual([name])
      expect(await isUnknown(name.endsWith('.csv') ? 'r-cp1' : 'r-nc1')).toBe(true)
    },
  )

  it.each<[string, string, (text: string) => Buffer, string[]]>([
    ['UTF-16', 'utf-16le', (text) => Buffer.from(text, 'utf16le'), []],
    ['UTF-16 in the other byte order', 'utf-16be', (text) => Buffer.from(text, 'utf16le').swap16(), []],
    ['UTF-16', 'utf-16le', (text) => Buffer.from(text, 'utf16le'), ['--encoding', 'windows-1252']],
    ['UTF-16', 'utf-16le', (text) => Buffer.from(text, 'utf16le'), ['--encoding', 'utf-16be']],
  ])('of %s without a byte-order mark must be named: --encoding %s', async (_what, name, encoded, more) => {
    const text = encoded(
      `loginName,firstName,lastName,email,externalId\n${name},Zoë,B,w@example.test,r-${name}\n`,
    )
    const result = await importText('wide.csv', text, ...more)
    expect([result.code, result.stdout, result.stderr]).toEqual([
      EXIT.usage,
      '',
      expect.stringMatching(
        new RegExp(`wide\\.csv is probably ${name.toUpperCase()} without .* --encoding ${name}`),
      ),
    ])
    expect(await importText('wide.csv', text, '--encoding', name)).toMatchObject({ code: EXIT.done })
    expect(await userOf(`r-${name}`)).toMatchObject({ firstName: 'Zoë' })
  })

  it('is not taken for UTF-16 because of a single 0', async () => {
    const text = 'loginName,firstName,lastName,email,externalId\nnul,A\0,B,nul@example.test,r-nul\n'
    const result = await importText('nul.csv', Buffer.from(text))
    expect([result.code, result.stderr]).toEqual([EXIT.someRowsFailed, expect.not.stringContaining('UTF-16')])
  })

  it('can be named', async () => {
    const csv = await importInput('windows-1252.csv', '--group', '1', '--encoding', 'windows-1252')
    const ndjson = await importInput('windows-1252.ndjson', '--group', '1', '--encoding', 'cp1252')
    expect([csv.code, ndjson.code]).toEqual([EXIT.done, 0])
    expect(await userOf('r-cp1')).toMatchObject({ firstName: 'Stéphane', lastName: 'Núñez' })
    expect(await userOf('r-nc1')).toMatchObject({ firstName: 'Jörg' })
  })

  it('reports the first line with an invalid byte, and a character cut off at the end', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `a${n},é\r\n`).join('')
    const late = Buffer.concat([Buffer.from(`loginName,firstName\r\n${rows}`), Buffer.from([0xe9, 0x0a])])
    expect((await importText('late.csv', late)).stderr).toContain('line 20002.')
    const cut = Buffer.from('loginName,firstName\na,é').subarray(0, -1)
    expect((await importText('cut.csv', cut)).stderr).toContain('line 2.')
    const lonely = Buffer.from('\ufeffloginName\na\ud800b\n', 'utf16le')
    expect((await importText('lonely.csv', lonely)).stderr).toContain(
      'not valid UTF-16LE: the first line that is not is line 2.',
    )
  })

  it('is recognized as UTF-8 although a later line is damaged', async () => {
    const damaged = Buffer.concat([Buffer.from('loginName,firstName\na,Zoë\nb,'), Buffer.from([0xc3, 0x0a])])
    const { stderr } = await importText('damaged.csv', damaged)
    expect(stderr).toMatch(/is line 3\. The text before it is UTF-8, so the line is damaged\./)
    expect(stderr).not.toContain('Windows-1252')
    const named = await importText('damaged.csv', damaged, '--encoding', 'windows-1252', '--dry-run')
    expect(named.stderr).toContain('damaged.csv is probably UTF-8, not windows-1252')
  })

  it('must be UTF-8 if the file is', async () => {
    const text = 'loginName,firstName\na,Zoë\n'
    const { code, stderr } = await importText('u8.csv', text, '--encoding', 'windows-1252')
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('u8.csv is UTF-8, not')])
  })

  it('must have a known name', async () => {
    const result = await importText('a.csv', 'loginName\n', '--encoding', 'klingon')
    expect([result.code, result.stderr]).toEqual([
      EXIT.usage,
      expect.stringMatching(/There is no encoding klingon; .*windows-1252/),
    ])
  })
})

describe('an apostrophe', () => {
  const import_ = (name: string) => importFile('registrations', name)
  const externalIds = async () =>
    (expectBody(await client(system.url, credential).get('/registrations/'), 200) as any[]).map(
      (one) => one.externalId,
    )

  it('in a text is kept by export and import, and one that protects from a formula is removed', async () => {
    expectBody(await system.operator.put('/admin/courses/101/', { name: '=Fire', groupIds: [1] }), 201)
    await importText(
      'people.csv',
      'loginName,firstName,lastName,email,externalId\nd5,A,B,d5@example.test,demo-0005\n',
    )
    await copyFile(join(INPUTS, 'apostrophe-before-formula.csv'), join(folder, 'in.csv'))
    expect(await import_('in.csv')).toMatchObject({ code: 0 })
    expect(await externalIds()).toEqual(["'=apos-1"])
    for (const [index, externalId] of ['=cmd', "'=both'", '-1, "x"'].entries()) {
      expectBody(
        await system.operator.put(`/admin/courses/20${index}/`, { name: 'Fire', groupIds: [1] }),
        201,
      )
      const registration = { courseId: Number(`20${index}`), userExternalId: 'demo-0005', externalId }
      expectBody(await client(system.url, credential).post('/registrations/', registration), 201)
    }
    const before = await externalIds()
    await command(['registrations', 'export', 'out.csv'], { env, folder })
    const exported = await readFile(join(folder, 'out.csv'), 'utf8')
    expect(exported.match(/,101,.*/)?.[0]).toContain("'=Fire'")
    expect(exported).not.toMatch(/(^|,)"?[=+\-@]/m)

    const options = ['--bom', '--delimiter', ';', '--status', 'Not Started']
    await command(['registrations', 'export', 'excel.csv', ...options], { env, folder })
    const forExcel = (await readFile(join(folder, 'excel.csv'), 'utf8')).split('\n')
    expect(forExcel[0]).toMatch(/^\uFEFF"id";"externalId";/)
    expect(forExcel[1]).toMatch(/^\d+;"'=apos-1";101;"'=Fire'";/)
    // What the exports have written, into the same system: every external id is taken.
    const fields = ['externalId', 'courseId', 'userExternalId'].map((name) => `--map=${name}=${name}`)
    for (const file of ['out.csv', 'excel.csv']) {
      const again = await importFile('registrations', file, '--only-mapped', ...fields, '--dry-run')
      expect(again.rows.map(({ code }) => code)).toEqual(
        before.map(() => expect.stringMatching(/taken|registered/)),
      )
    }
  })
})

describe('the same key twice in a file', () => {
  it('rejects the later row and names the line of the earlier one', async () => {
    const result = await importInput('same-external-id-twice.csv', '--group', '1')
    expect(result).toMatchObject({
      code: 3,
      rows: [
        { line: 2, outcome: 'created' },
        { line: 3, ok: false, code: 'repeated-row', detail: 'externalId r-dup is also in line 2.' },
      ],
    })
    expect(await userOf('r-dup')).toMatchObject({ firstName: 'Ana' })
  })

  it('is found in login names that differ only in case or in Unicode composition', async () => {
    const result = await importInput('decomposed-login-name.csv', '--group', '1')
    expect(result.rows).toMatchObject([
      { ok: true },
      { ok: false, detail: expect.stringMatching(/in line 2\.$/) },
    ])
    const header = 'loginName,firstName,lastName,email'
    const upper = await importText(
      'case.csv',
      `${header}\nkim,A,B,k@example.test\n KIM ,A,B,k@example.test\n`,
    )
    expect(upper.rows).toMatchObject([
      { ok: true },
      { ok: false, detail: 'loginName KIM is also in line 2.' },
    ])
  })

  it('is found across batches, and for groups and courses by id', async () => {
    const header = 'loginName,firstName,lastName,email'
    const rows = Array.from({ length: 1_001 }, (_, n) => `straße${n},A,B,f@example.test`)
    const again = 'STRASSE0,C,D,f@example.test'
    const far = await importText('far.csv', [header, ...rows, again].join('\n'), '--dry-run')
    expect(far.rows.at(-1)).toMatchObject({ line: 1_003, detail: 'loginName STRASSE0 is also in line 2.' })
    for (const kind of ['groups', 'courses']) {
      await writeFile(join(folder, `${kind}.csv`), 'id,name\n900,a\n0900,b\n')
      const { rows: results } = await importFile(kind, `${kind}.csv`)
      expect(results).toMatchObject([{ ok: true }, { ok: false, detail: 'id 900 is also in line 2.' }])
    }
  })
})

describe('people who would be in no group', () => {
  const imported = (terminal: object, ...more: string[]) =>
    command(['import', 'users', 'no-group-ids.csv', ...more], { env, folder, ...terminal })
  beforeEach(() => copyFile(join(INPUTS, 'no-group-ids.csv'), join(folder, 'no-group-ids.csv')))

  it('lead to a warning before anything is written, and to a question on a terminal', async () => {
    const no = await imported({ response: false })
    expect([no.code, no.stdout]).toEqual([EXIT.failed, ''])
    expect(no.stderr).toMatch(
      /Rows that name no group: 1 of 1 \(the first is line 2\)\. .*no service account can see/,
    )
    expect(no.stderr).toMatch(/--group ID.*\nImport them all the same\?\nNothing was written\.\n$/)
    expect(await readdir(folder)).toEqual(['no-group-ids.csv'])
    const dry = await imported({ response: false }, '--dry-run', '-q')
    expect([dry.code, dry.stderr]).toEqual([EXIT.done, expect.stringContaining('name no group')])
    const without = await imported({ response: false }, '--yes')
    expect([without.code, without.stderr]).toEqual([
      EXIT.done,
      expect.not.stringContaining('Import them all the same'),
    ])
    expect(await isUnknown('r-orphan')).toBe(false)
  })

  it('get the group of --group; existing users keep their groups', async () => {
    for (const id of [51, 52])
      expectBody(await system.operator.put(`/admin/groups/${id}/`, { name: 'x', parentId: 1 }), 201)
    const header = 'loginName,firstName,lastName,email,externalId'
    const rows = (...names: string[]) =>
      [header, ...names.map((name) => `${name},A,B,${name}@example.test,g-${name}`)].join('\n')
    await writeFile(join(folder, 'a.csv'), rows('one'))
    await writeFile(join(folder, 'b.csv'), rows('one', 'two'))
    const run = (name: string, group: string) =>
      command(['import', 'users', name, '--group', group, '--json'], { env, folder, response: false })
    expect((await run('a.csv', '51')).json()).toMatchObject({ created: 1 })
    expect((await run('b.csv', '52')).json()).toMatchObject({ created: 1, unchanged: 1, failed: 0 })
    const members = async (group: number) =>
      (expectBody(await system.operator.get(`/admin/groups/${group}/members/`), 200) as unknown[]).length
    expect([await members(51), await members(52)]).toEqual([1, 1])
    expect((await run('b.csv', '999')).json()).toMatchObject({ failed: 0, unchanged: 2 })
    const emptyList = {
      loginName: 'four',
      firstName: 'A',
      lastName: 'B',
      email: 'd@example.test',
      groupIds: [],
    }
    await writeFile(join(folder, 'd.ndjson'), JSON.stringify(emptyList))
    expect((await run('d.ndjson', '52')).json()).toMatchObject({ created: 1 })
    expect(await members(52)).toBe(2)
    await writeFile(join(folder, 'c.csv'), rows('three'))
    const none = await run('c.csv', '999')
    expect([none.code, none.stderr]).toEqual([
      EXIT.someRowsFailed,
      expect.stringContaining('(group-not-found)'),
    ])
  })

  it('lead to the same warning if they are courses', async () => {
    await writeFile(
      join(folder, 'courses.ndjson'),
      '{"id":910,"name":"a"}\n{"id":911,"name":"b","groupIds":[1]}\n',
    )
    const run = (...more: string[]) =>
      command(['import', 'courses', 'courses.ndjson', ...more], { env, folder, response: false })
    const { stderr } = await run()
    expect(stderr).toContain('Rows that name no group: 1 of 2 (the first is line 1).')
    expect(stderr).toContain('Courses that they create or replace are in no group')
    expect((await run('--group', '1')).code).toBe(EXIT.done)
    expect(expectBody(await system.operator.get('/admin/courses/910/'), 200)).toMatchObject({ groupIds: [1] })
  })
})

describe('columns', () => {
  it('can be mapped to fields with --map', async () => {
    const text = 'User_Name;first name;LAST-NAME;Work E-mail;Shoe size;\nmap1;Ana;Map;map1@example.test;38;\n'
    const map = ['--map', 'User Name=loginName', '--map', 'work e-mail=email', '--map', 'Shoe size=']
    expect(await importText('map.csv', text, ...map)).toMatchObject({
      code: 0,
      rows: [{ outcome: 'created' }],
    })
    const json =
      '{"User Name":"map2","firstName":"A","lastName":"B","Work E-mail":"m@example.test","Shoe size":1}'
    expect(await importText('map.ndjson', json, ...map)).toMatchObject({
      code: 0,
      rows: [{ outcome: 'created' }],
    })
  })

  it.each<[string, string, string[], RegExp]>([
    ['to quote', "it's `x`;mail\n", [], /--map 'it'\\''s `x`=<field>' .* --map 'it'\\''s `x`=' to ignore/],
    ['unknown', 'login;statusName\n', [], /1: login, statusName\. .*--map 'login=<field>' .*import-history/],
    ['long and unknown', `${'x'.repeat(300)}\n`, [], /1: (x{200}…)\. .*--map '\1=<field>' .*--map '\1=' to/],
    ['a title', 'Training report;\nlogin;email\n', [], /1: Training report\. .*give.* --skip-lines;/],
    ['unknown, below a line that names the delimiter', 'sep=,\nlogin,email\n', [], /in line 2: login/],
    ['named twice', 'email,E-Mail\n', [], /Line 1 has two columns for email/],
    [
      'mapped to an unknown field',
      'email\n',
      ['--map', 'mail=e-mail'],
      /map: there is no field e-mail\. Columns are/,
    ],
    [
      'mapped and missing in the file',
      'email\n',
      ['--map', 'Log-In=loginName'],
      /map: line 1 has no column Log-In\. It has email\. /,
    ],
    ['mapped twice', 'ID\n', ['--map', 'ID=externalId', '--map', 'id=externalId'], /but not id=externalId/],
    ['mapped and ignored', 'ID\n', ['--map', 'ID=externalId', '--map', 'id='], /but not id=\./],
    ['mapped without a field', 'email\n', ['--map', 'mail'], /map must be <column>=<field>, not "mail"/],
    ['not readable', 'email,"x"y\n', [], /Line 1 does not name the columns: a quote/],
  ])('that are %s end the import before it begins', async (_what, text, more, says) => {
    const result = await importText('odd.csv', text, ...more)
    expect([result.code, result.stdout, result.stderr]).toEqual([EXIT.usage, '', expect.stringMatching(says)])
    expect(await readdir(folder)).toEqual(['odd.csv'])
  })

  it('without a name may only have empty cells', async () => {
    const text = 'loginName,,email\na,lost,b@example.test\nc,,d@example.test,lost too\n'
    const result = await importText('odd.csv', text)
    expect(result.rows).toMatchObject([
      { line: 2, code: 'unreadable-row', detail: 'cell 2 (lost) is in a column without a name' },
      { line: 3, code: 'unreadable-row', detail: 'cell 4 (lost too) is in a column without a name' },
    ])
  })
})

describe('the errors', () => {
  const text = [
    'loginName,firstName,lastName,email,country,expirationDate',
    'x1,,,nowhere,XX,tomorrow',
    'x2,Ana,Fault,x2@example.test,US,',
  ].join('\n')

  it('of a row are all reported, with --quiet too', async () => {
    const result = await importText('faults.csv', text, '--quiet')
    const [{ detail }] = result.rows
    for (const says of [
      /firstName is required/,
      /lastName is required/,
      /email must/,
      /country must/,
      /expirationDate must/,
    ])
      expect(detail).toMatch(says)
    expect(result.stderr).toBe(`line 2, x1: ${detail} (invalid-request)\n`)
    expect(result.code).toBe(EXIT.someRowsFailed)
  })
})

it('each file of testing/clients/inputs is used by a test', async () => {
  const source = await readFile(__filename, 'utf8')
  const names = (await readdir(INPUTS)).filter((name) => extname(name) !== '')
  expect(names.filter((name) => !source.includes(name))).toEqual([])
})
