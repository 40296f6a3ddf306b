import { SOURCE, aPerson, syncScene } from '../../../testing/clients/sync-scene.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(24)

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
      expect([result.code, result.stderr]).toEqual([
        EXIT.failed,
        expect.stringContaining('No registration is withdrawn, because'),
      ])
      expect(result.json()).toMatchObject({ unchanged: 1, otherCourse: 0, withdrawn: 0, failed: 1 })
      expect(result.results).toContainEqual(expect.objectContaining({ line: 3, ok: false, code }))
    }
    expect(await registered(id)).toEqual([ann, cleo])
  })
})

it('a row for an unknown person, who can be no leaver, holds back no withdrawal', async () => {
  const { id, people } = await aCourse()
  const [ann, bob] = people
  const result = await sync(['userExternalId', ann, bob, 'unknown-person'], '--course', `${id}`, '--yes')
  expect([result.code, result.json()]).toEqual([
    EXIT.someRowsFailed,
    expect.objectContaining({ created: 1, unchanged: 1, withdrawn: 1, failed: 1 }),
  ])
  expect(await registered(id)).toEqual([ann, bob])
})

it('users sync removes no one for the file of another group', async () => {
  const { id, people } = await aCourse()
  const other = scene.next()
  await scene.create(other, aPerson(`dan-${other}`))
  const name = await scene.file('people.csv', ['externalId', `dan-${other}`, ''])
  const options = ['--group', String(id), '--source', SOURCE, '--leavers', 'delete', '--yes', '--json']
  const args = ['users', 'sync', name, ...options]
  const result = await scene.run(args)
  expect([result.code, result.stderr]).toEqual([
    EXIT.failed,
    expect.stringContaining('no row is about a user of this group'),
  ])
  expect(result.json()).toMatchObject({ moved: 0, deleted: 0, kept: 3, failed: 1 })
  for (const person of people) expect(await scene.user(person)).toMatchObject({ externalId: person })
})

it('a registration is not withdrawn if its person leaves the group after the plan', async () => {
  const { id, people } = await aCourse()
  const [registration] = (await scene.api.get(`/registrations/?course_id=${id}`)).body
  const member = `/members/${(await scene.user(people[0])).id}/`
  const other = scene.next()
  const sent = globalThis.fetch
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const [url] = request
    if (typeof url === 'string' && url.endsWith(`/registrations/${registration.id}/`)) {
      jest.restoreAllMocks()
      expectBody(await scene.system.operator.put(`/admin/groups/${other}${member}`), 204)
      expectBody(await scene.system.operator.delete(`/admin/groups/${id}${member}`), 204)
    }
    return sent(...request)
  })
  const options = ['--course', `${id}`, '--group', `${id}`, '--yes']
  const result = await sync(['userExternalId', people[2]], ...options).finally(() => jest.restoreAllMocks())
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
  expect(together.stderr).toMatch(/contractors\.csv.*Line 2 of employees\.csv has the same person/)
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
      expect([result.code, result.stderr]).toEqual([
        EXIT.failed,
        expect.stringContaining('because every row about these courses failed. Is it the right file?'),
      ])
      expect(result.results[0]).toMatchObject({ line: 2, code: 'user-inactive' })
    }
    expect(await registered(id)).toEqual([ann, cleo])
  })
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
  expect([result.code, result.stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(/^rollcall: --state: .*missing.state can't be written/),
  ])
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
  it.each<[string, string[]]>([
    ['if the answer is no', []],
    ['if too many would be removed', ['--yes', '--max-withdrawals', '0']],
  ])('%s', async (_when, options) => {
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
    const notDone = { ok: false, code: 'not-done' }
    expect(await scene.results(name)).toMatchObject([
      unchanged,
      { line: created.line, ...notDone },
      failed,
      { id: withdrawn.id, ...notDone },
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
      expect.stringContaining('because line 3 may be about any of them'),
    ])
    expect(result.results).toMatchObject([
      { line: 2, outcome: 'unchanged' },
      { line: 3, code: 'user-not-found' },
      { outcome: 'kept', courseId: id },
    ])
  })
})
