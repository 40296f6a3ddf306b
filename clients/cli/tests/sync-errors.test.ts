import { SOURCE, aPerson, syncScene } from '../../../testing/clients/sync-scene.ts'
import { settings } from '../../../testing/clients/command.ts'
import { expectEnd, meanwhile } from '../../../testing/clients/sources.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(47)

/** A course, and a group of three people that no other test uses. The first and the last are registered. */
async function aCourse() {
  const id = scene.next()
  const people = ['ann', 'bob', 'cleo'].map((name) => `${name}-${id}`) as [string, string, string]
  await scene.create(id, ...people.map(aPerson))
  await scene.register(id, [people[0], people[2]])
  return { id, people }
}

/** The people with an open registration. */
const registered = async (courseId: number) =>
  Object.entries(await scene.statuses(courseId)).flatMap(([person, status]) =>
    status === 'Not Started' ? [person] : [],
  )

const whose = (options: readonly string[]) => (options.includes('--group') ? [] : ['--all-groups'])

async function sync(rows: readonly string[], ...options: string[]) {
  const name = await scene.file('people.csv', [...rows, ''])
  const needsAnswer = !options.includes('--yes') && !options.includes('--dry-run')
  const args = ['registrations', 'sync', name, '--json', ...whose(options), ...options]
  const result = await scene.run(args, needsAnswer ? { response: true } : {})
  return { ...result, results: await scene.results(name) }
}

describe('registrations sync --course withdraws and registers no one for a row', () => {
  it.each([
    ['whose courseId does not exist', (id: number) => `${id}00,,`, 'course-not-found'],
    ['whose courseName is misspelt', (id: number) => `,Curse ${id},`, 'course-not-found'],
    ['whose courseExternalId does not exist', (id: number) => `,,c-${id}`, 'course-not-found'],
    ['that names no course, in a file with columns for it', () => ',,', 'invalid-request'],
  ])('%s', async (_what, cells, code) => {
    const { id, people } = await aCourse()
    const [ann, bob, cleo] = people
    const header = 'courseId,courseName,courseExternalId,userExternalId'
    const rows = [header, `${id},,,${ann}`, `${cells(id)},${bob}`]
    for (const how of ['--dry-run', '--yes']) {
      const result = await sync(rows, '--course', String(id), how)
      expectEnd(result, EXIT.failed, '1 registration not withdrawn, because line 3 may be about them.')
      expect(result.json()).toMatchObject({ unchanged: 1, otherCourse: 0, withdrawn: 0, failed: 1 })
      expect(result.results).toContainEqual(expect.objectContaining({ line: 3, ok: false, code }))
    }
    expect(await registered(id)).toEqual([ann, cleo])
  })
})

