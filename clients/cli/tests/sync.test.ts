import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client, type Client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { endAfterFirstBatch, killProcess, rosterCampaign } from '../../../testing/clients/roster-campaign.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { startMailServer, type MailServer } from '../../../testing/notification/mail-server.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

let mails: MailServer
const system = wholeSystem({
  wayTo: async (name, url) => (name === 'smtp' ? (mails = await startMailServer()).url : url),
})
afterAll(() => mails.stop())
let env: NodeJS.ProcessEnv
let api: Client
let folder: string
/** There before the key is used: what it can see is cached for 15 s. */
const GROUPS = Array.from({ length: 30 }, (_, i) => 1001 + i)
beforeAll(async () => {
  for (const id of GROUPS)
    expectBody(await system.operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId: 1 }), 201)
  const key = await system.issueKey()
  env = settings(system, key)
  api = client(system.url, key.credential)
})
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-sync-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = async (name: string, lines: readonly string[]) => {
  await writeFile(join(folder, name), lines.join('\n'))
  return name
}
const results = async (name: string): Promise<any[]> => {
  const ndjson = await readFile(join(folder, `${name}.results.ndjson`), 'utf8')
  return JSON.parse(`[${ndjson.trim().replaceAll('\n', ',')}]`)
}
const run = (args: readonly string[], more = {}) => command(args, { env, folder, ...more })

const groups = GROUPS.values()
/** A course, a group, and people in it that no other test uses. */
async function scene(count: number) {
  const id = groups.next().value as number
  const name = `Course ${id}`
  expectBody(await system.operator.put(`/admin/courses/${id}/`, { name, groupIds: [1] }), 201)
  const people = Array.from({ length: count }, (_, i) => `s${id}-${i + 1}`)
  const users = people.map((one) => ({ ...aPerson(one), groupIds: [id] }))
  if (count > 0) expectBody(await system.operator.post('/admin/users/batch/', users), 200)
  return { course: id, group: id, people }
}
const aPerson = (externalId: string) => ({
  externalId,
  loginName: externalId,
  email: `${externalId}@example.org`,
  firstName: 'Ada',
  lastName: 'Byron',
})
const register = async (courseId: number, people: readonly string[]) => {
  const items = people.map((userExternalId) => ({ courseId, userExternalId }))
  return expectBody(await api.post('/registrations/batch/', items), 200).map(
    ({ registration }: any) => registration.id as number,
  )
}
/** The statuses of the registrations for a course, by person. */
const statuses = async (courseId: number) => {
  const list: any[] = expectBody(await api.get(`/registrations/?course_id=${courseId}&limit=1000`), 200)
  return Object.fromEntries(
    [...Map.groupBy(list, ({ userExternalId }) => userExternalId)].map(([person, all]) => [
      person,
      all.map(({ statusName }) => statusName).join(', '),
    ]),
  )
}
const roster = (people: readonly string[]) => file('roster.csv', ['userExternalId', ...people])
const sync = (name: string, course: number, ...more: string[]) =>
  run(['registrations', 'sync', name, '--course', String(course), '--yes', '--json', ...more])

