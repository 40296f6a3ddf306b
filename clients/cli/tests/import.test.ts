import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedServer, type ScriptedResponse } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { EXIT } from '../src/exit-codes.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-import-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeInput = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return name
}
const recordsIn = (ndjson: string): any[] => JSON.parse(`[${ndjson.trim().replaceAll('\n', ',')}]`)
const results = async (name: string) =>
  recordsIn(await readFile(join(folder, `${name}.results.ndjson`), 'utf8'))
const rowOf = (n: number) => `p-${n},login-${n},${n}.ada@example.org,Ada,Byron ${n},1`
const HEADER = 'externalId,loginName,email,firstName,lastName,groupIds'

const system = wholeSystem()
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  env = settings(system, await system.issueKey())
})

describe('an import into a running system', () => {
  const runImport = (name: string, ...more: string[]) =>
    command(['import', 'users', name, ...more], { env, folder })
  const runRegistrations = (...args: string[]) => command(['registrations', ...args], { env, folder })

  it('imports users, reports invalid rows by line number, and imports the rest', async () => {
    const text = [
      HEADER,
      rowOf(1),
      'p-2,login-2,not-an-address,Ada,Byron,1', // line 3: rejected by the service
      'p-3,login-3,person-3@example.org,Ada', // line 4: without a last name
      '',
      'p-4,login-4,person-4@example.org,Ada,"By"ron",1', // line 6: a stray quote
      rowOf(5),
      // Lines 8 and 9: the service rejects a line break in a name.
      'p-6,login-6,person-6@example.org,Ada,"two\nlines",1',
      'p-7,login-7,person-7@example.org,Ada,Byron,1 999', // line 10: no such group
      // Line 11: a quote that is never closed; reading continues at line 12.
      'p-8,login-8,person-8@example.org,"never closed,Byron,1',
      rowOf(9), // line 12
    ].join('\n')
    const name = await writeInput('people.csv', text)
    const result = await runImport(name, '--json')
    expect(result.json()).toMatchObject({ rows: 9, created: 3, changed: 0, unchanged: 0, failed: 6 })
    expect(result.code).toBe(EXIT.someRowsFailed)
    const rows = await results(name)
    expect(rows.map(({ line, ok, status, code }) => [line, ok, status, code])).toEqual([
      [2, true, 201, undefined],
      [3, false, 400, 'invalid-request'],
      [4, false, 400, 'invalid-request'],
      [6, false, undefined, 'unreadable-row'],
      [7, true, 201, undefined],
      [8, false, 400, 'invalid-request'],
      [10, false, 422, 'group-not-found'],
      [11, false, undefined, 'unreadable-row'],
      [12, true, 201, undefined],
    ])
    expect(result.stderr).toContain('line 4, p-3: lastName is required. (invalid-request)')
    const { body } = await system.operator.get('/admin/groups/1/members/')
    expect(body).toEqual(rows.filter(({ ok }) => ok).map(({ id }) => ({ userId: id })))
    expect(await readdir(folder)).not.toContain(`${name}.rollcall-import`)
  })

  it.each([
    ['too long', { city: 'x'.repeat(1_100_000) }],
    ['too deep', { city: JSON.parse(`${'['.repeat(50)}0${']'.repeat(50)}`) }],
  ])('imports the other rows when one is %s', async (what, fields) => {
    const body = { email: 'a@example.org', firstName: 'Ada', lastName: 'Byron' }
    const rows = [body, { ...body, ...fields }, body].map((row, i) => ({ loginName: `${what} ${i}`, ...row }))
    const name = await writeInput('rows.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'))
    const result = await runImport(name, '--json')
    expect([result.code, result.json()]).toEqual([
      EXIT.someRowsFailed,
      expect.objectContaining({ created: 2, failed: 1 }),
    ])
  })

  it('names the columns that it leaves out, because the service sets them', async () => {
    const name = await writeInput('exported.csv', `id,deleted,${HEADER}\n7,false,${rowOf(20)}\n`)
    const result = await runImport(name)
    expect([result.code, result.stderr]).toEqual([
      EXIT.done,
      expect.stringContaining('Not imported, because the service sets it itself: id, deleted.'),
    ])
  })

  it('warns of a file without rows', async () => {
    const result = await runImport(await writeInput('none.csv', HEADER), '--quiet')
    expect([result.code, result.stderr]).toEqual([EXIT.done, 'none.csv has no rows.\n'])
  })

  it('removes control characters of the file from messages', async () => {
    const name = await writeInput('red.csv', 'loginName,\u001B[31mred\n')
    expect((await runImport(name)).stderr).toContain('Unknown columns in line 1:  [31mred.')
  })

  it('does not write the results over the file that it reads', async () => {
    const name = await writeInput('own.csv', `${HEADER}\n${rowOf(15)}\n`)
    const result = await runImport(name, '--results', `./${name}`)
    expect([result.code, result.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('another file than own.csv'),
    ])
    expect(await readFile(join(folder, name), 'utf8')).toContain('p-15')
  })

  it('updates users that exist; an empty cell leaves the field unchanged (R17)', async () => {
    await runImport(await writeInput('a.csv', `${HEADER},city\n${rowOf(20)},Tacoma\n`))
    const update = await writeInput('b.csv', `${HEADER},city\n${rowOf(20).replace('Ada', 'Eve')},\n`)
    const result = await runImport(update, '--json')
    expect(result.json()).toMatchObject({ rows: 1, created: 0, changed: 1, failed: 0 })
    const [{ id }] = await results('b.csv')
    const user = await command(['users', 'get', String(id), '--json'], { env })
    expect(user.json()).toMatchObject({ firstName: 'Eve', city: 'Tacoma' })
  })

  it('imports people with one name; an empty cell beside the other name is a value (R17b)', async () => {
    const rows = [
      ['', 'Suharto'],
      ['Madonna', ''],
      ['', ''],
    ].map(([first, last], n) => `p-3${n},login-3${n},3${n}.one@example.org,${first},${last},1`)
    const name = await writeInput('one-name.csv', `${HEADER}\n${rows.join('\n')}\n`)
    const result = await runImport(name, '--json')
    expect(result.json()).toMatchObject({ created: 2, failed: 1 })
    const [{ id }, , failed] = await results(name)
    expect(failed).toMatchObject({ line: 4, detail: 'firstName is required. lastName is required.' })
    const namesOf = async (rest: string) => {
      await runImport(
        await writeInput('one-name.csv', `${HEADER}\np-30,login-30,30.one@example.org,${rest},1\n`),
      )
      const { firstName, lastName } = (await command(['users', 'get', String(id), '--json'], { env })).json()
      return [firstName, lastName]
    }
    expect(await namesOf('Haji,Suharto')).toEqual(['Haji', 'Suharto'])
    expect(await namesOf(',')).toEqual(['Haji', 'Suharto'])
    expect(await namesOf(',Suharto')).toEqual(['', 'Suharto'])
  })

  it('imports groups from CSV and courses from NDJSON; a parent can be in the same file', async () => {
    const rows = 'id,name,parentId\n30,Office,1\n31,Floor,30\n32,Lost,999\nx,No id,1\n'
    const groups = await writeInput('groups.csv', rows)
    const result = await command(['import', 'groups', groups, '--results', '-', '-q'], { env, folder })
    expect(result.code).toBe(EXIT.someRowsFailed)
    expect(recordsIn(result.stdout)).toEqual([
      { line: 2, ok: true, outcome: 'created', status: 201, id: 30 },
      { line: 3, ok: true, outcome: 'created', status: 201, id: 31 },
      { line: 4, ok: false, status: 422, code: 'parent-not-found', detail: expect.any(String) },
      { line: 5, ok: false, code: 'invalid-request', detail: 'id must be a whole number from 1 on.' },
    ])
    const course = { id: 500, name: 'Fire safety', groupIds: [30, 31], published: false }
    const unknown = { id: 502, name: 'Water safety', colour: 'blue' }
    const lines = [JSON.stringify(course), '{"id": 501, "name": ', JSON.stringify(unknown)]
    const courses = await writeInput('courses.ndjson', lines.join('\n'))
    const second = await command(['import', 'courses', courses, '--json'], { env, folder })
    expect(second.json()).toMatchObject({ rows: 3, created: 1, replaced: 0, failed: 2 })
    expect((await results(courses)).map(({ status, code }) => [status, code])).toEqual([
      [201, undefined],
      [undefined, 'unreadable-row'],
      [400, 'invalid-request'],
    ])
    const { body } = await system.operator.get('/admin/courses/500/')
    expect(body).toMatchObject({ ...course, active: true })
  })

  it('imports no course into a group that does not exist, and names the group', async () => {
    const named = await writeInput('lost.csv', 'id,name,groupIds\n510,Lost,1 998\n511,Found,1\n')
    const none = await writeInput('none.csv', 'id,name\n512,Lost\n')
    const missing = {
      code: 'group-not-found',
      detail: 'There is no group 998. Create it first, or correct its id.',
    }
    for (const more of [['--dry-run'], []]) {
      const result = await command(['import', 'courses', named, ...more], { env, folder })
      expect(result.code).toBe(EXIT.someRowsFailed)
      const resultsOf = (name: string) => results(more.length > 0 ? `${name}.dry-run` : name)
      expect(await resultsOf(named)).toMatchObject([missing, { ok: true, outcome: 'created' }])
      await command(['import', 'courses', none, '--group', '998', ...more], { env, folder })
      expect(await resultsOf(none)).toMatchObject([missing])
    }
    const put = await command(['courses', 'put', '513', '--name', 'Lost', '--group', '998'], { env })
    expect([put.code, put.stderr]).toEqual([EXIT.failed, `rollcall: ${missing.detail}\n`])
    for (const id of [510, 512, 513])
      expect((await system.operator.get(`/admin/courses/${id}/`)).status).toBe(404)
  })

  it('a dry run reports what an import would do, and writes nothing', async () => {
    const people = [8001, 8002, 8003].map(rowOf)
    const [first, second, third] = people
    const rows = [`${first},US`, `${second},XX`, `${third?.replace('login-8003', ' ')},`]
    const text = `${HEADER},country\n${rows.join('\n')}\n`
    const name = await writeInput('dry.csv', text)
    const dryRun = await command(['import', 'users', name, '--dry-run'], { env, folder })
    const expected = { rows: 3, created: 1, failed: 2 }
    expect([dryRun.code, dryRun.stderr]).toEqual([
      EXIT.someRowsFailed,
      expect.stringMatching(/Nothing was changed\./),
    ])
    expect(await results('dry.csv.dry-run')).toMatchObject([
      { line: 2, ok: true, outcome: 'created', status: 201 },
      { line: 3, ok: false, detail: expect.stringMatching(/^country must be/) },
      { line: 4, ok: false, detail: 'loginName is required.' },
    ])
    const countsOf = async (...options: string[]) => (await runImport(name, '--json', ...options)).json()
    expect(await countsOf('--dry-run')).toMatchObject(expected)
    expect(await countsOf()).toMatchObject(expected)
    expect(await countsOf('--dry-run')).toMatchObject({ ...expected, created: 0, unchanged: 1 })
    // The results of what was done stay.
    expect((await results('dry.csv'))[0]).toMatchObject({ line: 2, outcome: 'created' })

    const tree = 'id,name,parentId\n1,All,\n71,New,1\n72,Newer,71\n0,No id,1\n73,Lost,999\n'
    const groups = await writeInput('dry-groups.csv', tree)
    const result = await command(['import', 'groups', groups, '--dry-run', '--json'], { env, folder })
    expect(result.json()).toMatchObject({ rows: 5, created: 2, replaced: 1, failed: 2 })
    const last = (await results(`${groups}.dry-run`)).at(-1)
    expect(last).toMatchObject({ line: 6, code: 'parent-not-found' })
    expect((await system.operator.get('/admin/groups/71/')).status).toBe(404)
  })

  it('imports registrations from CSV', async () => {
    await system.operator.put('/admin/courses/600/', { name: 'Fire safety', groupIds: [1] })
    await runImport(await writeInput('pupils.csv', [HEADER, rowOf(7001), rowOf(7002)].join('\n')))
    const rows = 'courseId;userExternalId;externalId\n600;p-7001;r1\n600;p-7002;r2\n600;unknown;r3\n'
    const name = await writeInput('enrol.csv', rows)
    const expected = { rows: 3, created: 2, failed: 1 }
    const dryRun = await runRegistrations('import', name, '--dry-run', '--json')
    expect(dryRun.json()).toMatchObject(expected)
    expect((await runRegistrations('import', name, '--json')).json()).toMatchObject(expected)
    expect((await results(name)).at(-1)).toMatchObject({ line: 4, code: 'user-not-found' })
    const exported = await runRegistrations('export', '--course', '600', '--format', 'ndjson', '-q')
    expect(recordsIn(exported.stdout).map(({ externalId }) => externalId)).toEqual(['r1', 'r2'])
  })

  it('export protects text that a spreadsheet would take for a formula', async () => {
    await system.operator.put('/admin/courses/601/', { name: '=1+1 "Fire"; safety', groupIds: [1] })
    await runImport(await writeInput('pupils.csv', [HEADER, rowOf(7101)].join('\n')))
    // Text between apostrophes is not a formula. An import removes the apostrophes, and an export adds them
    // again.
    const name = await writeInput('enrol.csv', "courseId,userExternalId,externalId\n601,p-7101,'-r1'\n")
    await runRegistrations('import', name)
    const csv = await runRegistrations('export', 'out.csv', '--course', '601')
    expect(csv.stderr).toContain('1 record written.')
    const [header, first] = (await readFile(join(folder, 'out.csv'), 'utf8')).split('\n')
    expect(header).toMatch(/^"id","externalId","courseId","courseName",/)
    expect(first).toContain(`"'-r1'",601,"'=1+1 ""Fire""; safety'",`)
    const ndjson = await runRegistrations('export', '--course', '601', '--format', 'ndjson', '-q')
    expect(ndjson.json()).toMatchObject({ externalId: '-r1' })
  })

  it('shows a progress bar only on a terminal, and not with -q or --json', async () => {
    const name = await writeInput('bar.csv', `${HEADER}\n${rowOf(6000)}\n`)
    const options = { env, folder, terminal: true }
    const BAR = 'rows, '
    const showsBar = async (...more: string[]) =>
      (await command(['import', 'users', name, ...more], options)).stderr.includes(BAR)
    expect([await showsBar(), await showsBar('-q'), await showsBar('--json')]).toEqual([true, false, false])
  })

  /** Starts to import three courses. Ctrl-C comes during the first batch, and the last course is not sent. */
  async function interruptedImport(name: string, firstCourse: number, ...options: string[]) {
    // A batch has 100 rows. Rows that have already been read when Ctrl-C comes are finished too: one or two
    // after the first batch. Rows without an id are rejected without a request.
    const ids = [firstCourse, ...Array<string>(100).fill(''), firstCourse + 1, firstCourse + 2]
    const rows = ids.map((id, i) => `${id},Course ${i},${id && `${name}-${i}`},1`)
    await writeInput(name, ['id,name,externalId,groupIds', ...rows].join('\n'))
    const interruption = new AbortController()
    const realFetch = globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementationOnce((...request) => {
      interruption.abort()
      return realFetch(...request)
    })
    const result = await command(['import', 'courses', name, ...options], {
      env,
      folder,
      interrupted: interruption.signal,
    })
    expect(result.code).toBe(EXIT.interrupted)
    expect(result.stderr).toContain('Interrupted. The same command continues from here.')
    return {
      rows,
      again: (...more: string[]) => command(['import', 'courses', name, '--json', ...more], { env, folder }),
    }
  }

  it('continues where it was interrupted, and writes one result for each row', async () => {
    const name = 'many.csv'
    const { rows, again } = await interruptedImport(name, 1000)
    const before = await results(name)
    expect(before.length).toBeGreaterThan(100)
    expect(before.length).toBeLessThan(rows.length)
    // Results written after the last saved state belong to a batch that will be sent again, so they are
    // discarded.
    await appendFile(join(folder, `${name}.results.ndjson`), '{"line":9999,"ok":true}\n{"li')

    const second = await again()
    expect(second.code).toBe(EXIT.someRowsFailed)
    expect(second.stderr).toContain(`Continuing after ${before.length} rows`)
    expect(second.json()).toMatchObject({ rows: 103, created: 3, replaced: 0, failed: 100 })
    expect((await results(name)).map(({ line }) => line)).toEqual(rows.map((_, i) => i + 2))
  })

  it('sends all rows again when the file has changed since the interrupted run', async () => {
    const { rows, again } = await interruptedImport('changed.csv', 5000)
    await appendFile(join(folder, 'changed.csv'), '\n5009,Another course,,1\n')
    const result = await again()
    expect(result.stderr).not.toContain('Continuing')
    expect(result.json().rows).toBe(rows.length + 1)
  })

  it.each([
    ['other columns', 2000, ['--map', 'externalId=']],
    ['another group', 6000, ['--group', '1']],
  ])('sends all rows again when they are read with %s', async (what, firstCourse, options) => {
    const { rows, again } = await interruptedImport(`${what.replace(' ', '-')}.csv`, firstCourse)
    const result = await again(...options)
    expect(result.stderr).not.toContain('Continuing')
    expect(result.json().rows).toBe(rows.length)
    expect(result.json().replaced).toBeGreaterThanOrEqual(1)
  })

  it.each([
    ['to a new file of the same name', 3000, []],
    ['to another file', 4000, ['--results', 'other.ndjson']],
  ])(
    'continues an interrupted run whose results file was removed, and writes the remaining results %s',
    async (_, firstCourse, more) => {
      const name = `lost-${firstCourse}.csv`
      const { again } = await interruptedImport(name, firstCourse)
      await rm(join(folder, `${name}.results.ndjson`))
      const result = await again(...more)
      expect(result.json()).toMatchObject({ rows: 103, created: 3, replaced: 0 })
      expect(result.stderr).toContain('Continuing after')
      const written = more.length > 0 ? 'other.ndjson' : `${name}.results.ndjson`
      expect(recordsIn(await readFile(join(folder, written), 'utf8')).at(-1)).toMatchObject({
        line: 104,
        ok: true,
      })
    },
  )

  it('can discard the results, also when it continues', async () => {
    const options = ['--results', devNull]
    const { again } = await interruptedImport('discarded.csv', 7000, ...options)
    const result = await again(...options)
    expect(result.stderr).toContain('Continuing after')
    expect(result.json()).toMatchObject({ rows: 103, created: 3, replaced: 0 })
  })

  it('keeps people under its source, and takes them over from another one only when told (R24)', async () => {
    const load = async (lastName: string, ...more: string[]) => {
      const row = `kept,kept,ada@example.org,Ada,${lastName},1`
      return runImport(await writeInput('kept.csv', `${HEADER}\n${row}\n`), '--restart', ...more)
    }
    const stored = async () => (await system.operator.get('/admin/users/?externalId=kept')).body[0]
    expect((await load('Ash', '--source', 'hr-a')).code).toBe(EXIT.done)
    const rejected = await load('Birch', '--source', 'hr-b')
    expect([rejected.code, await stored()]).toMatchObject([EXIT.someRowsFailed, { managedBy: 'hr-a' }])
    expect(rejected.stderr).toContain('(managed-elsewhere)')
    expect((await load('Birch', '--source', 'hr-b', '--take-over', 'kept')).code).toBe(EXIT.done)
    expect(await stored()).toMatchObject({ managedBy: 'hr-b', lastName: 'Birch' })
  })
})

