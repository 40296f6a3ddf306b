import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client, type Client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { startSystem, type System } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString().replace(/\.\d+Z/, 'Z')
const ENDED = daysAgo(9)

let folder: string
let system: System
let env: NodeJS.ProcessEnv
let api: Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-complete-'))
  system = await startSystem()
  expectBody(await system.operator.put('/admin/groups/1/', { name: 'Everybody', parentId: null }), 201)
  const key = await system.issueKey()
  env = settings(system, key)
  api = client(system.url, key.credential)
  for (const id of [101, 102, 103, 106, 107])
    expectBody(
      await system.operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }),
      201,
    )
  const users = ['123', '00123', '7', '8', '9', '01', '02', '03', '04'].map((id) => ({
    ...{ externalId: id, loginName: `login-${id}`, email: `p-${id}@example.org` },
    ...{ firstName: 'Ada', lastName: 'Byron', groupIds: [1] },
  }))
  expectBody(await system.operator.post('/admin/users/batch/', users), 200)
})
afterAll(async () => {
  await system.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => command(args, { env, folder })

async function register(courseId: number, userExternalId: string, more = {}): Promise<number> {
  return expectBody(await api.post('/registrations/', { courseId, userExternalId, ...more }), 201).id
}

async function stateOf(id: number) {
  const { statusName, completionDate } = (await api.get(`/registrations/${id}/`)).body
  return [statusName, completionDate]
}

/** Runs a list, and reads its results. */
async function complete(rows: readonly string[], ...more: string[]) {
  await writeFile(join(folder, 'list.csv'), `${rows.join('\n')}\n`)
  const { code, stderr } = await run('registrations', 'complete', 'list.csv', '--yes', ...more)
  const text = await readFile(join(folder, 'list.csv.complete.results.ndjson'), 'utf8').catch(() => '')
  const results = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { code, stderr, results }
}

it('a list corrects a registration that was approved again, also back to the date before', async () => {
  const id = await register(101, '7')
  const list = (date: string) => complete(['userExternalId,completionDate', `7,${date}`], '--course', '101')
  expect(await list(ENDED)).toMatchObject({ code: EXIT.done, results: [{ outcome: 'changed', id }] })
  const late = await list(daysAgo(8))
  expect([late.code, late.results]).toMatchObject([EXIT.failed, [{ code: 'finished-already' }]])
  expect(late.results[0].detail).toMatch(/ already\. .* registrations approve \d+, and then this list/)
  for (const date of [ENDED, daysAgo(8), ENDED]) {
    expect((await run('registrations', 'approve', `${id}`)).code).toBe(EXIT.done)
    expect(await list(date)).toMatchObject({ code: EXIT.done, results: [{ outcome: 'changed', id }] })
    expect(await stateOf(id)).toEqual(['Completed', date])
    expect(await list(date)).toMatchObject({ code: EXIT.done, results: [{ outcome: 'unchanged', id }] })
  }
  const scored = await complete(['userExternalId,completionDate,score', `7,${ENDED},12`], '--course', '101')
  expect(scored.results).toMatchObject([{ code: 'import-differs' }])
  expect(scored.results[0].detail).toMatch(/another .*score or .* registrations complete \d+ --score/)
  expect((await run('registrations', 'withdraw', `${id}`)).code).toBe(EXIT.done)
  const withdrawn = await list(ENDED)
  expect(withdrawn).toMatchObject({ code: EXIT.failed, results: [{ code: 'import-differs' }] })
  expect(withdrawn.results[0].detail).toMatch(
    /this item .* is Withdrawn\. .* registrations approve \d+, and then/,
  )
})

it('a list agrees with a result that was corrected since, or names what is stored (R22)', async () => {
  const id = await register(102, '7', { externalId: 'reg-7' })
  const list = (result: string) =>
    complete(
      ['externalId,userExternalId,completionDate,score,success', `reg-7,7,${ENDED},${result}`],
      ...['--course', '102'],
    )
  expect(await list('50,true')).toMatchObject({ code: EXIT.done, results: [{ outcome: 'changed', id }] })
  const corrected = ['complete', `${id}`, '--score', '29', '--no-success']
  expect((await run('registrations', ...corrected)).stdout).toMatch(/^success +false/m)
  const right = await list('29,false')
  expect([right.code, right.results[0].detail]).toEqual([EXIT.done, expect.not.stringContaining('stored')])
  expect(right.stderr).not.toContain('another result')
  const old = await list('50,true')
  const stored = `7 Ada Byron (${ENDED.slice(0, 10)}, score 29, not passed)`
  expect(old.stderr).toContain(`1 of them with another result by now, which stays: ${stored}\n`)
  expect(old.results[0].detail).toMatch(/login-7\); stored: .*, score 29, not passed$/)
  const wrong = await list('30,false')
  expect(wrong.results).toMatchObject([
    { code: 'import-differs', detail: expect.stringMatching(/^7 is Ada Byron .*login-7\)\. Registration/) },
  ])
})

