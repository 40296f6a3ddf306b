import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedServer, type Scripted } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { command, settings, type Ended } from '../../../testing/clients/command.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-import-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return name
}
const resultsIn = (ndjson: string): any[] => JSON.parse(`[${ndjson.trim().replaceAll('\n', ',')}]`)
const results = async (name: string) =>
  resultsIn(await readFile(join(folder, `${name}.results.ndjson`), 'utf8'))
const person = (n: number) => `p-${n},login-${n},person-${n}@example.org,Ada,Byron ${n},1`
const HEADER = 'externalId,loginName,email,firstName,lastName,groupIds'

const system = wholeSystem()
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  env = settings(system, await system.issueKey())
})

describe('an import into the running system', () => {
  const imported = (name: string, ...more: string[]) =>
    command(['import', 'users', name, ...more], { env, folder })

  it('brings users in, reports broken rows by line, and lets the rest go in', async () => {
    const text = [
      HEADER,
      person(1),
      'p-2,login-2,not-an-address,Ada,Byron,1', // line 3: refused by the service
      'p-3,login-3,person-3@example.org,Ada', // line 4: without a last name
      '',
      'p-4,login-4,person-4@example.org,Ada,"By"ron",1', // line 6: a stray quote
      person(5),
      'p-6,login-6,person-6@example.org,Ada,"two\nlines",1', // line 8 and 9
      'p-7,login-7,person-7@example.org,Ada,Byron,1 999', // line 10: no such group
      'p-8,login-8,person-8@example.org,"never closed,Byron,1', // line 11
      person(9), // line 12
    ].join('\n')
    const name = await file('people.csv', text)
    const ended = await imported(name, '--json')
    expect(ended.json()).toMatchObject({ rows: 9, created: 3, merged: 0, failed: 6 })
    expect(ended.code).toBe(3)
    const all = await results(name)
    expect(all.map(({ line, ok, status, code }) => [line, ok, status, code])).toEqual([
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
    expect(ended.stderr).toContain('line 4: lastName is required. (invalid-request)')
    const { body } = await system.operator.get('/admin/groups/1/members/')
    expect(body).toEqual(all.filter(({ ok }) => ok).map(({ id }) => ({ userId: id })))
    expect(await readdir(folder)).not.toContain(`${name}.rollcall-import`)
  })

  it('does not replace its file by the results', async () => {
    const name = await file('own.csv', `${HEADER}\n${person(15)}\n`)
    const ended = await imported(name, '--results', `./${name}`)
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('another file than own.csv')])
    expect(await readFile(join(folder, name), 'utf8')).toContain('p-15')
  })

  it('merges when it is run again: an empty cell leaves its field as it is (R17)', async () => {
    await imported(await file('a.csv', `${HEADER},city\n${person(20)},Tacoma\n`))
    const later = await file('b.csv', `${HEADER},city\n${person(20).replace('Ada', 'Eve')},\n`)
    const ended = await imported(later, '--json')
    expect(ended.json()).toMatchObject({ rows: 1, created: 0, changed: 1, failed: 0 })
    const [{ id }] = await results('b.csv')
    const user = await command(['users', 'get', String(id), '--json'], { env })
    expect(user.json()).toMatchObject({ firstName: 'Eve', city: 'Tacoma' })
  })

  it('brings groups in, parents first, and courses, from NDJSON too', async () => {
    const rows = 'id,name,parentId\n30,Office,1\n31,Floor,30\n32,Lost,999\nx,No id,1\n'
    const groups = await file('groups.csv', rows)
    const ended = await command(['import', 'groups', groups, '--results', '-', '-q'], { env, folder })
    expect(ended.code).toBe(3)
    expect(resultsIn(ended.stdout)).toEqual([
      { line: 2, ok: true, outcome: 'created', status: 201, id: 30 },
      { line: 3, ok: true, outcome: 'created', status: 201, id: 31 },
      { line: 4, ok: false, status: 422, code: 'parent-not-found', detail: expect.any(String) },
      { line: 5, ok: false, code: 'invalid-request', detail: 'id must be a whole number.' },
    ])
    const course = { id: 500, name: 'Fire safety', groupIds: [30, 31], published: false }
    const unknown = { id: 502, name: 'Water safety', colour: 'blue' }
    const lines = [JSON.stringify(course), '{"id": 501, "name": ', JSON.stringify(unknown)]
    const courses = await file('courses.ndjson', lines.join('\n'))
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

  it('begins again when the file has changed since', async () => {
    const name = await file('changed.csv', `${HEADER}\n${person(5000)}\n`)
    const job = { kind: 'users', to: system.adminUrl, input: 'another' }
    const progress = { rows: 1, created: 1, merged: 0, failed: 0, resultsBytes: 0 }
    await file(`${name}.rollcall-import`, JSON.stringify({ job, progress }))
    const ended = await imported(name, '--json')
    expect(ended.json()).toMatchObject({ rows: 1, created: 1 })
  })

  it('says in a dry run what it would do, and writes nothing', async () => {
    const people = [8001, 8002, 8003].map(person)
    const text = `${HEADER},country\n${people[0]},US\n${people[1]},XX\n${people[2]?.replace('login-8003', ' ')},\n`
    const others = Array.from({ length: 9 }, (_, i) => `${person(9001 + i)},\n`)
    const name = await file('dry.csv', text + others.join(''))
    const tried = await command(['import', 'users', name, '--dry-run'], { env, folder })
    const expected = { rows: 12, created: 10, failed: 2 }
    expect([tried.code, tried.stderr]).toEqual([3, expect.stringMatching(/Nothing was written\./)])
    expect((await results('dry.csv')).slice(0, 3)).toMatchObject([
      { line: 2, ok: true, outcome: 'created', status: 201 },
      { line: 3, ok: false, detail: expect.stringMatching(/^country must be/) },
      { line: 4, ok: false, detail: 'loginName is required.' },
    ])
    const counted = async (...how: string[]) => (await imported(name, '--json', ...how)).json()
    expect(await counted('--dry-run')).toMatchObject(expected)
    expect(await counted()).toMatchObject(expected)
    expect(await counted('--dry-run', '--restart')).toMatchObject({ ...expected, created: 0, merged: 10 })

    const tree = 'id,name,parentId\n1,All,\n71,New,1\n72,Newer,71\n73,Lost,999\n'
    const groups = await file('dry-groups.csv', tree)
    const ended = await command(['import', 'groups', groups, '--dry-run', '--json'], { env, folder })
    expect(ended.json()).toMatchObject({ rows: 4, created: 2, replaced: 1, failed: 1 })
    expect((await results(groups)).at(-1)).toMatchObject({ line: 5, code: 'parent-not-found' })
    expect((await system.operator.get('/admin/groups/71/')).status).toBe(404)
  })

  it('registers from a file, each row once, and writes what it did to one that no spreadsheet calculates', async () => {
    await system.operator.put('/admin/courses/600/', { name: '=1+1 "Fire"; safety', groupIds: [1] })
    await imported(await file('pupils.csv', [HEADER, person(7001), person(7002)].join('\n')))
    const run = (...args: string[]) => command(['registrations', ...args], { env, folder })
    const rows = "courseId;userExternalId;externalId\n600;p-7001;'-r1'\n600;p-7002;r2\n600;unknown;r3\n"
    const name = await file('enrol.csv', rows)
    const dry = await run('import', name, '--dry-run', '--json')
    expect(dry.json()).toMatchObject({ rows: 3, created: 2, failed: 1 })
    const done = await run('import', name, '--json')
    expect(done.json()).toMatchObject({ rows: 3, created: 2, failed: 1 })
    expect((await results(name)).at(-1)).toMatchObject({ line: 4, code: 'user-not-found' })
    expect((await run('export', 'out.csv', '--course', '600')).stderr).toContain('2 records written.')
    const [header, first] = (await readFile(join(folder, 'out.csv'), 'utf8')).split('\n')
    expect(header).toMatch(/^id,externalId,courseId,courseName,/)
    expect(first).toMatch(/^\d+,'-r1',600,"'=1\+1 ""Fire""; safety'",\d+,p-7001,Not Started,,/)
    const lines = (await run('export', '--format', 'ndjson', '-q')).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).externalId)).toEqual(['-r1', 'r2'])
  })

  it('draws a bar on a terminal only, and not for those who want quiet', async () => {
    const name = await file('bar.csv', `${HEADER}\n${person(6000)}\n`)
    const surroundings = { env, folder, terminal: true }
    const drawn = async (...more: string[]) =>
      (await command(['import', 'users', name, ...more], surroundings)).stderr.includes('rows, ')
    expect([await drawn(), await drawn('-q'), await drawn('--json')]).toEqual([true, false, false])
  })

  it('goes on where it was interrupted, and gives each row one result', async () => {
    const rows = Array.from({ length: 1002 }, (_, i) => person(1000 + i))
    const name = await file('many.csv', [HEADER, ...rows].join('\n'))
    const interruption = new AbortController()
    // Ctrl-C while the first batch is under way, which is finished all the same.
    const sent = globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementationOnce((...request) => {
      interruption.abort()
      return sent(...request)
    })
    const surroundings = { env, folder, interrupted: interruption.signal }
    const first = await command(['import', 'users', name, '--parallel', '1'], surroundings)
    expect(first.code).toBe(130)
    expect(first.stderr).toContain('Interrupted. The same command continues from here.')
    const before = await results(name)
    expect(before.length).toBeGreaterThanOrEqual(1000)
    expect(before.length).toBeLessThan(rows.length)
    // What was written after the last state belongs to a batch that is done again.
    await appendFile(join(folder, `${name}.results.ndjson`), '{"line":9999,"ok":true}\n{"li')

    const second = await imported(name, '--json')
    expect(second.code).toBe(0)
    expect(second.stderr).toContain(`Continuing after ${before.length} rows`)
    expect(second.json()).toMatchObject({ rows: 1002, created: 1002, merged: 0, failed: 0 })
    expect((await results(name)).map(({ line }) => line)).toEqual(rows.map((_, i) => i + 2))
  }, 180_000)
})