/** A timer can fire a little too early. */
const TIMER_TOLERANCE_MS = 10

describe('an import while the service asks to try later', () => {
  const userCreated: ScriptedResponse = { status: 200, body: [{ index: 0, status: 201, user: { id: 1 } }] }
  async function importTo(url: string, ...more: string[]) {
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const name = await writeInput('one.csv', `${HEADER}\n${rowOf(1)}\n`)
    return command(['import', 'users', name, ...more], { env, folder })
  }
  const later = (status: number, seconds: number): ScriptedResponse => {
    const headers = { 'retry-after': String(seconds) }
    return { status, headers, body: { detail: 'Later.' } }
  }

  it('waits as long as Retry-After says, reports it, and sends the batch again (R20)', async () => {
    const { url, received } = await scriptedServer(later(429, 1), later(503, 0), userCreated)
    const started = Date.now()
    const result = await importTo(url)
    expect(result.code).toBe(EXIT.done)
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000 - TIMER_TOLERANCE_MS)
    expect(result.stderr).toContain('waiting 1 s: Later.')
    // Whom the rows name is asked first.
    expect(received).toHaveLength(4)
  })

  it('waits for a batch of an interrupted run in progress, and sends it with its key (R10)', async () => {
    const inFlight = {
      ...later(409, 1),
      headers: { 'retry-after': '1', 'x-error-code': 'idempotency-in-flight' },
    }
    const created = { status: 200, body: [{ index: 0, status: 201, registration: { id: 1 } }] }
    const { url, received } = await scriptedServer(inFlight, created)
    const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
    const name = await writeInput('enrol.csv', 'courseId,userId\n1,2\n')
    const result = await command(['registrations', 'import', name], { env, folder })
    expect([result.code, result.stderr]).toEqual([EXIT.done, expect.stringContaining('waiting 1 s: Later.')])
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0]])
  })

  it('sends equal batches of one file with different idempotency keys (R10)', async () => {
    const item = (index: number) => ({ index, status: 201, registration: { id: 1 } })
    const { url, received } = await scriptedServer({
      status: 200,
      body: Array.from({ length: 100 }, (_, i) => item(i)),
    })
    const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
    const name = await writeInput('twice.csv', `courseId,userId\n${'1,2\n'.repeat(200)}`)
    await command(['registrations', 'import', name], { env, folder })
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  it('exits with 4 if the token is rejected, and leaves no state file', async () => {
    const { url } = await scriptedServer({ status: 401, body: { detail: 'Invalid token.' } })
    const result = await importTo(url)
    expect([result.code, result.stderr]).toEqual([EXIT.denied, expect.stringContaining('Invalid token.')])
    expect(await readdir(folder)).not.toContain('one.csv.rollcall-import')
  })
})