it('the training of another year corrects nothing unless the plan says so', async () => {
  const id = await register(107, '7')
  const list = (days: number, ...more: string[]) =>
    complete(['userExternalId,completionDate', `7,${daysAgo(days)}`], '--course', '107', ...more)
  expect((await list(200, '--allow-earlier')).code).toBe(EXIT.done)
  const { results } = await list(9)
  expect(results).toMatchObject([
    { code: 'not-registered', detail: expect.stringMatching(/another.* import-h/) },
  ])
  expect(results[0].detail).not.toContain('approve')
  expect((await run('registrations', 'approve', `${id}`)).code).toBe(EXIT.done)
  const { stderr } = await list(9, '--dry-run')
  expect(stderr).toContain(
    `1 of them with another date until now, which is replaced: 7 Ada Byron (${daysAgo(200).slice(0, 10)})`,
  )
})

it('a row that says the same again is an error: its number may be mistyped', async () => {
  const id = await register(107, '9')
  const list = () =>
    complete(['userExternalId,completionDate', `9,${ENDED}`, `9,${ENDED}`], '--course', '107')
  for (const outcome of ['changed', 'unchanged']) {
    const { code, results } = await list()
    expect(code).toBe(EXIT.someRowsFailed)
    expect(results).toHaveLength(2)
    expect(results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ line: 2, outcome, id }),
        expect.objectContaining({ line: 3, code: 'repeated-row' }),
      ]),
    )
  }
})

it('the results are a table for a spreadsheet in a file that is named so', async () => {
  await writeFile(join(folder, 'list.csv'), `userExternalId,completionDate\n00008,${ENDED}\n=1+1,${ENDED}\n`)
  const results = ['--results', 'errors.csv', '--course', '101', '--yes']
  expect((await run('registrations', 'complete', 'list.csv', ...results)).code).toBe(EXIT.failed)
  const [header, ...lines] = (await readFile(join(folder, 'errors.csv'), 'utf8')).trimEnd().split('\n')
  expect(header).toBe('\uFEFF"file","line","who","outcome","id","courseId","code","detail"')
  expect(lines).toEqual([
    expect.stringMatching(/^,2,"00008",,,,"rewritten-id",".*"$/),
    expect.stringMatching(/^,3,"'=1\+1'",,,,"user-not-found",".*"$/),
  ])
})

it('an export has all that an import takes, such as success, and is taken back as it is (R22)', async () => {
  await register(103, '7')
  const list = ['userExternalId,completionDate,score,success', `7,${ENDED},91,true`]
  expect((await complete(list, '--course', '103')).code).toBe(EXIT.done)
  expect((await run('registrations', 'export', 'all.csv', '--course', '103')).code).toBe(EXIT.done)
  expect(await readFile(join(folder, 'all.csv'), 'utf8')).toMatch(/,"Completed",91,true,/)
  const again = await run('registrations', 'import-history', 'all.csv', '--json')
  expect([again.code, again.json()]).toMatchObject([EXIT.done, { unchanged: 1, failed: 0 }])
})

