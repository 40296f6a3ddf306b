import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { startSystem, type System } from '../../../testing/clients/system.ts'
import { startMailServer, type MailServer } from '../../../testing/notification/mail-server.ts'
import { readAllIds } from '../../../testing/pages.ts'
import { expectBody } from '../../../testing/portal.ts'
import { ROOT } from '../../../local/support/files.ts'
import { EXIT } from '../src/exit-codes.ts'

/** More than one request has. `npm run check -- history` takes 100,000. */
const ROWS = Number(process.env['HISTORY_ROWS'] ?? 520)
const COURSE = 101
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString().replace(/\.\d+Z/, 'Z')
const ENDED = daysAgo(9)
const IMPORT_PATH = '/admin/registrations/import/'
const HEADER = 'Kurs,Person,Nummer,statusName,Beginn,Ende,score,success'
const MAP = [
  ...['--map', 'Kurs=courseId', '--map', 'Person=userExternalId', '--map', 'Nummer=externalId'],
  ...['--map', 'Beginn=registrationDate', '--map', 'Ende=completionDate'],
]
jest.setTimeout(3_600_000)

let folder: string
let mails: MailServer
let system: System
let env: NodeJS.ProcessEnv
let people: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-history-'))
  mails = await startMailServer()
  system = await startSystem({
    wayTo: (name, url) => Promise.resolve(name === 'smtp' ? mails.url : url),
  })
  expectBody(await system.operator.put('/admin/groups/1/', { name: 'Everybody', parentId: null }), 201)
  env = settings(system, await system.issueKey())
  const course = { name: 'Fire safety', groupIds: [1], active: false, published: false }
  expectBody(await system.operator.put(`/admin/courses/${COURSE}/`, course), 201)
  // So many that no two rows have their person and their dates in common.
  people = Array.from({ length: Math.max(100, Math.ceil(ROWS / 10)) }, (_, n) => `0${n + 1}`)
  for (let start = 0; start < people.length; start += 1_000) {
    const users = people.slice(start, start + 1_000).map((id) => ({
      ...{ externalId: id, loginName: `login-${id}`, email: `p-${id}@example.org` },
      ...{ firstName: 'Ada', lastName: 'Byron', groupIds: [1] },
    }))
    expectBody(await system.operator.post('/admin/users/batch/', users), 200)
  }
})
afterAll(async () => {
  await system.stop()
  await mails.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => command(['registrations', ...args], { env, folder })
const resultsOf = async (name: string): Promise<any[]> => {
  const text = await readFile(join(folder, `${name}.results.ndjson`), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))
}

/** Good rows, of which every tenth is repeated, and every twentieth is wrong in one of three ways. */
function rows(): { readonly text: string; readonly created: number } {
  const lines = [HEADER]
  let created = 0
  for (let n = 0; lines.length <= ROWS; n++) {
    const person = people[n % people.length]
    const began = new Date(Date.UTC(2010, 0, 1 + n / 100)).toISOString()
    const ended = new Date(Date.UTC(2010, 1, 1 + n / 100, 0, n % 60)).toISOString()
    const line = (who = person, end = ended) =>
      `${COURSE},${who},old-${n},Completed,${began},${end},87.5,true`
    const wrong = [line('unknown'), line(person, ''), line(person, '2009-01-01T00:00:00Z')]
    if (n % 20 === 7) lines.push(wrong[(n % 60) % wrong.length] as string)
    else {
      lines.push(line())
      created++
      if (n % 10 === 3) lines.push(line())
    }
  }
  return { text: `${lines.join('\n')}\n`, created }
}

/**
 * Stands before the operator API, and keeps the response to the import with this number for itself.
 * @returns its address, and what resolves when that import is done
 */
async function withoutResponseTo(kept: number) {
  const done = Promise.withResolvers<void>()
  let imports = 0
  const server = createServer((request, response) => void forward(request, response))
  async function forward(request: IncomingMessage, response: ServerResponse) {
    const isKept = request.url === IMPORT_PATH && ++imports === kept
    const { authorization = '', prefer, 'content-type': type } = request.headers
    const headers = {
      authorization,
      ...(prefer && { prefer: String(prefer) }),
      ...(type && { 'content-type': type }),
    }
    const body = request.method === 'GET' ? null : Buffer.concat(await request.toArray())
    const { method = 'GET', url = '' } = request
    const result = await fetch(`${system.adminUrl}${url}`, { method, headers, body })
    const text = await result.text()
    if (isKept) return done.resolve()
    const shown = Object.fromEntries(
      ['content-type', 'etag'].map((name) => [name, result.headers.get(name) ?? '']),
    )
    response.writeHead(result.status, shown).end(text)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, done: done.promise, stop: () => server.close() }
}

/** Runs the command as its own process, and kills it before it knows what became of this import. */
async function killAt(number: number, name: string): Promise<void> {
  const way = await withoutResponseTo(number)
  const main = join(ROOT, 'clients/cli/dist/src/main.js')
  const args = [main, 'registrations', 'import-history', name, ...MAP]
  const own = { ...process.env, ...env, ROLLCALL_ADMIN_URL: way.url }
  const child = spawn(process.execPath, args, { cwd: folder, env: own })
  const exit = once(child, 'exit')
  const ended = exit.then(([code]) => Promise.reject(new Error(`the command ended with ${String(code)}`)))
  await Promise.race([way.done, ended])
  ended.catch(() => undefined)
  child.kill('SIGKILL')
  await exit
  way.stop()
}

describe('rollcall registrations import-history (R22)', () => {
  it('is complete after two kills, without an e-mail, a double or a gap in the deltas (R13)', async () => {
    const before = new Date(Date.now() - 60_000).toISOString()
    const { text, created } = rows()
    await writeFile(join(folder, 'history.csv'), text)
    // The first run also stores an import whose result it knows.
    for (const part of [2, 1]) await killAt(part * Math.ceil(ROWS / 2_500), 'history.csv')
    const result = await run('import-history', 'history.csv', ...MAP, '--json')
    const total = text.trim().split('\n').length - 1
    expect([result.code, result.json()]).toMatchObject([EXIT.someRowsFailed, { rows: total }])

    const results = await resultsOf('history.csv')
    const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
    expect([results.length, new Set(ids).size]).toEqual([total, created])
    const codes = new Set(results.filter(({ ok }) => !ok).map(({ code }) => code))
    expect(codes).toEqual(new Set(['user-not-found', 'invalid-request']))
    const all = `/admin/registrations/?courseId=${COURSE}&limit=1`
    const counted = await system.operator.get(all, { prefer: 'count=exact' })
    expect(counted.headers.get('x-total-count')).toBe(String(created))
    const api = client(system.url, (await system.issueKey()).credential)
    const delta = await readAllIds(api, `/registrations/?updated_after=${before}&limit=1000`)
    expect(delta).toEqual([...new Set(ids)].sort((a, b) => a - b))

    const again = await run('import-history', 'history.csv', ...MAP, '--json')
    expect(again.json()).toMatchObject({ created: 0, unchanged: results.filter(({ ok }) => ok).length })
    expect(mails.received).toEqual([])
    expect((await system.operator.get('/admin/deliveries/')).body).toEqual([])
  })

  it('a dry run writes nothing; a rewritten id and a cut row are errors of their rows', async () => {
    const row = (person: string) => `${COURSE},${person},dry-${person},Withdrawn,2019-03-01T08:00:00Z`
    const lines = [
      'courseId,userExternalId,externalId,statusName,createdDate',
      row('01'),
      row('1'),
      row('02'),
    ]
    await writeFile(join(folder, 'dry.csv'), `${lines.join('\n').slice(0, -21)}\n`)
    const result = await run('import-history', 'dry.csv', '--dry-run')
    expect([result.code, result.stderr]).toEqual([
      EXIT.someRowsFailed,
      expect.stringContaining('is probably 01, Ada Byron (user 1, login-01), as a spreadsheet'),
    ])
    expect((await resultsOf('dry.csv.dry-run')).map(({ line, ok, code }) => [line, ok, code])).toEqual([
      [2, true, undefined],
      [3, false, 'rewritten-id'],
      [4, false, 'unreadable-row'],
    ])
    expect((await run('list', '--course', String(COURSE), '--status', 'Withdrawn', '--json')).json()).toEqual(
      [],
    )
  })

  it('a dry run finds what repeats or contradicts a row of an earlier batch', async () => {
    const course = 103
    expectBody(
      await system.operator.put(`/admin/courses/${course}/`, { name: 'Ladders', groupIds: [1] }),
      201,
    )
    const row = (number: string, status: string, score: string, day = '01') =>
      [course, '03', number, status, `2018-03-${day}T08:00:00Z`, '2018-04-01T08:00:00Z', score, 'true'].join()
    const open = row('', 'Not Started', '').replace('2018-04-01T08:00:00Z', '')
    const one = row('twice', 'Completed', '80')
    const filler = Array.from({ length: 498 }, (_, n) =>
      row('', 'Withdrawn', '')
        .replace(',03,', `,${people[n % people.length]},`)
        .replace('-01T08', `-${10 + (n % 9)}T08`),
    )
    const last = [one, one.replace('80', '81'), one.replace('03-01', '03-02'), open.replace('03-01', '03-02')]
    await writeFile(join(folder, 'twice.csv'), [HEADER, one, open, ...filler, ...last, ''].join('\n'))
    const outcomesOf = async (results: string, ...more: string[]) => {
      expect((await run('import-history', 'twice.csv', ...MAP, ...more)).code).toBe(EXIT.someRowsFailed)
      return (await resultsOf(results)).slice(500).map(({ outcome, code }) => outcome ?? code)
    }
    // The third row is the training of the first one.
    const expected = ['unchanged', 'import-differs', 'unchanged', 'already-registered']
    expect(await outcomesOf('twice.csv.dry-run', '--dry-run')).toEqual(expected)
    // Otherwise the last batch may be the first.
    expect(await outcomesOf('twice.csv', '--parallel', '1')).toEqual(expected)
  })

  it('completes the open registrations of a list with its dates, and stores no other', async () => {
    const course = 104
    expectBody(await system.operator.put(`/admin/courses/${course}/`, { name: 'Cranes', groupIds: [1] }), 201)
    const api = client(system.url, (await system.issueKey()).credential)
    const ids: number[] = []
    for (const userExternalId of ['04', '05'])
      ids.push(expectBody(await api.post('/registrations/', { courseId: course, userExternalId }), 201).id)
    const header = 'userExternalId,completionDate,score,success'
    const row = (person: string, score: string) => `${person},${ENDED},${score},true`
    const list = [header, row('04', '91'), row('05', '48.5'), row('06', '77'), '']
    await writeFile(join(folder, 'list.csv'), list.join('\n'))
    const importList = (...more: string[]) =>
      run('import-history', 'list.csv', '--course', `${course}`, ...more)
    const outcomesOfImport = async (file: string) =>
      (await resultsOf(file)).map(({ code, outcome }) => code ?? outcome)
    const unknown = await run('import-history', 'list.csv', '--course', '5011')
    expect([unknown.code, unknown.stderr]).toEqual([EXIT.usage, expect.stringMatching(/no course 5011\./)])
    const mapped = header.split(',').flatMap((column) => ['--map', `${column}=${column}`])
    expect((await importList('--dry-run', '--only-mapped', ...mapped)).code).toBe(EXIT.someRowsFailed)
    const [withoutStatus] = await resultsOf('list.csv.dry-run')
    expect(withoutStatus.detail).toMatch(/^statusName is required.* With --only-mapped, .*--map 'column='/)
    expect((await importList('--dry-run')).code).toBe(EXIT.someRowsFailed)
    const [isOpen] = await resultsOf('list.csv.dry-run')
    expect(isOpen.detail).toMatch(/^Registration \d+ .* add --open-registration complete\. .* beside\.$/)
    expect(await outcomesOfImport('list.csv.dry-run')).toEqual([
      ...['registration-open', 'registration-open', 'created'],
    ])
    const complete = (...more: string[]) =>
      run('complete', 'list.csv', '--course', `${course}`, '--json', ...more)
    const dry = await complete('--dry-run')
    expect([dry.code, dry.json()]).toMatchObject([EXIT.someRowsFailed, { changed: 2, failed: 1 }])
    expect((await complete()).code).toBe(EXIT.usage)
    const done = await complete('--yes')
    expect([done.code, done.json()]).toMatchObject([EXIT.someRowsFailed, { changed: 2, failed: 1 }])
    expect((await resultsOf('list.csv.complete')).at(-1)).toMatchObject({ line: 4, code: 'not-registered' })
    const more = ['04', '06', '05'].map((person) => `${person},${daysAgo(8)},,false`)
    const third = expectBody(
      await api.post('/registrations/', { courseId: course, userExternalId: '05' }),
      201,
    )
    expectBody(await api.post('/registrations/', { courseId: course, userExternalId: '07' }), 201)
    const ofThird = `05,${daysAgo(7)},,`
    const [, ofFirst, ofSecond] = list
    await writeFile(join(folder, 'more.csv'), [header, ...more, ofThird, ofFirst, ofSecond, ''].join('\n'))
    const later = await run('complete', 'more.csv', '--course', `${course}`, '--dry-run')
    expect(later.stderr).toMatch(
      /1 to complete: 05 Ada Byron\n.* 1 of them not passed: 05 .*\n.* before .*\n.* 2 .*already: 04 .*, 05 /,
    )
    expect(later.stderr).toContain(' 1 left open for these courses: 07 Ada Byron\n')
    expect(
      (await resultsOf('more.csv.complete.dry-run')).map(({ line, code, detail }) => [line, code, detail]),
    ).toEqual([
      [
        2,
        'finished-already',
        expect.stringContaining(`Completed on ${ENDED.slice(0, 10)} (score 91) already`),
      ],
      [3, 'not-registered', expect.stringContaining('registrations import-history')],
      [4, undefined, expect.stringMatching(/^Ada Byron \(user \d+, login-05\)$/)],
      [5, 'repeated-row', 'Line 4 completes the same registration. Take one of them out.'],
      ...[6, 7].map((line) => [line, undefined, expect.stringContaining('login-0')]),
    ])
    const withdrawn = await run('withdraw', `${third.id}`)
    // The response has no details, so nothing is said about them.
    expect([withdrawn.code, withdrawn.stdout]).toEqual([EXIT.done, expect.not.stringMatching(/^success/m)])
    const again = await complete('--yes')
    expect([again.code, again.json()]).toMatchObject([EXIT.someRowsFailed, { changed: 0, unchanged: 2 }])
    expect((await run('list', '--course', `${course}`)).stdout).toMatch(/Completed +\S+Z +48.5 +true /)
    expect((await run('get', `${ids[1]}`)).stdout).toMatch(/^success +true +$/m)
    const listed = (await run('list', '--course', `${course}`, '--json')).json().slice(0, 2)
    const state = { statusName: 'Completed', completionDate: ENDED }
    expect(listed).toMatchObject(ids.map((id, i) => ({ id, ...state, score: [91, 48.5][i] })))
    await writeFile(join(folder, 'by-id.csv'), `externalId,completionDate\nunknown,${ENDED}\n`)
    expect((await run('complete', 'by-id.csv', '--yes')).code).toBe(EXIT.failed)
    // As history, the person who was never registered has been so on the day of the completion.
    expect((await importList()).code).toBe(EXIT.done)
    expect(await outcomesOfImport('list.csv')).toEqual(['unchanged', 'unchanged', 'created'])
    const listOf06 = await run('list', '--course', `${course}`, '--status', 'Completed', '--json')
    expect(listOf06.json()).toContainEqual(
      expect.objectContaining({ userExternalId: '06', score: 77, createdDate: ENDED, completionDate: ENDED }),
    )
  })

  it('holds rows of the last year, and names in the plan what is odd', async () => {
    const course = 105
    expectBody(await system.operator.put(`/admin/courses/${course}/`, { name: 'Lifts', groupIds: [1] }), 201)
    const api = client(system.url, (await system.issueKey()).credential)
    for (const userExternalId of ['07', '08', '09'])
      expectBody(await api.post('/registrations/', { courseId: course, userExternalId }), 201)
    const rows = [
      ...['userExternalId,completionDate,score,success', `07,${daysAgo(182)},90,true`],
      ...[`07,${daysAgo(365)},90,true`, `07,${daysAgo(2)},700,true`, `08,${daysAgo(365)},90,true`],
      ...[',2026-11-24T00:00:00Z,70,true', `09,${daysAgo(1)},"87,5 %",bestanden`, '09,,,true'],
    ]
    await writeFile(join(folder, 'last-year.csv'), `${rows.join('\n')}\n`)
    const complete = (...more: string[]) => run('complete', 'last-year.csv', '--dry-run', ...more)
    const held = await complete('--course', `${course}`)
    expect(held.code).toBe(EXIT.someRowsFailed)
    expect(held.stderr).toMatch(
      /1 to complete: 07 .*\n.* 1 of them before .*: 07 .* \(20[\d-]+\)\n.* 100: 07 .* \(700\)\n/,
    )
    expect(held.stderr).toContain('6 rows with errors: line 2, line 3, line 5, line 6, line 7, line 8\n')
    const errors = (await resultsOf('last-year.csv.complete.dry-run')).map(({ code, detail }) => [
      code,
      detail,
    ])
    const invalid = (detail: string) => ['invalid-request', expect.stringContaining(detail)]
    expect(errors).toEqual([
      [
        'before-registration',
        expect.stringMatching(
          /^The training of \S+ is over 180 days before .* --allow-earlier, which accepts all/,
        ),
      ],
      ['before-registration', expect.anything()],
      [undefined, expect.stringContaining('login-07')],
      ['before-registration', expect.anything()],
      invalid('The row names no person. Give userExternalId,'),
      invalid('score must be a number or null, not "87,5 %". Write only the number,'),
      invalid('completionDate is required.'),
    ])
    const allowed = await complete('--course', `${course}`, '--allow-earlier')
    expect(allowed.stderr).toMatch(/2 to complete: 07 Ada Byron, 08 Ada Byron\n/)
    const german = ['userExternalId,completionDate', '09,31.11.2026', '']
    await writeFile(join(folder, 'no-day.csv'), german.join('\n'))
    const noDay = await run(
      'complete',
      'no-day.csv',
      '--course',
      `${course}`,
      '--dry-run',
      '--date-format=dd.MM.yyyy',
    )
    expect(noDay.stderr).toContain(
      'line 2, 09: completionDate must be an existing day of the form dd.MM.yyyy, not "31.11.2026". (',
    )
    await complete()
    const [first] = await resultsOf('last-year.csv.complete.dry-run')
    expect(first).toMatchObject({ detail: 'The row names no course. Add --course ID, or a column courseId.' })
    const history = rows.map((row, i) =>
      i === 0 ? `${row},courseId,statusName,createdDate` : `${row},${course},Completed,${daysAgo(400)}`,
    )
    await writeFile(join(folder, 'odd.csv'), `${history.join('\n')}\n`)
    const { stderr } = await run('import-history', 'odd.csv', '--dry-run')
    expect(stderr).toContain('Scores below 0 or over 100: 1 row (the first is line 4).')

    const old = (id: string, status: string, more: string) =>
      `${id},${course},${status},${daysAgo(400)},${more}`
    const lines = [
      old('07', 'Completed', daysAgo(365)),
      old('08', 'Withdrawn', ''),
      old('09', 'Withdrawn', ''),
    ]
    const header = 'userExternalId,courseId,statusName,registrationDate,completionDate'
    await writeFile(join(folder, 'old.csv'), `${[header, ...lines].join('\n')}\n`)
    const imported = (...more: string[]) =>
      run('import-history', 'old.csv', '--open-registration=complete', ...more)
    for (const more of [['--dry-run'], []]) {
      const { code, stderr: report } = await imported(...more)
      expect([code, report]).toEqual([EXIT.someRowsFailed, expect.stringContaining(': 3 failed.')])
    }
    const detail = expect.stringMatching(/beside registration \d+, .* --open-registration beside\. Only if/)
    expect(await resultsOf('old.csv')).toMatchObject(
      ['07', '08', '09'].map((who) => ({ code: 'before-registration', who, detail })),
    )
    expect((await imported('--dry-run', '--allow-earlier')).stderr).toContain('3 changed')
  })

  it.each(['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0'])(
    'a file of a spreadsheet program is rejected, whatever its name is: %j',
    async (mark) => {
      for (const line of ['import-history a.xlsx', 'complete a.XLS --dry-run', 'import a.csv']) {
        const [verb = '', name = '', ...more] = line.split(' ')
        await writeFile(join(folder, name), Buffer.from(`${mark}\0\0`, 'latin1'))
        const { code, stderr } = await run(verb, name, ...more)
        expect([code, stderr]).toEqual([EXIT.usage, expect.stringMatching(/ a\.\w+ is a file of .* "CSV/)])
      }
    },
  )

  it('a sync does not repeat a finished imported registration, except with --again', async () => {
    const course = 102
    const fields = { name: 'First aid', groupIds: [1] }
    expectBody(await system.operator.put(`/admin/courses/${course}/`, fields), 201)
    const old = [`${course},01,Withdrawn,2019-03-01T08:00:00Z`, `${course},02,Approved,2019-03-01T08:00:00Z`]
    const header = 'courseId,userExternalId,statusName,createdDate'
    await writeFile(join(folder, 'old.csv'), [header, ...old, ''].join('\n'))
    expect((await run('import-history', 'old.csv')).code).toBe(EXIT.done)
    // The second one was open, and ends here.
    const [, open] = await resultsOf('old.csv')
    expect((await run('withdraw', String(open.id))).code).toBe(EXIT.done)
    await writeFile(join(folder, 'roster.csv'), 'userExternalId\n01\n02\n')
    const sync = (...more: string[]) =>
      run('sync', 'roster.csv', '--course', `${course}`, '--all-groups', '--yes', '--json', ...more)
    const first = await sync()
    expect(first.json()).toMatchObject({ completed: 1, created: 1 })
    expect(first.stderr).toContain('1 withdrawn before an import, and not registered again')
    expect(first.stderr).not.toContain('finished already')
    expect((await sync('--again')).json()).toMatchObject({ created: 1, unchanged: 1 })
  })
})
