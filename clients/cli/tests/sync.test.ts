import { readdir } from 'node:fs/promises'
import { endAfterFirstBatch, killProcess, rosterCampaign } from '../../../testing/clients/roster-campaign.ts'
import { SOURCE, aPerson, syncScene } from '../../../testing/clients/sync-scene.ts'
import { startMailServer, type MailServer } from '../../../testing/notification/mail-server.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

let mails: MailServer
const scene = syncScene(32, {
  wayTo: async (name, url) => (name === 'smtp' ? (mails = await startMailServer()).url : url),
})
const { system, file, register, results, run, statuses, user } = scene
afterAll(() => mails.stop())

/** A course, a group, and people in it that no other test uses. */
async function aCourse(count: number) {
  const id = scene.next()
  const people = Array.from({ length: count }, (_, i) => `s${id}-${i + 1}`)
  if (count > 0) await scene.create(id, ...people.map(aPerson))
  return { course: id, group: id, people }
}
const roster = (people: readonly string[]) => file('roster.csv', ['userExternalId', ...people])
const sync = (name: string, course: number, ...more: string[]) => {
  const whose = more.includes('--group') ? [] : ['--all-groups']
  return run([
    'registrations',
    'sync',
    name,
    '--course',
    String(course),
    ...whose,
    '--yes',
    '--json',
    ...more,
  ])
}