describe('a row about an unknown person may be about any active person without a row', () => {
  const HEADER = 'userExternalId,userEmail,userId,userLoginName'
  type Scope = (id: number) => string[]
  const ROWS: readonly [string, row: (people: People) => string, isHeld: boolean, scope?: Scope][] = [
    ['with a new number', () => 'unknown,,,', true],
    ['with a new number (--group)', () => 'unknown,,,', true, (id) => ['--group', `${id}`]],
    ['with a new e-mail address', () => ',unknown@example.org,,', true],
    ['with a user id that does not exist', () => ',,987654321,', true],
    ['unless its login name is a new one', () => 'unknown,,,unknown', false],
    ['whose login name it has', ([, , cleo]) => `unknown,,,${cleo.toUpperCase()}`, true],
    ['whose login name it has, with the number of another', ([, bob, cleo]) => `${bob},,,${cleo}`, true],
    [
      'whose login name it has, with the number of the row before',
      ([ann, , cleo]) => `${ann},,,${cleo}`,
      true,
    ],
    ['unless its e-mail address is a new one, too', () => 'unknown,unknown@example.org,,', false],
  ]
  it.each(ROWS)('%s', async (_what, row, isHeld, scope = () => []) => {
    const { id, people } = await aCourse()
    const [ann, , cleo] = people
    const left = `left-${id}`
    await scene.create(id, aPerson(left))
    await scene.register(id, [left])
    const expired = { expirationDate: '2020-01-01T00:00:00Z' }
    expectBody(await scene.api.post(`/users/external_id/${left}/`, expired), 200)
    const options = ['--course', `${id}`, ...scope(id), '--max-withdrawals', '2']
    for (const how of ['--dry-run', '--yes']) {
      const result = await sync([HEADER, `${ann},,,`, row(people)], ...options, how)
      expect([result.code, result.json()]).toEqual([
        isHeld ? EXIT.failed : EXIT.someRowsFailed,
        expect.objectContaining({ withdrawn: isHeld ? 1 : 2, kept: isHeld ? 1 : 0 }),
      ])
      if (!isHeld) continue
      expect(result.stderr).toContain(`1 not in the file, and not withdrawn in this run: ${cleo} (line 3)`)
      expect(result.stderr).toContain('1 registration not withdrawn, because line 3 may be about them.')
      expect(result.results).toContainEqual(
        expect.objectContaining({ outcome: 'kept', detail: expect.stringContaining('line 3') }),
      )
    }
    const statuses = await scene.statuses(id)
    expect(statuses).toMatchObject({ [cleo]: isHeld ? 'Not Started' : 'Withdrawn', [left]: 'Withdrawn' })
  })

  const unknownLogin = ([, bob, cleo]: People) => [`${bob},,,unknown-login`, `${cleo},,,${cleo}`]
  const OTHERS: readonly [string, rows: (people: People) => string[], scope?: Scope][] = [
    ['the login name of another one', ([, bob, cleo]) => [`${bob},,,${cleo}`, `${cleo},,,${cleo}`]],
    ['a login name that no one has', unknownLogin],
    ['a login name that no one has (--group)', unknownLogin, (id) => ['--group', `${id}`]],
    ['a login name that no one has, and a registration', ([, , cleo]) => [`${cleo},,,unknown-login`]],
  ]
  const TITLE = 'and one with the number of a person and %s registers and withdraws no one'
  it.each(OTHERS)(TITLE, async (_what, others, scope = () => []) => {
    const { id, people } = await aCourse()
    const [ann, , cleo] = people
    const rows = [HEADER, `${ann},,,${ann}`, ...others(people)]
    const options = ['--course', `${id}`, ...scope(id)]
    for (const how of ['--dry-run', '--yes']) {
      const { code, json, results } = await sync(rows, ...options, how)
      expect([code, json()]).toMatchObject([EXIT.someRowsFailed, { created: 0, withdrawn: 0, failed: 1 }])
      expect(results).toContainEqual(expect.objectContaining({ line: 3, code: 'identifiers-disagree' }))
    }
    expect(await scene.statuses(id)).toEqual({ [ann]: 'Not Started', [cleo]: 'Not Started' })
  })

  it('and an account that may not read people takes each for active', async () => {
    const { id, people } = await aCourse()
    await scene.create(id, aPerson(`left-${id}`))
    await scene.register(id, [`left-${id}`])
    const expired = { expirationDate: '2020-01-01T00:00:00Z' }
    expectBody(await scene.api.post(`/users/external_id/left-${id}/`, expired), 200)
    const grants = [{ role: 'Course attendance manager', groupId: 1 }]
    const env = settings(scene.system, await scene.system.issueKey({ grants }))
    const name = await scene.file('people.csv', ['userExternalId', people[0], 'unknown', ''])
    const options = ['--course', `${id}`, '--all-groups', '--yes', '--json']
    const { code, json } = await scene.run(['registrations', 'sync', name, ...options], { env })
    expect([code, json()]).toMatchObject([EXIT.failed, { withdrawn: 0, kept: 2 }])
    const ofSource = await scene.run(['registrations', 'sync', name, ...options, '--source', 'hr'], { env })
    expectEnd(ofSource, EXIT.usage, 'role User administrator')
  })

  it('until the person has the number of the file', async () => {
    const { id, people } = await aCourse()
    const [ann, bob, cleo] = people
    const HR = ['--group', `${id}`, '--yes', '--json']
    const nightly = async () => {
      const person = (externalId: string) => Object.values({ ...aPerson(cleo), externalId }).join()
      const rows = [ann, bob].map((one) => Object.values(aPerson(one)).join())
      const header = Object.keys(aPerson('')).join()
      const name = await scene.file('hr.csv', [header, ...rows, person(`new-${cleo}`), ''])
      const users = await scene.run(['users', 'sync', name, ...HR, '--source', SOURCE, '--leavers', 'expire'])
      const mapped = ['--map', 'externalId=userExternalId', '--map', 'loginName=userLoginName']
      const options = ['--course', `${id}`, ...mapped, '--only-mapped']
      return [users, await scene.run(['registrations', 'sync', name, ...HR, ...options])] as const
    }
    const [users, held] = await nightly()
    expect([users.code, users.json()]).toMatchObject([EXIT.failed, { expired: 0, failed: 1 }])
    expect([held.code, held.json(), held.stderr]).toMatchObject([
      EXIT.failed,
      { created: 1, withdrawn: 0, kept: 1, failed: 1 },
      expect.stringContaining('a new number: rollcall users renumber.'),
    ])
    await scene.file('numbers.csv', ['oldExternalId,externalId', `${cleo},new-${cleo}`, ''])
    expect((await scene.run(['users', 'renumber', 'numbers.csv', '--source', SOURCE, '--yes'])).code).toBe(
      EXIT.done,
    )
    for (const { code, json } of await nightly())
      expect([code, json()]).toMatchObject([EXIT.done, { failed: 0 }])
    expect(await registered(id)).toHaveLength(3)
  })
})