it('a list for a course completes no registration of another one', async () => {
  const id = await register(102, '8', { externalId: 'reg-8' })
  const header = 'externalId,completionDate'
  const other = await complete([header, `reg-8,${ENDED}`, `8,${ENDED}`], '--course', '103')
  expect(other.code).toBe(EXIT.failed)
  expect(other.stderr).toContain('2 rows for Course 103 (103):\n')
  const unknown = await complete(['userExternalId,completionDate', `8,${ENDED}`], '--course', '5011')
  expect([unknown.code, unknown.stderr]).toEqual([EXIT.usage, expect.stringContaining('no course 5011.')])
  const wrong = await complete(['userExternalId,completionDate', `04,${ENDED}`], '--course', '103')
  expect(wrong.stderr).toContain(
    '1 not registered, most of the list (is it for another course?): 04 Ada Byron\n',
  )
  expect(other.results.map(({ code, detail }) => [code, detail])).toEqual([
    [
      'identifiers-disagree',
      expect.stringMatching(/registration \d+, for the course 102 .*--course says 103/),
    ],
    ['not-registered', expect.stringContaining('externalId names registrations, not people.')],
  ])
  expect(await stateOf(id)).toEqual(['Not Started', null])
  expect((await complete([header, `reg-8,${ENDED}`], '--course', '102')).code).toBe(EXIT.done)
})

it('a row is an error if its number may lack first zeros and nothing else says who is meant', async () => {
  const ids = [await register(103, '123'), await register(103, '00123')]
  const header = 'userExternalId,completionDate,userLoginName'
  const list = (row: string) => complete([header, row], '--course', '103')
  expect(await list(`123,${ENDED},`)).toMatchObject({
    code: EXIT.failed,
    results: [
      {
        code: 'rewritten-id',
        detail: expect.stringMatching(/^userExternalId 123 is .*login-123\).* 00123, .*/),
      },
    ],
  })
  const unknown = await list(`0123,${ENDED},LOGIN-00123`)
  expect(unknown.results).toMatchObject([
    { code: 'rewritten-id', detail: expect.stringMatching(/is probably 00123, Ada Byron .*login-00123\)/) },
  ])
  expect(unknown.results[0].detail).not.toContain('renumber')
  const neither = await list(`0123,${ENDED},login-9`)
  expect(neither.results[0].detail).toMatch(
    / 123 is Ada .* 00123 is Ada .*, login-9\)\. Give the number of the/,
  )
  expect(await list(`123,${ENDED},login-123`)).toMatchObject({ code: EXIT.done })
  expect(await list(`00123,${ENDED},`)).toMatchObject({ code: EXIT.done })
  for (const id of ids) expect(await stateOf(id)).toEqual(['Completed', ENDED])
})

it('a row completes no one whose number it gives to somebody else', async () => {
  for (const id of ['01', '02', '03', '04']) await register(106, id)
  const { code, stderr, results } = await complete(
    [
      'userExternalId,userLoginName,userEmail,userLastName,completionDate',
      ...[
        ...[
          '01,login-02,,',
          '02,,p-03@example.org,',
          '4,,,',
          '03,LOGIN-03,P-03@example.org,"BYRON, Lady Ada"',
        ],
        '04,,,"Kurz, Lea"',
      ].map((row) => `${row},${ENDED}`),
    ],
    ...['--course', '106'],
  )
  expect(code).toBe(EXIT.someRowsFailed)
  expect(stderr).toContain('1 to complete: 03 Ada Byron\n')
  expect(results.map((one) => `${one.code ?? one.outcome}: ${one.detail}`)).toEqual([
    expect.stringMatching(/^identifiers-d.*: 01 is Ada Byron \(.*login-01\), .* name of .*login-02\)\./),
    expect.stringMatching(/^identifiers-d.*: 02 is .*login-02\), .* e-mail address of .*, login-03\)\./),
    expect.stringMatching(/^rewritten-id: .* is probably 04,/),
    expect.stringMatching(/^changed: .*, login-03\)/),
    expect.stringMatching(/^identifiers-d.*: 04 is Ada .*login-04\), and the row has the name Kurz, Lea\./),
  ])
  const left = await run('registrations', 'list', '--course', '106', '--status', 'Not Started', '--json')
  expect(left.json()).toHaveLength(3)
})

it('a row with the number of an account that was merged names the one that is left', async () => {
  const idOf = async (externalId: string) =>
    expectBody(await system.operator.get(`/admin/users/?externalId=${externalId}`), 200)[0].id
  const [from, into] = [await idOf('01'), await idOf('02')]
  expect([200, 202]).toContain((await system.operator.post(`/admin/users/${from}/merge/`, { into })).status)
  await eventually(async () => {
    const { results } = await complete(['userId,completionDate', `${from},${ENDED}`], '--course', '106')
    expect(results).toMatchObject([
      { code: 'merged', detail: expect.stringMatching(/merged into user .* It is 02 Ada Byron\.$/) },
    ])
  })
})