describe('rollcall registrations sync', () => {
  it('registers and withdraws people as in the file, and changes nothing in a second run', async () => {
    const { course, people } = await aCourse(4)
    const [first = '', second = '', third = '', fourth = ''] = people
    await register(course, [first, second])
    expectBody(
      await scene.api.post('/users/', {
        ...aPerson(`left-${course}`),
        expirationDate: '2020-01-01T00:00:00Z',
      }),
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
    const { course, people } = await aCourse(4)
    const [done = '', left = '', revoked = '', stays = ''] = people
    const completed = await register(course, [done, left, revoked])
    for (const id of completed) await scene.api.post(`/registrations/${id}/complete/`)
    await scene.api.post(`/registrations/${completed[2]}/withdraw/`)
    await register(course, [stays])
    const name = await roster([done, revoked, stays])
    const result = await sync(name, course)
    expect([result.code, result.json()]).toEqual([
      EXIT.done,
      expect.objectContaining({ completed: 1, unchanged: 1, created: 1, withdrawn: 0 }),
    ])
    // Somebody has taken this completion back.
    const taken = { [revoked]: 'Withdrawn, Not Started' }
    expect(await statuses(course)).toMatchObject({ [done]: 'Completed', [left]: 'Completed', ...taken })
    expect((await sync(name, course, '--again')).json()).toMatchObject({ created: 1, unchanged: 2 })
    expect(await statuses(course)).toMatchObject({ [done]: 'Completed, Not Started' })
  })

  it('does not withdraw a registration that is completed after the plan was made', async () => {
    const { course, people } = await aCourse(2)
    const [id] = await register(course, people)
    const sent = globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const [url] = request
      if (typeof url === 'string' && url.endsWith(`/registrations/${id}/withdraw/`)) {
        jest.restoreAllMocks()
        await scene.api.post(`/registrations/${id}/complete/`)
      }
      return sent(...request)
    })
    const result = await sync(await roster(people.slice(1)), course)
    expect(result.json()).toMatchObject({ withdrawn: 0, kept: 1 })
    expect(await statuses(course)).toMatchObject({ [people[0] as string]: 'Completed' })
  })

  it('registers people again who finished the course longer ago than --again-after', async () => {
    const { course, people } = await aCourse(2)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const items = people.map((userExternalId, i) => ({
      ...{ courseId: course, userExternalId, statusName: 'Completed' },
      ...{ createdDate: daysAgo(800), completionDate: daysAgo([366, 364][i] as number) },
    }))
    expectBody(await system.operator.post('/admin/registrations/import/', items), 200)
    const name = await roster(people)
    const yearly = () => sync(name, course, '--again-after', '365d')
    const { json, stderr } = await yearly()
    expect(json()).toMatchObject({ created: 1, completed: 1 })
    expect(stderr).toContain(`last completion: ${people[0]} (${daysAgo(366).slice(0, 10)})`)
    expect(await statuses(course)).toMatchObject({ [people[0] as string]: 'Completed, Not Started' })
    expect((await yearly()).json()).toMatchObject({ created: 0, unchanged: 1, completed: 1 })
  })

  it('shows the plan and asks on a terminal, and changes nothing if the answer is no', async () => {
    const { course, people } = await aCourse(14)
    await register(course, people.slice(0, 2))
    const name = await roster(people.slice(1))
    const args = ['registrations', 'sync', name, '--course', String(course), '--all-groups']
    const declined = await run(args, { terminal: true, response: false })
    const shown = people.slice(2, 12).join(', ')
    expect(declined.stderr).toContain(`12 to register: ${shown}, …`)
    expect(declined.stderr).toContain(`1 to withdraw: ${people[0]} Ada Byron`)
    expect([declined.code, declined.stderr]).toEqual([
      EXIT.failed,
      expect.stringMatching(/Apply these changes\?\n(.*\n)*Nothing was changed\./),
    ])
    expect(Object.keys(await statuses(course))).toEqual(people.slice(0, 2))
    const allowed = await run(args, { terminal: true, response: true })
    expect([allowed.code, Object.keys(await statuses(course)).length]).toEqual([EXIT.done, 14])
  })

  it('needs --yes without a terminal, and reports in a dry run what it would do', async () => {
    const { course, people } = await aCourse(2)
    const name = await file('dry.csv', ['userExternalId', ...people, 'no-such-person'])
    const args = ['registrations', 'sync', name, '--course', String(course), '--all-groups']
    const scripted = await run(args)
    expect([scripted.code, scripted.stderr]).toEqual([EXIT.usage, expect.stringContaining('needs --yes')])
    const dry = await run([...args, '--dry-run', '--json'])
    expect(dry.code).toBe(EXIT.someRowsFailed)
    expect(dry.json()).toMatchObject({ created: 2, failed: 1 })
    // A sync whose results have no place changes nothing either.
    expect((await sync(name, course, '--results', 'missing/x.ndjson')).code).toBe(EXIT.failed)
    expect(await statuses(course)).toEqual({})
    expect(await readdir(scene.folder)).not.toContain(`${name}.rollcall-sync`)
  })

  it('rejects too many withdrawals, and a file that is empty or has lost half of its rows', async () => {
    const { course, people } = await aCourse(30)
    await sync(await roster(people), course)
    const rejected = async (kept: readonly string[], ...more: string[]) => {
      const result = await sync(await roster(kept), course, ...more)
      expect(Object.values(await statuses(course))).toEqual(people.map(() => 'Not Started'))
      expect(result.code).toBe(EXIT.failed)
      return result.stderr
    }
    expect(await rejected(people.slice(11))).toContain('withdraw 11 of 30 registrations; the limit is 10.')
    expect(await rejected(people.slice(2), '--max-withdrawals', '5%')).toContain('the limit is 1.')
    expect(await rejected([])).toContain('has no rows')
    expect(await rejected(people.slice(16), '--max-withdrawals', '100%')).toContain('--allow-shrink')
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
    ['an invisible character', 'broken.csv', (person: string) => `${person}\u200B`],
    ['a number for a text', 'broken.ndjson', (_: string) => '{"userExternalId":7002}'],
    ['a text for a number', 'broken.ndjson', (_: string) => '{"userId":"7002"}'],
  ])('withdraws no one while a row does not identify a person: %s', async (_what, fileName, broken) => {
    const { course, people } = await aCourse(2)
    await register(course, people)
    const [first = '', second = ''] = people
    const rows = fileName.endsWith('csv') ? ['userExternalId', first] : [`{"userExternalId":"${first}"}`]
    const result = await sync(await file(fileName, [...rows, broken(second)]), course)
    expect([result.code, result.stderr]).toEqual([
      EXIT.failed,
      expect.stringMatching(/ 1 registration not withdrawn, because line [23] may be about them\./),
    ])
    expect(result.json()).toMatchObject({ unchanged: 1, withdrawn: 0, failed: 1 })
  })

  it('registers no one when the columns of a row name different people', async () => {
    const { course, people } = await aCourse(2)
    const [first = '', second = ''] = people
    const rows = [`no-such-person,${first}@example.org`, `${second},${first}@example.org`]
    const name = await file('mixed.csv', ['userExternalId,userEmail', ...rows])
    expect((await sync(name, course)).json()).toMatchObject({ created: 0, failed: 2 })
    expect((await results(name))[0]).toMatchObject({
      code: 'identifiers-disagree',
      detail: expect.stringMatching(
        /^The columns userExternalId, userEmail of this row name different people/,
      ),
    })
  })

  it('leaves people outside --group as they are, and a row about one is an error', async () => {
    const { course, group, people } = await aCourse(3)
    const [leaves = '', joins = '', stays = ''] = people
    const other = await aCourse(2)
    await register(course, [leaves, stays, other.people[0] as string])
    const rows = [joins, stays, other.people[1]].map((one) => `${one}@example.org`)
    const name = await file('roster.csv', ['userEmail', ...rows])
    const result = await sync(name, course, '--group', String(group))
    expect([result.code, result.json()]).toEqual([
      EXIT.someRowsFailed,
      expect.objectContaining({ created: 1, withdrawn: 1, failed: 1 }),
    ])
    const detail = expect.stringContaining('If users sync has an error for this person, correct that first.')
    const outside = { line: 4, code: 'outside-group', detail }
    expect(await results(name)).toContainEqual(expect.objectContaining(outside))
    expect(await statuses(course)).toEqual({
      [leaves]: 'Withdrawn',
      [joins]: 'Not Started',
      [stays]: 'Not Started',
      [other.people[0] as string]: 'Not Started',
    })
    const unseen = await sync(name, course, '--group', '987654')
    expect([unseen.code, unseen.stderr]).toEqual([EXIT.usage, expect.stringContaining('is not visible')])
  })

  it('finds courses by the columns of a row or by --course, and people by e-mail address', async () => {
    const { course, group, people } = await aCourse(2)
    const other = await aCourse(0)
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
    await file('courses.csv', rows.slice(0, 2))
    const gone = await run([...inGroup, '--dry-run'])
    expect(gone.stderr).toMatch(
      new RegExp(`1 course of the last run not in the file .*: Course ${other.course} `),
    )
    await file('courses.csv', rows)
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
      '--all-groups',
      ...map.slice(2),
    ])
    expect(result.json()).toMatchObject({ rows: 2, created: 1, unchanged: 1, withdrawn: 1, failed: 2 })
    const oneOfThem = await sync(byRow, course, ...map)
    expect(oneOfThem.json()).toMatchObject({ unchanged: 1, otherCourse: 1, failed: 0 })
  })

  it('is rejected without --group or --all-groups, and without a course for all groups', async () => {
    const all = '--all-groups'
    for (const [more, error] of [
      [['--course', '1'], 'Give --group ID: '],
      [['--course', '1', '--group', '1', all], 'Give --group ID: '],
      [[all], 'Give --course ID with --all-groups'],
    ] as const) {
      const result = await run(['registrations', 'sync', await roster(['hr-1']), '--yes', ...more])
      expect([result.code, result.stderr]).toEqual([EXIT.usage, expect.stringContaining(error)])
    }
    expect((await sync(await roster(['hr-1']), 987_654)).stderr).toContain('Course 987654 is not visible')
  })
})