it('registrations sync withdraws no one if all rows are about other courses', async () => {
  const { id, people } = await aCourse()
  const rows = ['courseId,userExternalId', `${(await aCourse()).id},${people[0]}`]
  const result = await sync(rows, '--course', `${id}`, '--yes')
  expect([result.code, result.json(), result.stderr]).toMatchObject([
    EXIT.failed,
    { otherCourse: 1, withdrawn: 0, kept: 2 },
    expect.stringContaining('because no row is about these courses. Is it the right file?'),
  ])
})

it.each([
  ['as if it was cut', (cleo: string) => cleo.slice(0, -1)],
  ['as a spreadsheet changes it', (cleo: string) => cleo.toUpperCase()],
])(
  'a row with the external id of one leaver, %s, keeps only that one from being removed',
  async (_how, to) => {
    const { id, people } = await aCourse()
    const [ann, , cleo] = people
    const row = { ...aPerson(`j-${id}`), externalId: to(cleo), firstName: 'Joe', email: 'nowhere' }
    const rows = [aPerson(ann), row].map((one) => JSON.stringify(one))
    const options = ['--group', `${id}`, '--source', SOURCE, '--leavers', 'delete', '--yes', '--json']
    const args = ['users', 'sync', await scene.file('people.ndjson', [...rows, '']), ...options]
    const { code, json, stderr } = await scene.run(args)
    expect([code, json()]).toMatchObject([EXIT.failed, { deleted: 1, kept: 1, failed: 1 }])
    expect(stderr).toContain(`1 not in the file, and not removed in this run: ${cleo} (line 2)`)
  },
)

it('users sync says so when it creates somebody again who was deleted since the last run', async () => {
  const { id, people } = await aCourse()
  const name = await scene.file('people.ndjson', [...people.map((one) => JSON.stringify(aPerson(one))), ''])
  const again = () => scene.run(['users', 'sync', name, '--group', `${id}`, '--yes', '--json'])
  expect((await again()).code).toBe(EXIT.done)
  expectBody(await scene.api.delete(`/users/${(await scene.user(people[1])).id}/`), 204)
  const { json, stderr } = await again()
  expect(json()).toMatchObject({ created: 1, unchanged: 2 })
  const what = 'of them deleted in or since the last run, and created again'
  expect(stderr).toContain(`1 ${what}: ${people[1]} (deleted 20`)
})

it('users sync moves a person whose registrations its account may not read', async () => {
  const [{ id, people }, other] = [await aCourse(), await aCourse()]
  const grants = [{ role: 'User administrator', groupId: 1 }]
  const env = settings(scene.system, await scene.system.issueKey({ grants }))
  const rows = [people[0], other.people[0]].map((one) => JSON.stringify(aPerson(one)))
  const options = ['--group', `${id}`, '--source', SOURCE, '--yes', '--json']
  const args = ['users', 'sync', await scene.file('people.ndjson', [...rows, '']), ...options]
  const { code, json } = await scene.run(args, { env })
  expect([code, json()]).toMatchObject([EXIT.done, { moved: 1, unchanged: 1 }])
})

it('users sync removes no one for the file of another group', async () => {
  const { id, people } = await aCourse()
  const other = scene.next()
  await scene.create(other, aPerson(`dan-${other}`))
  const name = await scene.file('people.csv', ['externalId', `dan-${other}`, ''])
  const options = ['--group', String(id), '--source', SOURCE, '--leavers', 'delete', '--yes', '--json']
  const args = ['users', 'sync', name, ...options]
  const result = await scene.run(args)
  expectEnd(result, EXIT.failed, 'no row is about a user of this group')
  expect(result.json()).toMatchObject({ moved: 0, deleted: 0, kept: 3, failed: 1 })
  for (const person of people) expect(await scene.user(person)).toMatchObject({ externalId: person })
})