describe('an import, and a service that says later', () => {
  const merged: Scripted = { status: 200, body: [{ index: 0, status: 201, user: { id: 1 } }] }
  async function importTo(url: string, ...more: string[]) {
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const name = await file('one.csv', `${HEADER}\n${person(1)}\n`)
    return command(['import', 'users', name, ...more], { env, folder })
  }
  const later = (status: number, seconds: number): Scripted => {
    const headers = { 'retry-after': String(seconds) }
    return { status, headers, body: { detail: 'Later.' } }
  }

  it('waits as long as it was told, says so, and sends the batch again (R20)', async () => {
    const { url, received } = await scriptedServer(later(429, 1), later(503, 0), merged)
    const started = Date.now()
    const ended = await importTo(url)
    expect(ended.code).toBe(0)
    expect(Date.now() - started).toBeGreaterThanOrEqual(990)
    expect(ended.stderr).toContain('waiting 1 s: Later.')
    expect(received).toHaveLength(3)
  })

  it('waits while the batch of an interrupted import is still being handled, and sends it again (R10)', async () => {
    const inFlight = {
      ...later(409, 1),
      headers: { 'retry-after': '1', 'x-error-code': 'idempotency-in-flight' },
    }
    const created = { status: 200, body: [{ index: 0, status: 201, registration: { id: 1 } }] }
    const { url, received } = await scriptedServer(inFlight, created)
    const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
    const name = await file('enrol.csv', 'courseId,userId\n1,2\n')
    const ended = await command(['registrations', 'import', name], { env, folder })
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('waiting 1 s: Later.')])
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0]])
  })

  it('ends with 4 when the token is refused, and keeps nothing that would skip rows', async () => {
    const { url } = await scriptedServer({ status: 401, body: { detail: 'Invalid token.' } })
    const ended = await importTo(url)
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('Invalid token.')])
    expect(await readdir(folder)).not.toContain('one.csv.rollcall-import')
  })

  it('tries nothing out on a service that would write it', async () => {
    const { url, received } = await scriptedServer({ status: 200, body: [{ index: 0, status: 400 }] })
    const ended = await importTo(url, '--dry-run')
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('too old for dry runs')])
    expect(received.map(({ body }) => body)).toEqual(['[{}]'])
  })
})

