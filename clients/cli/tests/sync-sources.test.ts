import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { personNamed, type Person } from '../../../testing/clients/roster.ts'
import { expectEnd, meanwhile, several, someone, sourceKit } from '../../../testing/clients/sources.ts'
import { syncScene } from '../../../testing/clients/sync-scene.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(39)
const MAPPED = '--only-mapped'
const { file, run } = scene
const { admin, handOver, isActive, move, nightlyJob, roster, sync, syncFiles } = sourceKit(scene)

describe('users sync --source (R24)', () => {
  it('has no default where leavers are removed, and is the same one every time', async () => {
    const group = scene.next()
    const [ann, bob] = [someone(group, 'Ann Arbor'), someone(group, 'Bob Birch')]
    const name = await roster('once.csv', [ann, bob])
    const usage = (...more: string[]) => run(['users', 'sync', name, '--yes', ...more])
    expect((await usage()).stderr).toContain('Give --group ID')
    expect((await usage('--group', '1', '--all-groups')).stderr).toContain('Give --group ID')
    expect((await usage('--group', '1', '--leavers', 'expire')).stderr).toContain('needs --source NAME')
    expect((await usage('--group', '1', '--take-over', 'x')).stderr).toContain('needs --source NAME')
    for (const option of ['--take-over', '--allow-other-person'])
      expectEnd(await sync(group, [ann, bob], 'hr-a', option, 'none'), EXIT.usage, 'no row has none.')
    expect((await sync(group, [ann, bob], 'hr-a')).code).toBe(EXIT.done)
    const other = await sync(group, [ann], 'hr-b')
    expect(other.code).toBe(EXIT.failed)
    expect(other.stderr).toMatch(
      /The last run was for the source .*Nothing was changed\. Add --source hr-a\./,
    )
    expect(await isActive(bob.externalId)).toBe(true)
  })

  it('adopts people in its file, and removes only its own: others are counted and named', async () => {
    const group = scene.next()
    const [ann, bob, cleo, dan] = several(group, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar', 'Dan Date')
    const batch = async (people: readonly Person[], query: string) =>
      scene.system.operator.post(
        `/admin/users/batch/${query}`,
        people.map((one) => ({ ...one, groupIds: [group] })),
      )
    await batch([ann, bob], '')
    await batch([cleo], '?source=scim-7')
    const dry = await sync(group, [ann, dan], 'hr', '--dry-run')
    const first = await sync(group, [ann, dan], 'hr')
    expect([first.code, first.json(), first.stderr]).toEqual([
      EXIT.done,
      dry.json(),
      expect.stringContaining(
        'kept by no or another source, left as they are: ' + `${bob.externalId}, ${cleo.externalId} (scim-7)`,
      ),
    ])
    expect(first.json()).toMatchObject({ created: 1, unchanged: 1, kept: 2, expired: 0 })
    const because = async () => {
      const all = await scene.results(`of-${group}.csv`)
      return all.map(({ who, outcome, detail }) => [who, outcome, detail])
    }
    expect(await because()).toEqual([
      [ann.externalId, 'unchanged', 'Adopted, and kept by hr from now on.'],
      [dan.externalId, 'created', undefined],
      [bob.externalId, 'kept', 'Kept by no source.'],
      [cleo.externalId, 'kept', 'Kept by the source scim-7.'],
    ])
    expect((await admin(ann.externalId)).managedBy).toBe('hr')
    expect((await sync(group, [dan], 'hr')).json()).toMatchObject({ unchanged: 1, expired: 1, kept: 2 })
    const names = [ann, bob, cleo].map(({ externalId }) => isActive(externalId))
    expect(await Promise.all(names)).toEqual([false, true, true])
    // Changes of others are errors of their rows, until they are taken over.
    const renamed = { ...cleo, lastName: 'Cypress' }
    const rejected = await sync(group, [dan, renamed], 'hr')
    expectEnd(
      rejected,
      EXIT.someRowsFailed,
      new RegExp(`kept by "scim-7".*--take-over ${cleo.externalId}\\.`),
    )
    const other = `other-${group}.csv`
    const mistyped = await syncFiles(group, [await roster(other, [ann, cleo, dan])], '--source', 'rh')
    expectEnd(
      mistyped,
      EXIT.failed,
      /by rh, and of 3 rows are kept: 2 by hr, 1 by scim-7\. Nothing.* --source right\?/,
    )
    expect(mistyped.stderr).toContain(`alone changes and removes them: ${ann.externalId} (hr), `)
    const taken = await sync(group, [dan, renamed], 'hr', '--take-over', cleo.externalId)
    expect([taken.code, taken.json(), taken.stderr]).toEqual([
      EXIT.done,
      expect.objectContaining({ changed: 1 }),
      expect.stringContaining(`and kept by hr from now on: ${cleo.externalId} (scim-7)\n`),
    ])
    const takeover = 'Taken over from scim-7, and kept by hr from now on. Cedar → Cypress'
    expect(await because()).toContainEqual([cleo.externalId, 'changed', takeover])
    expect(await admin(cleo.externalId)).toMatchObject({ managedBy: 'hr', lastName: 'Cypress' })
  })

  it('keeps people beside a directory as soon as an operator has imported them', async () => {
    const group = scene.next()
    const people = several(group, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar')
    const [ann, bob, cleo] = people
    const source = `scim-${group}`
    await sync(group, [ann, bob], source)
    const held = await syncFiles(group, [await roster('hr.csv', people)], '--source', 'hr')
    const [, args = ''] = / rollcall (import users FILE .*?)\."/.exec(held.stderr) ?? []
    const others = await roster('others.csv', [cleo])
    expect((await run(args.replace('FILE', others).split(' '))).code).toBe(EXIT.done)
    const next = await syncFiles(group, ['hr.csv'], '--source', 'hr')
    expect([next.code, next.json()]).toMatchObject([EXIT.done, { unchanged: 3 }])
    const { id } = await admin(ann.externalId)
    const named = [`${id} ${ann.externalId} Ann Arbor (${source})`]
    const released = await run(['sources', 'release', `${id}`, '--json'])
    expect(released.json()).toEqual({ users: 1, first: named })
    const all = await run(['sources', 'release', '--from', source, '--yes'])
    expect(all.stdout).toMatch(/^users +1 *\nfirst +\d+ b\d+ Bob Birch \(scim-\d+\)/)
  })

  it('says that a spreadsheet has shortened the numbers', async () => {
    const group = scene.next()
    const ann = someone(group, 'Ann Arbor')
    await sync(group, [ann], 'hr')
    const held = await sync(group, [{ ...ann, externalId: '1.00E+05' }], 'hr')
    expectEnd(held, EXIT.failed, /A spreadsheet has shortened the numbers of 1 row, .* the format Text/)
  })

  it('does not make one person of two employers’ equal numbers', async () => {
    const [north, south] = [scene.next(), scene.next()]
    const number = `n${north}`
    const john = personNamed(number, 'John Smith')
    const karin = personNamed(number, 'Karin Meyer')
    const ole = someone(south, 'Ole Brandt')
    expect((await sync(north, [john], 'north')).code).toBe(EXIT.done)
    const before = await admin(number)
    const expectRejected = async (code: string, people = [karin, ole]) => {
      const result = await sync(south, people, 'south')
      expect(result.code).toBe(EXIT.someRowsFailed)
      expect(result.stderr).toContain(`(${code})`)
      expect(await admin(number)).toMatchObject({ ...before, groupIds: expect.anything() })
      expect(await isActive(ole.externalId)).toBe(true)
    }
    await expectRejected('managed-elsewhere')
    const every = await sync(south, [karin], 'south', '--allow-shrink')
    expect(every.stderr).toMatch(/--take-over \w+\. If another system has the same number, add a prefix\./)
    expect(every.stderr).not.toContain('renumber')
    expect((await admin(number)).groupIds).toEqual([north])
    await move(before.id, { from: north, to: south })
    const moved = await admin(number)
    Object.assign(before, { updatedDate: moved.updatedDate })
    await expectRejected('other-person')
    // Nor without any source.
    await handOver(before.id, '')
    Object.assign(before, { managedBy: '' })
    await expectRejected('other-person')
    const allowed = await sync(south, [karin, ole], 'south', '--allow-other-person', number)
    expect([allowed.code, (await admin(number)).lastName]).toEqual([EXIT.done, 'Meyer'])
  })

  it('withdraws no registration of a person whom another source keeps', async () => {
    const [north, south, course] = [scene.next(), scene.next(), scene.next()]
    const people = several(north, 'Ann Arbor', 'Ole Brandt', 'Pia Poe')
    const [both, ole, pia] = people
    const { operator } = scene.system
    const inBoth = { ...both, groupIds: [north, south] }
    expectBody(await operator.post('/admin/users/batch/?source=north', [inBoth]), 200)
    const name = `Course ${course}`
    expectBody(await operator.put(`/admin/courses/${course}/`, { name, groupIds: [north, south] }), 200)
    const plant = await nightlyJob({ group: north, source: 'north' })
    const office = await nightlyJob({ group: south, source: 'south' })
    const nights = [
      [plant, north, 'north', [both, pia], 0],
      [office, south, 'south', [ole], 1],
    ] as const
    for (const [job, group, source, file, kept] of [...nights, ...nights]) {
      expect((await job.users(file)).code).toBe(EXIT.done)
      const night = await job.registrations(file, course, '--group', `${group}`, '--source', source)
      expect([night.code, night.json()]).toMatchObject([EXIT.done, { withdrawn: 0, kept }])
      expect(night.stderr.includes(`left as they are: ${both.externalId} (north)\n`)).toBe(kept > 0)
    }
    const because = { who: both.externalId, outcome: 'kept', detail: 'Kept by the source north.' }
    expect(await scene.results(`night-${south}.csv`)).toContainEqual(expect.objectContaining(because))
    const runs = (file: readonly Person[], ...more: string[]) => office.registrations(file, course, ...more)
    const group = ['--group', `${south}`]
    expectEnd(await runs([ole], ...group), EXIT.failed, /for the source .*Add --source south\./)
    const mistyped = ['--all-groups', '--source', 'suoth']
    expectEnd(await runs([ole], ...mistyped), EXIT.failed, /Nobody is kept by suoth, .* 1 by south/)
    expectEnd(await runs([both], ...group, '--source', 'south'), EXIT.failed, 'withdraw 1 of 1 registration;')
    // The file lists the whole group, with the people of all sources.
    const all = await runs([ole], '--all-groups', '--dry-run')
    expect(all.stderr).toMatch(
      new RegExp(`to withdraw: ${both.externalId} Ann Arbor\n.* 1 by north \\(with --source NAME `),
    )
    const { id } = await admin(ole.externalId)
    const last = ['--source', 'south', '--max-withdrawals', '1']
    const handed = await meanwhile(
      () => handOver(id, 'scim-7'),
      () => runs([both], ...group, ...last),
      (url) => url.includes('email='),
    )
    expect(handed.json()).toMatchObject({ withdrawn: 0, kept: 1 })
    const open = people.map(({ externalId }) => [externalId, 'Not Started'])
    expect(await scene.statuses(course)).toEqual(Object.fromEntries(open))
  })

  type Roster = readonly [Person, Person]
  const OFFICE = { email: 'office@example.org' }
  it.each<[string, before: (people: Roster) => Person[], leaves: boolean]>([
    [
      'another member has',
      ([ann, bob]) => [
        { ...ann, ...OFFICE },
        { ...bob, ...OFFICE },
      ],
      false,
    ],
    ['another row has', ([ann, bob]) => [{ ...ann, ...OFFICE }, bob], false],
    ['a person who has left had', ([ann, bob]) => [{ ...ann, ...OFFICE }, bob], true],
  ])('does not take an e-mail address for the same person that %s', async (who, before, leaves) => {
    const group = scene.next()
    const people = [someone(group, 'Ann Arbor'), someone(group, 'Bob Birch')] as const
    const [ann, bob] = people
    await sync(group, before(people), 'hr')
    if (leaves) await sync(group, [bob], 'hr')
    const account = await admin(ann.externalId)
    const zora = { ...personNamed(ann.externalId, 'Zora Zander'), ...OFFICE }
    const other = who === 'another row has' ? { ...bob, ...OFFICE } : before(people)[1]
    const held = await sync(group, [zora, other as Person], 'hr', '--reactivate')
    expect(held.code).toBe(EXIT.someRowsFailed)
    expect(held.stderr).toMatch(new RegExp(`line 2, ${ann.externalId}: .* renumber\\..*\\(other-person\\)`))
    expect(await admin(ann.externalId)).toEqual(account)
    const allowed = ['--reactivate', '--allow-other-person', ann.externalId]
    expect((await sync(group, [zora, other as Person], 'hr', ...allowed)).code).toBe(EXIT.done)
    expect(await admin(ann.externalId)).toMatchObject({ lastName: 'Zander', expirationDate: '' })
  })

  it('does not give the number of one person to another with the same last name', async () => {
    const group = scene.next()
    const [eva, max, tim] = several(group, 'Eva Roth', 'Max Roth', 'Tim Hase')
    const twin = { ...personNamed(`w${group}`, 'Wanda Roth'), firstName: eva.firstName }
    await sync(group, [eva, max, tim, twin], 'hr')
    const stored = () => Promise.all([eva, max, tim, twin].map(({ externalId }) => admin(externalId)))
    const before = await stored()
    const withNumberOf = ({ externalId }: Person, one: Person) => ({ ...one, externalId })
    const rosters = {
      'another person': [eva, withNumberOf(max, personNamed(`z${group}`, 'Zora Roth')), tim],
      'two exchanged numbers': [withNumberOf(max, eva), withNumberOf(eva, max), tim],
      'a mistyped number': [eva, withNumberOf(max, tim), max],
      'two people of one name': [withNumberOf(twin, eva), withNumberOf(eva, twin), max, tim],
    }
    for (const [how, roster] of Object.entries(rosters)) {
      const { stderr } = await sync(group, roster, 'hr', '--leavers', 'keep')
      expect([how, stderr.includes('(other-person)'), await stored()]).toEqual([how, true, before])
    }
    const married = { ...personNamed(eva.externalId, 'Eva Zander'), firstName: eva.firstName }
    const both = /another last name, and another address .*another person\?: \S+ \((.*Roth → .*Zander)\)/
    const [, values] = both.exec((await sync(group, [married, max, tim], 'hr')).stderr) ?? []
    expect(values).toContain('Roth')
    expect(await scene.results(`of-${group}.csv`)).toContainEqual(
      expect.objectContaining({ who: eva.externalId, outcome: 'changed', detail: values }),
    )
  })

  it('does not give the number of a person who has left to one with the same last name', async () => {
    const group = scene.next()
    const [ann, bob] = [someone(group, 'Ann Arbor'), someone(group, 'Bob Birch')]
    await sync(group, [ann, bob], 'hr')
    await sync(group, [bob], 'hr')
    const zora = personNamed(ann.externalId, 'Zora Arbor')
    const held = await sync(group, [zora, bob], 'hr', '--reactivate')
    expect(held.stderr).toContain('(other-person)')
    expect(await admin(ann.externalId)).toMatchObject({ firstName: 'Ann' })
    // She has married, and kept her address.
    const married = { ...personNamed(ann.externalId, 'Ann Zander'), email: ann.email }
    expectEnd(await sync(group, [married, bob], 'hr', '--reactivate'), EXIT.someRowsFailed, 'Look who')
    expect(await admin(ann.externalId)).toMatchObject({ lastName: 'Zander', expirationDate: '' })
  })

  it.each(['the same group', 'another group'])(
    'does not give the account of a person who has left to a stranger with an office address (%s)',
    async (where) => {
      const [old, group] = [scene.next(), scene.next()]
      const people = several(old, 'Ann Arbor', 'Bob Birch', 'Mia Moss')
      const [ann, bob] = people.map((one) => ({ ...one, ...OFFICE })) as [Person, Person]
      const mia = people[2]
      const cleo = someone(group, 'Cleo Cedar')
      await sync(old, [ann, bob, mia], 'hr')
      await sync(group, [cleo], 'hr')
      expect((await sync(old, [bob], 'hr', '--max-leavers', '2', '--allow-shrink')).json().expired).toBe(2)
      const account = await admin(ann.externalId)
      const [in_, others] = where === 'another group' ? [group, [cleo]] : [old, [bob]]
      const next = async (...rows: Person[]) =>
        sync(in_, [...others, ...rows], 'hr', '--reactivate', '--max-identity-changes', '100%')
      for (const name of ['Ann Zander', 'Zora Arbor']) {
        const held = await next({ ...personNamed(ann.externalId, name), ...OFFICE })
        expectEnd(held, EXIT.someRowsFailed, '(other-person)')
      }
      expect(await admin(ann.externalId)).toEqual(account)
      // Her own address says that she has married.
      const married = { ...personNamed(mia.externalId, 'Mia Zander'), email: mia.email }
      expectEnd(await next(married), EXIT.someRowsFailed, 'Look who')
      expect(await admin(mia.externalId)).toMatchObject({
        lastName: 'Zander',
        groupIds: [in_],
        expirationDate: '',
      })
    },
  )

  it.each([
    ['an active person', '', {}, ''],
    ['a person with an end', '2099-01-01T00:00:00Z', {}, '2099-01-01T00:00:00Z'],
    ['a person whose row has an end', '', { expirationDate: '2098-01-01T00:00:00Z' }, '2098-01-01T00:00:00Z'],
  ])('moves %s who is expired after the plan by the old group', async (_who, stored, row, end) => {
    const [old, group] = [scene.next(), scene.next()]
    const [ann, mia] = [someone(group, 'Ann Arbor'), someone(old, 'Mia Moss')]
    await sync(group, [ann], 'hr')
    await sync(old, [mia], 'hr')
    const path = `/users/${(await admin(mia.externalId)).id}/`
    expectBody(await scene.api.post(path, { expirationDate: stored }), 200)
    const rows = [ann, mia].map((one) => JSON.stringify({ ...one, ...(one === mia && row) }))
    const result = await meanwhile(
      () => scene.api.post(path, { expirationDate: '2020-01-01T00:00:00Z' }),
      async () => syncFiles(group, [await file('moves.ndjson', rows)], '--source', 'hr', '--reactivate'),
    )
    expect([result.code, result.json().moved]).toEqual([EXIT.done, 1])
    expect(await admin(mia.externalId)).toMatchObject({ groupIds: [group], expirationDate: end })
  })

  it('moves its people into the group, in either order of two runs; others are errors', async () => {
    const [sales, operations] = [scene.next(), scene.next()]
    const stay = [someone(sales, 'Ann Arbor'), someone(operations, 'Bob Birch')] as const
    const [mia, max] = [someone(sales, 'Mia Moss'), someone(operations, 'Max Mill')]
    const both = async (inSales: readonly Person[], inOperations: readonly Person[]) => [
      await sync(sales, inSales, 'hr', '--reactivate'),
      await sync(operations, inOperations, 'hr', '--reactivate'),
    ]
    await both([stay[0], mia], [stay[1], max])
    await scene.register(sales, [stay[0].externalId, mia.externalId])
    const [, kept] = await scene.register(operations, [stay[1].externalId, max.externalId])
    // The first run takes Max in, and expires Mia, whom the second one brings back.
    const [first, second] = await both([stay[0], max], [stay[1], mia])
    expect([first?.code, first?.json()]).toMatchObject([EXIT.someRowsFailed, { moved: 1, expired: 1 }])
    expect(second?.json()).toMatchObject({ moved: 1, expired: 0 })
    expect(first?.stderr).toContain(`withdraw ID): ${max.externalId} (${kept} Course ${operations})\n`)
    for (const [one, group] of [
      [mia, operations],
      [max, sales],
    ] as const)
      expect(await admin(one.externalId)).toMatchObject({ groupIds: [group], expirationDate: '' })
    const roll = (course: number, ...whose: string[]) => {
      const courses = ['--course', `${course}`, ...whose, '--map', 'externalId=userExternalId', MAPPED]
      return run(['registrations', 'sync', `of-${course}.csv`, ...courses, '--yes', '--json'])
    }
    expect((await roll(operations, '--group', `${operations}`)).stderr).toContain(
      `1 open registration of people outside group ${operations}, left as they are: ${max.externalId}\n`,
    )
    for (const course of [sales, operations])
      expect((await roll(course, '--all-groups')).json()).toMatchObject({ withdrawn: 1 })
    const without = await syncFiles(sales, [await roster('mia.csv', [stay[0], mia])])
    expectEnd(without, EXIT.someRowsFailed, '(outside-group)')
    expect((await admin(mia.externalId)).groupIds).toEqual([operations])
  })

  it('reads several files as one list, and none of them may be missing or cut', async () => {
    const group = scene.next()
    const people = several(group, 'Ann Arbor', 'Bob Birch', 'Cleo Cedar')
    const [ann, bob, cleo] = people
    const options = ['--leavers', 'expire', '--source', 'hr', '--results', 'both.ndjson']
    const both = async (employees: readonly Person[], contractors: readonly Person[]) =>
      syncFiles(
        group,
        [await roster(`employees-${group}.csv`, employees), await roster('contractors.csv', contractors)],
        ...options,
      )
    expect((await both([ann, bob], [cleo])).json()).toMatchObject({ created: 3, rows: 3 })
    expect((await both([bob, ann], [cleo, ann])).stderr).toMatch(
      /contractors\.csv, line 3, a\d+: Line 3 of employees-/,
    )
    const rows = (await readFile(join(scene.folder, 'both.ndjson'), 'utf8')).trim().split('\n')
    expect(JSON.parse(rows.at(-1) as string)).toMatchObject({
      file: 'contractors.csv',
      line: 3,
      code: 'repeated-row',
    })
    const alone = await syncFiles(group, [`employees-${group}.csv`], ...options)
    expectEnd(alone, EXIT.failed, 'The last run read 2 files')
    const fresh = [await roster('contractors.csv', [cleo])]
    expectEnd(await syncFiles(group, fresh, ...options), EXIT.failed, 'The last run read 2 files')
    const first = await syncFiles(group, fresh, ...options, '--state', 'first.json')
    expect([first.code, first.stderr]).toEqual([EXIT.failed, expect.stringContaining('would expire 2 of 3')])
    // It would remove all employees, each night.
    expect(first.stderr).not.toContain('--max-leavers')
    const states = async () => Promise.all(people.map(({ externalId }) => isActive(externalId)))
    const [, option = ''] =
      /no rows\. .* leave it out and add (\S+) once/.exec((await both([ann, bob], [])).stderr) ?? []
    expect(await states()).toEqual([true, true, true])
    const { code } = await syncFiles(group, [`employees-${group}.csv`], ...options, option)
    expect([code, await states()]).toEqual([EXIT.done, [true, true, false]])
  })

  it.each(['expire', 'delete'])(
    'leaves people alone who have changed since the plan (%s)',
    async (leavers) => {
      const [group, other] = [scene.next(), scene.next()]
      const names = ['Ann Arbor', 'Bob Birch', 'Cleo Cedar', 'Dan Date', 'Eve Elm', 'Fay Fir']
      const people = names.map((name) => someone(group, name))
      await sync(group, people, 'hr')
      const [moved, renamed, handed] = await Promise.all(people.map(({ externalId }) => admin(externalId)))
      const change = async () => {
        await move(moved.id, { from: group, to: other })
        expectBody(await scene.api.post(`/users/${renamed.id}/`, { city: 'Oslo' }), 200)
        await handOver(handed.id, 'scim-7')
      }
      const options = ['--leavers', leavers, '--max-leavers', '3']
      // What the sync reads again is read after the changes.
      const result = await meanwhile(
        change,
        () => sync(group, people.slice(3), 'hr', ...options),
        (url) => /\/users\/\d+\/\?include=/.test(url),
      )
      expectEnd(result, EXIT.someRowsFailed, '(changed-meanwhile)')
      expect(result.json()).toMatchObject({ failed: 3, expired: 0, deleted: 0 })
      for (const { externalId } of people) expect(await isActive(externalId)).toBe(true)
    },
  )
})