it('a registration is not withdrawn if its person leaves the group after the plan', async () => {
  const { id, people } = await aCourse()
  const [registration] = (await scene.api.get(`/registrations/?course_id=${id}`)).body
  const member = `/members/${(await scene.user(people[0])).id}/`
  const other = scene.next()
  const leave = async () => {
    expectBody(await scene.system.operator.put(`/admin/groups/${other}${member}`), 204)
    expectBody(await scene.system.operator.delete(`/admin/groups/${id}${member}`), 204)
  }
  const options = ['--course', `${id}`, '--group', `${id}`, '--yes']
  const result = await meanwhile(
    leave,
    () => sync(['userExternalId', people[2]], ...options),
    (url) => url.endsWith(`/registrations/${registration.id}/`),
  )
  expect(result.json()).toMatchObject({ withdrawn: 0, kept: 1 })
})

it('a second file for a course withdraws no one, and no limit is advised that would', async () => {
  const { id, people } = await aCourse()
  const { code, stderr } = await sync(['userExternalId', people[1]], '--course', `${id}`, '--yes')
  expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining('withdraw 2 of 2 registrations')])
  expect(stderr).toContain('the limit is 1. Nothing was changed. Is it the right file?')
  expect(stderr).not.toContain('--max-withdrawals')
  await scene.file('employees.csv', ['userExternalId', people[0], people[2], ''])
  await scene.file('contractors.csv', ['userExternalId', people[1], people[0], ''])
  const files = ['employees.csv', 'contractors.csv', '--course', `${id}`, '--all-groups', '--yes', '--json']
  const together = await scene.run(['registrations', 'sync', ...files])
  expect([together.code, together.json()]).toMatchObject([
    EXIT.someRowsFailed,
    { created: 1, unchanged: 2, withdrawn: 0, failed: 1 },
  ])
  expect(together.stderr).toMatch(/contractors\.csv.*Line 2 of employees\.csv has the same.*\(repeated-row\)/)
})

describe('registrations sync withdraws no one and ends with 1 if every row fails', () => {
  it.each([
    ['when the service checks the rows', (_: number) => []],
    [
      'when they are sent, because people of a group are not checked before',
      (id: number) => ['--group', `${id}`, '--max-withdrawals', '2'],
    ],
  ])('%s', async (_when, group) => {
    const { id, people } = await aCourse()
    const [ann, bob, cleo] = people
    const left = { expirationDate: '2020-01-01T00:00:00Z' }
    expectBody(await scene.api.post(`/users/external_id/${bob}/`, left), 200)
    for (const how of ['--yes', '--dry-run']) {
      const result = await sync(['userExternalId', bob], '--course', `${id}`, ...group(id), how)
      expectEnd(result, EXIT.failed, 'because every row about these courses failed. Is it the right file?')
      expect(result.results).toMatchObject([
        { line: 2, code: 'user-inactive', detail: expect.stringContaining('--reactivate first, or do what') },
        ...[ann, cleo].map((who) => ({ who })),
      ])
    }
    expect(await registered(id)).toEqual([ann, cleo])
  })
})

it('a row about a person who has expired is an error, with a registration or without', async () => {
  const { id, people } = await aCourse()
  const [ann, bob, cleo] = people
  const left = { expirationDate: '2020-01-01T00:00:00Z' }
  for (const who of [bob, cleo]) expectBody(await scene.api.post(`/users/external_id/${who}/`, left), 200)
  for (const how of ['--yes', '--dry-run']) {
    const result = await sync(['userExternalId', ...people], '--course', `${id}`, '--group', `${id}`, how)
    expectEnd(result, EXIT.someRowsFailed, '2 rows with errors: line 3, line 4')
    expect(result.stderr).not.toContain('to register')
    expect(result.stderr).toContain('--reactivate first, or do what the error of its row there says.')
    const inactive = { ok: false, code: 'user-inactive' }
    expect(result.results).toMatchObject([{ outcome: 'unchanged' }, inactive, inactive])
  }
  expect(await registered(id)).toEqual([ann, cleo])
})

it('a row that fails for two courses is counted once, and each failure names its course', async () => {
  const [first, second] = [(await aCourse()).id, (await aCourse()).id]
  const result = await sync(['userExternalId', 'absent'], '--course', `${first},${second}`, '--yes')
  expect(result.stderr).toContain('  1 row with errors: line 2\n')
  for (const course of [first, second]) expect(result.stderr).toContain(`line 2, absent, course ${course}: `)
})