describe('rollcall registrations sync', () => {
  it('registers and withdraws people as in the file, and changes nothing in a second run', async () => {
    const { course, people } = await scene(4)
    const [first = '', second = '', third = '', fourth = ''] = people
    await register(course, [first, second])
    expectBody(
      await api.post('/users/', { ...aPerson(`left-${course}`), expirationDate: '2020-01-01T00:00:00Z' }),
      201,
    )
    const name = await roster([second, third, fourth, `left-${course}`])
    const result = await sync(name, course)
    expect([result.code, result.json()]).toEqual([
      EXIT.someRowsFailed,
      expect.objectContaining({ rows: 4, created: 2, unchanged: 1, withdrawn: 1, failed: 1 }),
    ])
    expect(await statuses(course)).toEqual({
      [first]: 'Withdrawn',
      [second]: 'Not Started',
      [third]: 'Not Started',
      [fourth]: 'Not Started',
    })
    expect(await results(name)).toMatchObject([
      { line: 2, ok: true, outcome: 'unchanged', courseId: course },
      { line: 3, ok: true, outcome: 'created', status: 201, id: expect.any(Number) },
      { line: 4, ok: true, outcome: 'created' },
      { line: 5, ok: false, status: 422, code: 'user-inactive' },
      { ok: true, outcome: 'withdrawn', courseId: course, id: expect.any(Number) },
    ])
    const again = await sync(name, course)
    expect(again.json()).toMatchObject({ created: 0, withdrawn: 0, unchanged: 3, failed: 1 })
  })

  it('never moves a completed registration, and registers its user again with --again only', async () => {
    const { course, people } = await scene(4)
    const [done = '', left = '', revoked = '', stays = ''] = people
    const completed = await register(course, [done, left, revoked])
    for (const id of completed) await api.post(`/registrations/${id}/complete/`)
    await api.post(`/registrations/${completed[2]}/withdraw/`)
    await register(course, [stays])
    const name = await roster([done, revoked, stays])
    const result = await sync(name, course)
    expect([result.code, result.json()]).toEqual([
      EXIT.done,
      expect.objectContaining({ completed: 2, unchanged: 1, created: 0, withdrawn: 0 }),
    ])
    const before = { [done]: 'Completed', [left]: 'Completed', [revoked]: 'Withdrawn' }
    expect(await statuses(course)).toMatchObject(before)
    expect((await sync(name, course, '--again')).json()).toMatchObject({ created: 2, unchanged: 1 })
    expect(await statuses(course)).toMatchObject({ [done]: 'Completed, Not Started' })
  })

  it('does not withdraw a registration that is completed after the plan was made', async () => {
    const { course, people } = await scene(2)
    const [id] = await register(course, people)
    const sent = globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const [url] = request
      if (typeof url === 'string' && url.endsWith(`/registrations/${id}/withdraw/`)) {
        jest.restoreAllMocks()
        await api.post(`/registrations/${id}/complete/`)
      }
      return sent(...request)
    })
    const result = await sync(await roster(people.slice(1)), course)
    expect(result.json()).toMatchObject({ withdrawn: 0, kept: 1 })
    expect(await statuses(course)).toMatchObject({ [people[0] as string]: 'Completed' })
  })

  it('shows the plan and asks on a terminal, and changes nothing if the answer is no', async () => {
    const { course, people } = await scene(13)
    await register(course, people.slice(0, 1))
    const name = await roster(people.slice(1))
    const args = ['registrations', 'sync', name, '--course', String(course)]
    const refused = await run(args, { terminal: true, response: false })
    const shown = people.slice(1, 11).join(', ')
    expect(refused.stderr).toContain(`12 to register: ${shown}, …`)
    expect(refused.stderr).toContain(`1 to withdraw: ${people[0]}`)
    expect([refused.code, refused.stderr]).toEqual([
      EXIT.failed,
      expect.stringMatching(/Apply these changes\?\n(.*\n)*Nothing was changed\./),
    ])
    expect(Object.keys(await statuses(course))).toEqual(people.slice(0, 1))
    const allowed = await run(args, { terminal: true, response: true })
    expect([allowed.code, Object.keys(await statuses(course)).length]).toEqual([EXIT.done, 13])
  })

  it('needs --yes without a terminal, and reports in a dry run what it would do', async () => {
    const { course, people } = await scene(2)
    const name = await roster([...people, 'no-such-person'])
    const args = ['registrations', 'sync', name, '--course', String(course)]
    const scripted = await run(args)
    expect([scripted.code, scripted.stderr]).toEqual([EXIT.usage, expect.stringContaining('needs --yes')])
    const dry = await run([...args, '--dry-run', '--json'])
    expect(dry.code).toBe(EXIT.someRowsFailed)
    expect(dry.json()).toMatchObject({ created: 2, failed: 1 })
    // A sync whose results have no place changes nothing either.
    expect((await sync(name, course, '--results', 'missing/x.ndjson')).code).toBe(EXIT.failed)
    expect(await statuses(course)).toEqual({})
    expect(await readdir(folder)).not.toContain(`${name}.rollcall-sync`)
  })

  it('rejects too many withdrawals, and a file that is empty or has lost half of its rows', async () => {
    const { course, people } = await scene(30)
    await sync(await roster(people), course)
    const refused = async (kept: readonly string[], ...more: string[]) => {
      const result = await sync(await roster(kept), course, ...more)
      expect(Object.values(await statuses(course))).toEqual(people.map(() => 'Not Started'))
      expect(result.code).toBe(EXIT.failed)
      return result.stderr
    }
    expect(await refused(people.slice(11))).toContain('withdraw 11 of 30 registrations; the limit is 10.')
    expect(await refused(people.slice(2), '--max-withdrawals', '5%')).toContain('the limit is 1.')
    expect(await refused([])).toContain('has no rows')
    expect(await refused(people.slice(16), '--max-withdrawals', '100%')).toContain('--allow-shrink')
    const half = await sync(await roster(people.slice(15)), course, '--max-withdrawals', '50%')
    expect([half.code, half.json().withdrawn]).toEqual([EXIT.done, 15])
    const few = await sync(
      await roster(people.slice(28)),
      course,
      '--allow-shrink',
      '--max-withdrawals',
      '13',
    )
    expect([few.code, few.json().withdrawn]).toEqual([EXIT.done, 13])
  })

  it.each([
    ['an open quote', 'broken.csv', (_: string) => '"never closed'],
    ['an id that a spreadsheet has changed', 'broken.csv', (person: string) => `${person.toUpperCase()}.0`],
    ['an invisible character', 'broken.csv', (person: string) => `${person}\u200B`],
    ['a number for a text', 'broken.ndjson', (_: string) => '{"userExternalId":7002}'],
    ['a text for a number', 'broken.ndjson', (_: string) => '{"userId":"7002"}'],
  ])('withdraws no one while a row does not identify a person: %s', async (_what, fileName, broken) => {
    const { course, people } = await scene(2)
    await register(course, people)
    const [first = '', second = ''] = people
    const rows = fileName.endsWith('csv') ? ['userExternalId', first] : [`{"userExternalId":"${first}"}`]
    const result = await sync(await file(fileName, [...rows, broken(second)]), course)
    expect([result.code, result.stderr]).toEqual([
      EXIT.failed,
      expect.stringContaining('No registration is withdrawn, because'),
    ])
    expect(result.json()).toMatchObject({ unchanged: 1, withdrawn: 0, failed: 1 })
  })

  it('registers no one when the columns of a row name different people', async () => {
    const { course, people } = await scene(2)
    const [first = '', second = ''] = people
    const rows = [`no-such-person,${first}@example.org`, `${second},${first}@example.org`]
    const name = await file('mixed.csv', ['userExternalId,userEmail', ...rows])
    expect((await sync(name, course)).json()).toMatchObject({ created: 0, failed: 2 })
    expect((await results(name))[0]).toMatchObject({ code: 'identifiers-disagree' })
  })

  it('leaves people outside --group as they are, and reports them', async () => {
    const { course, group, people } = await scene(2)
    const other = await scene(2)
    await register(course, [people[0] as string, other.people[0] as string])
    const name = await file('roster.csv', [
      'userEmail',
      `${people[1]}@example.org`,
      `${other.people[1]}@example.org`,
    ])
    const result = await sync(name, course, '--group', String(group))
    expect(result.json()).toMatchObject({ created: 1, withdrawn: 1, outsideGroup: 1, failed: 0 })
    expect(await statuses(course)).toEqual({
      [people[0] as string]: 'Withdrawn',
      [people[1] as string]: 'Not Started',
      [other.people[0] as string]: 'Not Started',
    })
    const unseen = await sync(name, course, '--group', '987654')
    expect([unseen.code, unseen.stderr]).toEqual([EXIT.usage, expect.stringContaining('is not visible')])
  })

  it('finds courses by the columns of a row or by --course, and people by e-mail address', async () => {
    const { course, group, people } = await scene(2)
    const other = await scene(0)
    const [ada = '', grace = ''] = people
    const rows = [
      `course,userEmail`,
      `Course ${course},${ada}@example.org`,
      `Course ${other.course},${grace}@Example.org`,
    ]
    const byRow = await file('courses.csv', rows)
    const map = ['--map', 'course=courseName', '--yes', '--json']
    const inGroup = ['registrations', 'sync', byRow, '--group', String(group), ...map]
    expect((await run(inGroup)).json()).toMatchObject({ created: 2, failed: 0 })
    expect((await run(inGroup)).json()).toMatchObject({ created: 0, unchanged: 2, withdrawn: 0 })
    const both = await file('both.csv', [
      'userEmail',
      `${ada}@example.org`,
      `${ada.toUpperCase()}@example.org`,
    ])
    const result = await run([
      'registrations',
      'sync',
      both,
      '--course',
      `${course},${other.course}`,
      ...map.slice(2),
    ])
    expect(result.json()).toMatchObject({ rows: 2, created: 1, unchanged: 1, withdrawn: 1, failed: 2 })
    const oneOfThem = await run(['registrations', 'sync', byRow, '--course', String(course), ...map])
    expect(oneOfThem.json()).toMatchObject({ unchanged: 1, otherCourse: 1, failed: 0 })
  })

  it('is rejected without --course and --group', async () => {
    const result = await run(['registrations', 'sync', await roster(['hr-1']), '--yes'])
    expect([result.code, result.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('Give --course ID or --group ID'),
    ])
    expect((await sync(await roster(['hr-1']), 987_654)).stderr).toContain('Course 987654 is not visible')
  })
})