describe('rollcall users sync', () => {
  const HEADER = 'externalId,loginName,email,firstName,lastName,city,preferredLanguage'
  const row = (one: string, city = '', language = '') =>
    `${one},${one},${one}@example.org,Ada,Byron,${city},${language}`
  const people = (rows: readonly string[]) => file('people.csv', [HEADER, ...rows])
  const syncUsers = (name: string, group: number, ...more: string[]) =>
    run(['users', 'sync', name, '--group', String(group), '--source', SOURCE, '--yes', '--json', ...more])

  it('creates and changes users, reports others, and changes nothing in a second run', async () => {
    const { group, people: known } = await aCourse(2)
    const other = await aCourse(2)
    const [same = '', moves = ''] = known
    const [elsewhere = '', hidden = ''] = other.people
    const name = await people([
      row(same),
      row(moves, 'Oslo', 'pt-br'),
      row(elsewhere, 'Rome'),
      row(`new-${group}`),
      row(hidden).replace(hidden, `x-${group}`),
      'x',
    ])
    const result = await syncUsers(name, group)
    const counts = { rows: 6, created: 1, changed: 1, unchanged: 1, moved: 1, failed: 2 }
    expect(result.json()).toMatchObject(counts)
    expect([(await user(moves)).city, (await user(elsewhere)).city]).toEqual(['Oslo', 'Rome'])
    const path = `/admin/users/${(await user(`new-${group}`)).id}/`
    const { groupIds } = expectBody(await system.operator.get(path), 200)
    expect(groupIds).toEqual([group])
    expect(await results(name)).toMatchObject([
      { line: 2, outcome: 'unchanged', who: same },
      { line: 3, outcome: 'changed', status: 200, who: moves },
      { line: 4, outcome: 'moved', status: 200, who: elsewhere },
      { line: 5, outcome: 'created', status: 201, who: `new-${group}` },
      {
        line: 6,
        code: 'login-name-taken',
        detail: expect.stringMatching(`externalId ${hidden}, in group \\d+, has .*renumber`),
      },
      { line: 7, ok: false, code: 'unreadable-row' },
    ])
    expect((await syncUsers(name, group)).json()).toMatchObject({ created: 0, changed: 0, unchanged: 4 })
  })

  it('keeps or expires leavers, and keeps the dates of people who return', async () => {
    const { group, people: known } = await aCourse(3)
    const [stays = '', leaves = '', returns = ''] = known
    const name = await people([row(stays)])
    expect((await syncUsers(name, group)).json()).toMatchObject({ kept: 2, expired: 0, deleted: 0 })
    const expiring = await syncUsers(name, group, '--leavers', 'expire', '--max-leavers', '2')
    expect([expiring.stderr, expiring.json()]).toEqual([
      expect.stringContaining(`2 not in the file, to expire: ${leaves} Ada Byron, ${returns} Ada Byron`),
      expect.objectContaining({ kept: 0, expired: 2 }),
    ])
    expect(await results(name)).toContainEqual(expect.objectContaining({ outcome: 'expired', who: leaves }))
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
  })

  it('creates people with one name, and removes a leaver beside a row without any (R17b)', async () => {
    const { group, people: known } = await aCourse(2)
    const names = [',Suharto', 'Madonna,', ',', 'Dora,Lee']
    const rows = names.map((name, n) => `one${group}-${n},one${group}-${n},${n}@example.org,${name}`)
    const first = [HEADER, row(known[0] as string)]
    const name = await file('one-name.csv', [...first, ...rows.map((one) => `${one},`), ''])
    const result = await syncUsers(name, group, '--leavers', 'delete')
    expect([result.code, result.json()]).toEqual([
      EXIT.someRowsFailed,
      expect.objectContaining({ created: 3, deleted: 1, failed: 1 }),
    ])
    expect((await results(name))[3]).toMatchObject({ line: 5, ok: false, code: 'invalid-request' })
    expect(await user(`one${group}-0`)).toMatchObject({ firstName: '', lastName: 'Suharto' })
    expect(await user(`one${group}-1`)).toMatchObject({ firstName: 'Madonna', lastName: '' })
    expect((await syncUsers(name, group)).json()).toMatchObject({ unchanged: 4, failed: 1 })
    const other = await file('one-name.csv', [...first, `one${group}-0,z,z,Zoe,Zander,,`, ''])
    expect((await syncUsers(other, group, '--allow-shrink')).stderr).toContain('the account of Suharto (user')
  })

  it('removes no leaver while a row does not identify a person', async () => {
    const { group, people: known } = await aCourse(3)
    const broken = await people([...known.slice(1).map((one) => row(one)), '"never closed'])
    const held = await syncUsers(broken, group, '--leavers', 'delete')
    expect(held.code).toBe(EXIT.failed)
    expect(held.stderr).toContain('1 leaver left as they are, because line 4 may be about them.')
    expect(held.json()).toMatchObject({ unchanged: 2, deleted: 0, kept: 1, failed: 1 })
    for (const key of [{ externalId: 7002 }, { externalId: `${known[0]}\u200B` }, { ExternalId: known[0] }]) {
      const unclear = { ...aPerson('renamed'), externalId: undefined, ...key }
      const rows = [...known.slice(1).map(aPerson), unclear].map((one) => JSON.stringify(one))
      const unread = await syncUsers(await file('people.ndjson', rows), group, '--leavers', 'delete')
      expect(unread.json()).toMatchObject({ deleted: 0, kept: 1, failed: 1 })
    }
  })

  it('sends rows with long texts in batches that the service accepts', async () => {
    const { group } = await aCourse(0)
    const texts = { ovFormWithInput12: 'я'.repeat(4000), workSettingsOtherSpecify: 'я'.repeat(4000) }
    const rows = Array.from({ length: 80 }, (_, n) => JSON.stringify({ ...aPerson(`long-${n}`), ...texts }))
    const result = await syncUsers(await file('long.ndjson', rows), group)
    expect(result.json()).toMatchObject({ created: 80 })
  })
})

/** `npm run check -- sync` takes 3,000, and kills the command's own process. */
const PEOPLE = process.env['SYNC_PEOPLE']
const WITHIN_MS = PEOPLE === undefined ? 60_000 : 600_000

it(
  'syncs that are killed twice keep two courses equal to a roster, with one e-mail each',
  async () => {
    const { group } = await aCourse(0)
    await rosterCampaign({
      system,
      env: scene.env,
      mails,
      group,
      courses: [101, 102],
      people: Number(PEOPLE ?? 55),
      leavers: 3,
      joiners: 3,
      withinMs: WITHIN_MS,
      kill: PEOPLE === undefined ? endAfterFirstBatch(scene.env) : killProcess(scene.env, mails),
    })
  },
  4 * WITHIN_MS,
)