it('a sync changes nothing if the file of --state cannot be written, and names the option', async () => {
  const { id, people } = await aCourse()
  await scene.file('people.csv', ['userExternalId', ...people])
  const args = [
    'registrations',
    'sync',
    'people.csv',
    '--course',
    `${id}`,
    '--all-groups',
    '--state',
    'missing/state',
    '--yes',
  ]
  const result = await scene.run(args)
  expectEnd(result, EXIT.usage, /^rollcall: --state: .*missing.state can't be written/)
  expect(await registered(id)).toEqual([people[0], people[2]])
})

type People = readonly [string, string, string]

describe('a dry run of registrations sync shows what the sync does', () => {
  const ROWS: readonly [string, (people: People) => string[], object, (id: number) => string[]][] = [
    [
      'a person of the group gets no registration, because its external id is too long',
      ([ann, bob]) => ['userExternalId,externalId', `${ann},`, `${bob},${'x'.repeat(300)}`],
      { unchanged: 1, created: 0, withdrawn: 1, failed: 1 },
      (id) => ['--group', `${id}`],
    ],
    [
      'two rows name one person in different ways',
      ([ann, bob, cleo]) => [
        'userExternalId,userEmail',
        ...[ann, bob, cleo].map((one) => `${one},`),
        `,${bob}@example.org`,
      ],
      { unchanged: 2, created: 1, withdrawn: 0, failed: 1 },
      () => [],
    ],
    [
      'a person is inactive',
      ([ann, , cleo]) => ['userExternalId', cleo, ann, `left-${cleo}`],
      { unchanged: 2, created: 0, withdrawn: 0, failed: 1 },
      () => [],
    ],
  ]

  it.each(
    ROWS.flatMap(([what, ...row]) =>
      (['--yes', 'y'] as const).map((answer) => [what, answer, ...row] as const),
    ),
  )('if %s (%s)', async (_what, answer, rowsOf, counts, groupOf) => {
    const { id, people } = await aCourse()
    await scene.create(id, { ...aPerson(`left-${people[2]}`), expirationDate: '2020-01-01T00:00:00Z' })
    const options = ['--course', `${id}`, ...groupOf(id)]
    const dry = await sync(rowsOf(people), ...options, '--dry-run')
    const result = await sync(rowsOf(people), ...options, ...(answer === 'y' ? [] : [answer]))
    expect([dry.code, dry.json()]).toEqual([EXIT.someRowsFailed, expect.objectContaining(counts)])
    expect([result.code, result.json()]).toEqual([dry.code, dry.json()])
    const plan = ({ stderr }: typeof dry) => stderr.split('\n').filter((line) => line.startsWith('  '))
    // Without a person who is asked, the service does not check each row before it is sent.
    if (answer === 'y') expect(plan(result)).toEqual(plan(dry))
  })
})

describe('the results of a sync have each row', () => {
  it.each<[string, string[], string]>([
    ['if the answer is no', [], 'The command ended before'],
    [
      'if too many would be removed',
      ['--yes', '--max-withdrawals', '0'],
      'the limit is 0. Nothing was changed',
    ],
  ])('%s', async (_when, options, why) => {
    const { id, people } = await aCourse()
    const [ann, bob] = people
    await scene.create(id, { ...aPerson(`left-${id}`), expirationDate: '2020-01-01T00:00:00Z' })
    const name = await scene.file('people.csv', ['userExternalId', ann, bob, `left-${id}`])
    const args = ['registrations', 'sync', name, '--course', `${id}`, '--all-groups', ...options]
    await scene.run([...args, '--dry-run'])
    const expected = await scene.results(name)
    expect(expected.map(({ outcome }) => outcome)).toEqual(['unchanged', 'created', undefined, 'withdrawn'])
    const { code, stderr } = await scene.run(args, options.length > 0 ? {} : { response: false })
    expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining('Nothing was changed.')])
    expect(stderr).not.toContain('not-done')
    const [unchanged, created, failed, withdrawn] = expected
    const notDone = { ok: false, code: 'not-done', detail: expect.stringContaining(why) }
    expect(await scene.results(name)).toMatchObject([
      unchanged,
      { line: created.line, who: bob, ...notDone },
      failed,
      { id: withdrawn.id, who: people[2], ...notDone },
    ])
    expect(await registered(id)).toEqual([ann, people[2]])
  })

  it('if removals are held back', async () => {
    const { id, people } = await aCourse()
    const cut = people[2].slice(0, -1)
    const result = await sync(['userExternalId', people[0], cut], '--course', `${id}`, '--yes')
    expect([result.code, result.json(), result.stderr]).toEqual([
      EXIT.failed,
      expect.objectContaining({ unchanged: 1, withdrawn: 0, kept: 1, failed: 1 }),
      expect.stringContaining('because line 3 may be about them'),
    ])
    expect(result.results).toMatchObject([
      { line: 2, outcome: 'unchanged', who: people[0] },
      { line: 3, code: 'user-not-found' },
      { outcome: 'kept', courseId: id },
    ])
  })
})
