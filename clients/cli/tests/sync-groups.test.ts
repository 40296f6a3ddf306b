import type { CommandResult } from '../../../testing/clients/command.ts'
import { personNamed } from '../../../testing/clients/roster.ts'
import { expectEnd, several, someone, sourceKit } from '../../../testing/clients/sources.ts'
import { syncScene } from '../../../testing/clients/sync-scene.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(32)
const { run, user } = scene
const { admin, isActive, nightlyJob, roster, sync, syncFiles } = sourceKit(scene)

const reactivate = async (externalId: string) =>
  expectBody(await scene.api.post(`/users/external_id/${externalId}/`, { expirationDate: '' }), 200)

it('syncs of one source whose accounts see one group each do not undo each other every night', async () => {
  const [north, south, course] = [scene.next(), scene.next(), scene.next()]
  const { operator } = scene.system
  const groupIds = [north, south]
  const [both, ole] = several(north, 'Ann Arbor', 'Ole Brandt')
  const known = [
    { ...both, groupIds },
    { ...ole, groupIds: [south] },
  ]
  expectBody(await operator.post('/admin/users/batch/?source=hr', known), 200)
  const name = `Course ${course}`
  expectBody(await operator.put(`/admin/courses/${course}/`, { name, groupIds }), 200)
  const jobs = [
    [await nightlyJob({ group: north, source: 'hr' }), [both], north],
    [await nightlyJob({ group: south, source: 'hr' }), [ole], south],
  ] as const
  const night = async () => {
    const ends: CommandResult[] = []
    for (const [job, file, group] of jobs) {
      const options = ['--group', `${group}`, '--source', 'hr', '--max-withdrawals', '1']
      ends.push(await job.users(file), await job.registrations(file, course, ...options))
    }
    return ends
  }
  const nights = [await night(), await night(), await night()]
  const codes = nights.map((ends) => ends.map(({ code }) => code))
  expect(codes).toEqual([[0, 0, 0, 0], ...Array(2).fill([0, 0, 3, 3])])
  for (const { stderr } of nights[2]?.slice(2) ?? []) expect(stderr).toContain('(brought-back)')
  expect(nights[2]?.[3]?.stderr).toMatch(/; \d open registrations? of people of hr for Course /)
  expect(await scene.user(both.externalId)).toMatchObject({ expirationDate: '' })
  expect(await scene.statuses(course)).toMatchObject({ [both.externalId]: 'Withdrawn, Not Started' })
})