describe('rollcall users sync', () => {
  const HEADER = 'externalId,loginName,email,firstName,lastName,city'
  const row = (one: string, city = '') => `${one},${one},${one}@example.org,Ada,Byron,${city}`
  const people = (rows: readonly string[]) => file('people.csv', [HEADER, ...rows])
  const syncUsers = (name: string, group: number, ...more: string[]) =>
    run(['users', 'sync', name, '--group', String(group), '--yes', '--json', ...more])
  const user = async (externalId: string) => (await api.get(`/users/external_id/${externalId}/`)).body

  it('creates and changes users, reports others, and changes nothing in a second run', async () => {
    const { group, people: known } = await scene(2)
    const other = await scene(1)
    const [same = '', moves = ''] = known
    const elsewhere = other.people[0] as string
    const name = await people([
      row(same),
      row(moves, 'Oslo'),
      row(elsewhere, 'Rome'),
      row(`new-${group}`),
      'x',
    ])
    const result = await syncUsers(name, group)
    expect(result.json()).toMatchObject({
      rows: 5,
      created: 1,
      changed: 1,
      unchanged: 1,
      outsideGroup: 1,
      failed: 1,
    })
    expect([(await user(moves)).city, (await user(elsewhere)).city]).toEqual(['Oslo', ''])
    const { groupIds } = expectBody(
      await system.operator.get(`/admin/users/${(await user(`new-${group}`)).id}/`),
      200,
    )
    expect(groupIds).toEqual([group])
    expect(await results(name)).toMatchObject([
      { line: 2, outcome: 'unchanged' },
      { line: 3, outcome: 'changed', status: 200 },
      { line: 4, outcome: 'outsideGroup' },
      { line: 5, outcome: 'created', status: 201 },
      { line: 6, ok: false, code: 'unreadable-row' },
    ])
    expect((await syncUsers(name, group)).json()).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  })

  it('keeps, expires or deletes leavers, and reactivates people only with the option for it', async () => {
    const { group, people: known } = await scene(3)
    const [stays = '', leaves = '', returns = ''] = known
    const name = await people([row(stays)])
    expect((await syncUsers(name, group)).json()).toMatchObject({ kept: 2, expired: 0, deleted: 0 })
    const expiring = await syncUsers(name, group, '--leavers', 'expire')
    expect([expiring.stderr, expiring.json()]).toEqual([
      expect.stringContaining(`2 not in the file, to expire: ${leaves}, ${returns}`),
      expect.objectContaining({ kept: 0, expired: 2 }),
    ])
    const { expirationDate } = await user(leaves)
    expect(new Date(expirationDate).getTime()).toBeLessThanOrEqual(Date.now())
    expect((await syncUsers(name, group, '--leavers', 'expire')).json()).toMatchObject({
      expired: 0,
      kept: 0,
    })

    const both = await people([row(stays), row(returns)])
    const again = await syncUsers(both, group)
    expect(again.stderr).toContain(`1 in the file, and expired (--reactivate clears the date): ${returns}`)
    expect((await user(returns)).expirationDate).toBe(expirationDate)
    expect((await syncUsers(both, group, '--reactivate')).json()).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await user(returns)).expirationDate).toBe('')

    expect((await syncUsers(both, group, '--leavers', 'delete')).json()).toMatchObject({ deleted: 1 })
    expect(await api.get(`/users/external_id/${leaves}/`)).toBeError('not-found')
  })

  it('rejects too many leavers, and changes none while a row does not identify a person', async () => {
    const { group, people: known } = await scene(12)
    const refused = await syncUsers(await people([row(known[0] as string)]), group, '--leavers', 'delete')
    expect(refused.code).toBe(EXIT.failed)
    expect(refused.stderr).toContain('delete 11 of 12 users; the limit is 10.')
    const broken = await people([...known.slice(1).map((one) => row(one)), '"never closed'])
    const held = await syncUsers(broken, group, '--leavers', 'delete')
    expect(held.code).toBe(EXIT.failed)
    expect(held.stderr).toContain('Leavers are left as they are')
    expect(held.json()).toMatchObject({ unchanged: 11, deleted: 0, kept: 1, failed: 1 })
    for (const key of [{ externalId: 7002 }, { externalId: `${known[0]}\u200B` }, { ExternalId: known[0] }]) {
      const unclear = { ...aPerson('renamed'), externalId: undefined, ...key }
      const rows = [...known.slice(1).map(aPerson), unclear].map((one) => JSON.stringify(one))
      const unread = await syncUsers(await file('people.ndjson', rows), group, '--leavers', 'delete')
      expect(unread.json()).toMatchObject({ deleted: 0, kept: 1, failed: 1 })
    }
  })

  it('sends rows with long texts in batches that the service accepts', async () => {
    const { group } = await scene(0)
    const texts = { ovFormWithInput12: 'я'.repeat(4000), workSettingsOtherSpecify: 'я'.repeat(4000) }
    const rows = Array.from({ length: 80 }, (_, n) => JSON.stringify({ ...aPerson(`long-${n}`), ...texts }))
    const result = await syncUsers(await file('long.ndjson', rows), group)
    expect(result.json()).toMatchObject({ created: 80 })
  })

  it('reports a user whose external id has changed as a conflict, not as a leaver', async () => {
    const { group, people: known } = await scene(1)
    const [one = ''] = known
    const name = await people([row(one).replace(one, `renumbered-${group}`)])
    const result = await syncUsers(name, group, '--leavers', 'delete')
    expect([result.code, result.stderr]).toEqual([EXIT.failed, expect.stringContaining('Every row failed.')])
    expect(result.json()).toMatchObject({ failed: 1, deleted: 0 })
    expect((await results(name))[0]).toMatchObject({ line: 2, code: 'login-name-taken' })
    expect((await user(one)).externalId).toBe(one)
  })
})

/** `npm run check -- sync` takes 3,000, and kills the command's own process. */
const PEOPLE = process.env['SYNC_PEOPLE']
const WITHIN_MS = PEOPLE === undefined ? 60_000 : 600_000

it(
  'syncs that are killed twice keep two courses equal to a roster, with one e-mail each',
  async () => {
    const { group } = await scene(0)
    await rosterCampaign({
      system,
      env,
      mails,
      group,
      courses: [101, 102],
      people: Number(PEOPLE ?? 55),
      leavers: 3,
      joiners: 3,
      withinMs: WITHIN_MS,
      kill: PEOPLE === undefined ? endAfterFirstBatch(env) : killProcess(env, mails),
    })
  },
  4 * WITHIN_MS,
)