describe('for the running system', () => {
  it('status says what each service does and waits for (O16)', async () => {
    const found = (await command(['status', '--json'], { env })).json<any[]>()
    expect(found.map(({ service }) => service)).toEqual(['registration', 'user', 'notification'])
    expect(found[0]).toMatchObject({ status: 'ready', perMinute: { counts: expect.any(Array) } })
    const { stdout } = await command(['status'], { env })
    expect(stdout).toMatch(/registration +ready/)
  })

  const findings = (ended: Ended): Record<string, string> =>
    Object.fromEntries(ended.json<any[]>().map(({ check, state }) => [check, state]))

  it('doctor finds everything in order', async () => {
    const { user, registration } = system.health
    const ended = await command(['doctor', '--json', '--health', user, '--health', registration], { env })
    const checks = ['address', 'contract', 'clock', 'operator token', 'API key', 'health']
    const backlog = ['queued e-mails', 'failed e-mails', 'dead letters', 'keys']
    expect(findings(ended)).toEqual(Object.fromEntries([...checks, ...backlog].map((check) => [check, 'ok'])))
  })

  it('doctor says what is not set, and that is no failure', async () => {
    const ended = await command(['doctor', '--json'], { env: { ROLLCALL_URL: system.url } })
    const skipped = { 'operator token': 'skipped', 'API key': 'skipped' }
    expect([ended.code, findings(ended)]).toMatchObject([0, { address: 'ok', ...skipped }])
  })

  it('doctor ends with 4 for a wrong token or key, with 5 where no server responds', async () => {
    for (const [option, value, code, check] of [
      ['--operator-token', 'wrong', 4, 'operator token'],
      ['--api-secret', 'wrong', 4, 'API key'],
      ['--health', 'http://127.0.0.1:9', 5, 'health'],
    ] as const) {
      const ended = await command(['doctor', '--json', option, value], { env })
      expect([ended.code, findings(ended)[check]]).toEqual([code, 'failed'])
    }
  })

  it('doctor knows an account without a role from a wrong key', async () => {
    const roleless = settings(system, await system.issueKey({ grants: [] }))
    const ended = await command(['doctor'], { env: roleless })
    expect(ended.stdout).toMatch(/! API key +valid, but its account has no role/)
  })
})