it('users sync removes who has left again, after a run with errors has brought the person back', async () => {
  const group = scene.next()
  const [ann, bob, cleo] = several(group, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar')
  await sync(group, [ann, bob, cleo], 'hr')
  expect((await sync(group, [ann, cleo], 'hr')).json()).toMatchObject({ expired: 1 })
  const broken = { ...personNamed(`x${group}`, 'Cleo Cedar'), email: 'none' }
  const held = await sync(group, [ann, bob, broken], 'hr', '--reactivate')
  expect([held.code, await isActive(bob.externalId)]).toEqual([EXIT.failed, true])
  const later = await sync(group, [ann, cleo], 'hr', '--reactivate')
  expect([later.code, await isActive(bob.externalId)]).toEqual([EXIT.done, false])
})

it('users sync remembers whom a run with errors has removed', async () => {
  const group = scene.next()
  const [ann, bob, cleo] = several(group, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar')
  await sync(group, [ann, bob, cleo], 'hr')
  const lostZeros = { ...cleo, externalId: `0${cleo.externalId}` }
  const held = await sync(group, [ann, lostZeros], 'hr')
  expect([held.code, await isActive(bob.externalId)]).toEqual([EXIT.failed, false])
  await reactivate(bob.externalId)
  for (const last of [lostZeros, cleo])
    expect((await sync(group, [ann, last], 'hr')).stderr).toContain('(brought-back)')
  expect(await isActive(bob.externalId)).toBe(true)
})

it('a file most of whose rows fail is no measure for the next one', async () => {
  const group = scene.next()
  const [ann, bob] = several(group, 'Ann Arbor', 'Bob Birch')
  const broken = several(group, ...'DEFGH'.split('').map((letter) => `${letter}an ${letter}ate`))
  await sync(group, [ann, bob], 'hr')
  const wrong = await sync(group, [ann, bob, ...broken.map((row) => ({ ...row, email: '-' }))], 'hr')
  expect([wrong.code, wrong.json()]).toMatchObject([EXIT.someRowsFailed, { failed: 5 }])
  expect((await sync(group, [ann, bob], 'hr')).code).toBe(EXIT.done)
})

it('users sync says that a login name is free when the row of its holder is written', async () => {
  const [north, south] = [scene.next(), scene.next()]
  const [ann, tom] = several(north, 'Ann Arbor', 'Tom Frei')
  const [ole] = several(south, 'Ole Olsen')
  await sync(north, [ann], 'hr')
  await sync(south, [ole], 'hr')
  const rows = [ole, { ...tom, loginName: ann.loginName }, { ...ann, loginName: `a-${north}` }]
  const first = await sync(south, rows, 'hr')
  expectEnd(first, EXIT.someRowsFailed, 'another one by the own row. Run the same command again')
  expect(first.stderr).not.toContain('users merge')
  expect((await sync(south, rows, 'hr')).json()).toMatchObject({ created: 1, failed: 0 })
})

describe('the error brought-back ends with the command that it names', () => {
  it.each([
    ['if the person is to stay', / (sources release \d+)\./, true],
    ['if the person has left', / (users merge --external-id \S+ --expiration-date \S+Z)\./, false],
  ])('%s', async (_when, advice, stays) => {
    const group = scene.next()
    const [ann, bob] = several(group, 'Ann Arbor', 'Bob Birch')
    await sync(group, [ann, bob], 'hr')
    expect((await sync(group, [ann], 'hr')).json()).toMatchObject({ expired: 1 })
    await reactivate(bob.externalId)
    const back = await sync(group, [ann], 'hr')
    expectEnd(back, EXIT.someRowsFailed, '(brought-back)')
    const command = advice.exec(back.stderr)?.[1]?.split(' ') ?? []
    expect((await scene.run(command)).code).toBe(EXIT.done)
    expect((await sync(group, [ann], 'hr')).code).toBe(EXIT.done)
    expect(await isActive(bob.externalId)).toBe(stays)
  })
})

it('users sync does not delete or withdraw people of another group, whose file may name them', async () => {
  const [one, two] = [scene.next(), scene.next()]
  const [ann, bob, cleo] = several(one, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar')
  const course = scene.next()
  await sync(one, [ann, bob, cleo], 'hr')
  const { id } = await admin(bob.externalId)
  await scene.register(course, [ann.externalId, bob.externalId])
  await scene.system.operator.put(`/admin/groups/${two}/members/${id}/`)
  const danielle = { ...personNamed(`d${one}`, 'Dan Date'), loginName: bob.loginName }
  const options = ['--leavers', 'delete', '--max-leavers', '2', '--allow-shrink']
  const dry = await sync(one, [ann], 'hr', ...options, '--dry-run')
  const held = await sync(one, [ann], 'hr', ...options)
  expect([held.code, held.json(), dry.json()]).toMatchObject([
    EXIT.someRowsFailed,
    { deleted: 1, failed: 1 },
    held.json(),
  ])
  const [from, to] = [one, two].map((group) => `rollcall members remove ${group} ${id} --yes`)
  const commands = `${from}, or ${to}.`
  expect(held.stderr).toContain(
    `user ${id}, ${bob.externalId}: The person is in the groups ${one} and ${two}`,
  )
  expect(held.stderr).toContain(commands)
  expect(await isActive(bob.externalId)).toBe(true)
  const taken = await sync(one, [ann, danielle], 'hr', ...options)
  expect([taken.code, taken.json()]).toMatchObject([EXIT.someRowsFailed, { created: 0, failed: 2 }])
  expect(await user(bob.externalId)).toMatchObject({ loginName: bob.loginName })
  const registrations = ['registrations', 'sync', await roster('ann.csv', [ann]), '--course', `${course}`]
  const mapped = ['--group', `${one}`, '--map', 'externalId=userExternalId', '--only-mapped', '--yes']
  const kept = await run([...registrations, ...mapped, '--json'])
  expect([kept.code, kept.stderr]).toEqual([EXIT.someRowsFailed, expect.stringContaining(commands)])
  expect(kept.stderr).toMatch(new RegExp(`registration \\d+, ${bob.externalId}, course ${course}: `))
  expect(kept.stderr).toContain(`left as they are because of the errors below: ${bob.externalId}\n`)
  expect(kept.stderr).not.toContain('line 0')
  expect(await scene.statuses(course)).toMatchObject({ [bob.externalId]: 'Not Started' })
  expect((await sync(one, [ann], 'hr', '--leavers', 'keep')).code).toBe(EXIT.done)

  await scene.system.operator.delete(`/admin/groups/${two}/members/${id}/`)
  expect((await run([...registrations, ...mapped, '--max-withdrawals', '1', '--json'])).json()).toMatchObject(
    { withdrawn: 1 },
  )
  expect((await sync(one, [ann, danielle], 'hr', ...options)).json()).toMatchObject({
    deleted: 1,
    created: 1,
  })
})

it('users sync expires leavers of another group, whose file does not reactivate them', async () => {
  const [one, two] = [scene.next(), scene.next()]
  const [ann, bob] = several(one, 'Ann Arbor', 'Bob Birch')
  const cleo = someone(two, 'Cleo Cedar')
  await sync(one, [ann, bob], 'hr')
  await sync(two, [cleo], 'hr')
  const { id } = await admin(bob.externalId)
  await scene.system.operator.put(`/admin/groups/${two}/members/${id}/`)
  const options = ['--leavers', 'expire', '--reactivate', '--allow-shrink', '--max-leavers', '1']
  const left = await sync(one, [ann], 'hr', ...options)
  expect([left.code, left.json()]).toMatchObject([EXIT.someRowsFailed, { expired: 1 }])
  expect(left.stderr).toMatch(/Look at these people, .* what may be wrong: b/)
  expect(left.stderr).toContain(
    `1 of them in another group, too, whose file may name them: ${bob.externalId} (${one} ${two})`,
  )
  const detail = expect.stringContaining(`The person is in the groups ${one} and ${two}`)
  expect(await scene.results(`of-${one}.csv`)).toContainEqual(
    expect.objectContaining({ outcome: 'expired', who: bob.externalId, detail }),
  )
  const held = await sync(two, [cleo, bob], 'hr', ...options)
  expect([held.code, held.json()]).toMatchObject([EXIT.someRowsFailed, { changed: 0, failed: 1 }])
  const [from, to] = [one, two].map((group) => `rollcall members remove ${group} ${id} --yes`)
  const commands = `${from}, or ${to}.`
  expect(held.stderr).toContain(
    `line 3, ${bob.externalId}: The person is in the groups ${one} and ${two}, and only`,
  )
  expect(held.stderr).toContain(commands)
  expect(await isActive(bob.externalId)).toBe(false)
  await scene.system.operator.delete(`/admin/groups/${one}/members/${id}/`)
  expect((await sync(two, [cleo, bob], 'hr', ...options)).code).toBe(EXIT.done)
  expect(await isActive(bob.externalId)).toBe(true)
})

it.each([
  ['first', [1, 0]],
  ['second', [0, 1]],
] as const)(
  'a mover whose number has lost its zeros is held, with the old group %s',
  async (_when, order) => {
    const [one, two] = [scene.next(), scene.next()]
    const [ann, bob] = several(one, 'Ann Arbor', 'Bob Birch')
    const [cleo, dan] = several(two, 'Cleo Cedar', 'Dan Date')
    const [otto, eve] = [personNamed(`0${one}`, 'Otto Wolff'), personNamed(String(two), 'Eve Elm')]
    await sync(one, [ann, bob, otto], 'hr')
    await sync(two, [cleo, dan], 'hr')
    const row = { ...otto, externalId: String(one), loginName: `w.${one}`, email: cleo.email }
    const files = [
      [two, [cleo, dan, row, eve]],
      [one, [ann, bob]],
    ] as const
    const ends: CommandResult[] = []
    for (const index of order) ends[index] = await sync(files[index][0], [...files[index][1]], 'hr')
    expect(ends.map(({ code }) => code)).toEqual([EXIT.someRowsFailed, EXIT.done])
    expect(ends[0]?.json()).toMatchObject({ created: 0, failed: 2 })
    expect(ends[0]?.stderr).toMatch(/line 4, .* probably 0\d+, Otto Wolff .*\n.*line 5, .*\(rewritten-id\)/)
    const right = await sync(two, [cleo, dan, otto, eve], 'hr', '--reactivate')
    expect(right.json()).toMatchObject({ moved: 1, created: 1, failed: 0 })
  },
)

it('people of two groups exchange their login names in one sync of both files', async () => {
  const [one, two] = [scene.next(), scene.next()]
  const [ann, bob] = [someone(one, 'Ann Arbor'), someone(two, 'Bob Birch')]
  await sync(one, [ann], 'hr')
  await sync(two, [bob], 'hr')
  const exchanged = [
    { ...ann, loginName: bob.loginName },
    { ...bob, loginName: ann.loginName },
  ] as const
  const { id } = await admin(bob.externalId)
  const held = await sync(one, [exchanged[0]], 'hr')
  expect(held.stderr).toContain(
    `Bob Birch (user ${id}, ${bob.loginName}) with the externalId ${bob.externalId}, in group ${two}, has `,
  )
  expect(held.stderr).toContain('with --all-groups instead of --group, and without --leavers and ')
  const ofOne = await nightlyJob({ group: one, source: 'hr' })
  expect((await ofOne.users([exchanged[0]])).stderr).toMatch(/--login \S+\), and moves the person/)
  const files = [await roster('one.csv', [exchanged[0]]), await roster('two.csv', [exchanged[1]])]
  const both = await run(['users', 'sync', ...files, '--all-groups', '--source', 'hr', '--yes', '--json'])
  expect([both.code, both.json()]).toMatchObject([EXIT.done, { changed: 2, failed: 0 }])
  for (const { externalId, loginName } of exchanged)
    expect(await admin(externalId)).toMatchObject({ loginName, expirationDate: '' })
})

it('users sync holds a new person with the name and the address of a leaver', async () => {
  const group = scene.next()
  const [ann, bob, eve] = several(group, 'Ann Arbor', 'Bob Birch', 'Eve Elm')
  await sync(group, [ann, bob, eve], 'hr')
  const again = { ...personNamed(`new-${group}`, 'ANN arbor'), email: ann.email }
  const held = await sync(group, [bob, eve, again], 'hr')
  expect([held.code, held.json(), held.stderr]).toMatchObject([
    EXIT.failed,
    { created: 0, expired: 0, failed: 1 },
    expect.stringMatching(/Ann Arbor \(.*users renumber\. .* --allow-other-person new-.*\(same-person\)/),
  ])
  const isOffice = [{ ...bob, email: ann.email }, eve, again]
  for (const [file, ...more] of [
    [isOffice, '--dry-run'],
    [[bob, eve, again], '--allow-other-person', again.externalId],
  ] as const)
    expect((await sync(group, [...file], 'hr', ...more)).json()).toMatchObject({ created: 1, expired: 1 })
})

it('everybody leaves a group as the error of a file without rows says', async () => {
  const group = scene.next()
  const ann = someone(group, 'Ann Arbor')
  await sync(group, [ann], 'hr')
  const [open] = await scene.register(group, [ann.externalId])
  const empty = await sync(group, [], 'hr')
  const says = /in each row, and (--max-leavers 100%)\. Then .* \(rollcall (registrations withdraw) ID\)/
  expectEnd(empty, EXIT.failed, says)
  const [, all = '', withdraw = ''] = says.exec(empty.stderr) ?? []
  const row = JSON.stringify({ ...ann, expirationDate: '2020-01-01T00:00:00Z' })
  const options = ['--source', 'hr', '--leavers', 'expire', ...all.split(' ')]
  const last = await syncFiles(group, [await scene.file('last.ndjson', [row, ''])], ...options)
  expect([last.code, await isActive(ann.externalId)]).toEqual([EXIT.done, false])
  expect((await run([...withdraw.split(' '), `${open}`])).code).toBe(EXIT.done)
  expect(await scene.statuses(group)).toEqual({ [ann.externalId]: 'Withdrawn' })
})

it('a row that names the person of an earlier row in another way is repeated', async () => {
  const group = scene.next()
  const [ann] = several(group, 'Ann Arbor')
  await sync(group, [ann], 'hr')
  await scene.file('users.csv', ['externalId,loginName', `${ann.externalId},`, `,${ann.loginName}`, ''])
  await scene.file('roster.csv', ['userExternalId,userEmail', `${ann.externalId},`, `,${ann.email}`, ''])
  for (const [line, says] of [
    [`users sync users.csv --group ${group} --source hr`, 'Line 2 has the same person.'],
    [`registrations sync roster.csv --course ${group} --all-groups`, 'line has the same person and course.'],
  ] as const)
    expectEnd(await run([...line.split(' '), '--yes']), EXIT.someRowsFailed, `${says} (repeated-row)`)
})

it('users renumber needs the source of the people: two systems may use the same numbers', async () => {
  const group = scene.next()
  const ann = someone(group, 'Ann Arbor')
  await sync(group, [ann], 'north')
  await scene.file('numbers.csv', ['oldExternalId,externalId', `${ann.externalId},new-${group}`, ''])
  const renumber = (...more: string[]) => run(['users', 'renumber', 'numbers.csv', '--yes', ...more])
  for (const options of [[], ['--source', 'south']]) {
    const rejected = await renumber(...options)
    expect([rejected.code, rejected.stderr]).toEqual([
      EXIT.failed,
      expect.stringMatching(/the source north keeps.*: --source north\. \(managed-elsewhere\)/),
    ])
  }
  expect((await renumber('--source', 'north')).code).toBe(EXIT.done)
  expect((await sync(group, [{ ...ann, externalId: `new-${group}` }], 'north')).json()).toMatchObject({
    unchanged: 1,
  })
})

it('users renumber with login names repeats a list in which a number is used twice', async () => {
  const group = scene.next()
  const [ann, bob] = several(group, 'Ann Arbor', 'Bob Birch')
  await sync(group, [ann, bob], 'hr')
  const header = 'oldExternalId,externalId,loginName,lastName'
  const [ofBob, ofAnn] = [
    `${bob.externalId},free-${group},${bob.loginName}`,
    `${ann.externalId},${bob.externalId},${ann.loginName}`,
  ]
  const renumber = async (...rows: string[]) => {
    await scene.file('numbers.csv', [header, ...rows])
    return run(['users', 'renumber', 'numbers.csv', '--source', 'hr', '--yes', '--json'])
  }
  const first = await renumber(ofBob, ofAnn)
  expect([first.json(), first.stderr]).toMatchObject([
    { changed: 2, failed: 0 },
    expect.stringContaining(`2 to renumber: ${bob.externalId} to free-${group} (Bob Birch), `),
  ])
  expect(first.stderr).not.toContain('exchanged')
  const again = await renumber(ofBob, ofAnn)
  expect(again.json()).toMatchObject({ unchanged: 2, changed: 0, failed: 0 })
  expect(again.stderr).toContain(
    '2 renumbered already (if this list was never run, its columns are exchanged):',
  )
  const ofKim = `free-${group},2,,Kim`
  const wrong = await renumber(`${ofAnn},Arbor`, ofBob.replace('free', 'other'), `0free-${group},1,`, ofKim)
  expect([wrong.code, wrong.json()]).toMatchObject([EXIT.someRowsFailed, { unchanged: 1, failed: 3 }])
  expect((await scene.results('numbers.csv')).slice(1)).toMatchObject([
    {
      code: 'identifiers-disagree',
      detail: expect.stringMatching(/ is Ann Arbor .* has the login name of Bob Birch /),
    },
    { code: 'rewritten-id' },
    { code: 'identifiers-disagree', detail: expect.stringMatching(/ is Bob Birch .* has the name Kim\. /) },
  ])
})

it('a row of a roster may be about who has expired, by the login name, or lack zeros', async () => {
  const group = scene.next()
  const [ann, bob, cleo] = several(group, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar')
  await sync(group, [ann, bob, cleo, { ...personNamed(`007${group}`, 'Dan Date') }], 'hr')
  await scene.register(group, [ann.externalId, cleo.externalId])
  const expired = { expirationDate: '2020-01-01T00:00:00Z' }
  expectBody(await scene.api.post(`/users/external_id/${cleo.externalId}/`, expired), 200)
  const rows = [ann.externalId, `new-${group},${cleo.loginName}`, `7${group}`, `${bob.externalId},,Kim`]
  await scene.file('courses.csv', ['userExternalId,userLoginName,userLastName', ...rows, ''])
  const options = ['--group', `${group}`, '--course', `${group}`, '--yes', '--json']
  const result = await run(['registrations', 'sync', 'courses.csv', ...options])
  expect(result.json()).toMatchObject({ withdrawn: 0, kept: 1, failed: 3 })
  expect(result.stderr).toMatch(/line 5, .* is Bob Birch .* has the name Kim\. /)
  expect(result.stderr).toMatch(/not withdrawn in this run: c\d+ \(line 3\)/)
  expect(result.stderr).toMatch(/line 4, .* is probably 007\d+, Dan Date .*\(rewritten-id\)/)
})
