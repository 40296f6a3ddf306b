import { SOURCE, syncScene } from '../../../testing/clients/sync-scene.ts'
import { expectBody } from '../../../testing/portal.ts'
import { COLUMNS, personNamed, written } from '../../../testing/clients/roster.ts'
import type { Format, Person, Roster } from '../../../testing/clients/roster.ts'
import { meanwhile } from '../../../testing/clients/sources.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(48)
const ALL = ['--max-identity-changes', '100%']

/** The four people of a roster, in a group and a course that no other test uses. */
function aRoster(ids: readonly string[] = ['k-11', 'k-12', 'k-13', 'k-14']) {
  const group = scene.next()
  const names = ['Ann Arbor', 'Bob Birch', 'Cleo Cedar', 'Dan Date']
  const people = ids.map((id, n): Person => {
    const [firstName = '', lastName = ''] = (names[n] ?? '').split(' ')
    const loginName = `${firstName}.${lastName}.${group}`.toLowerCase()
    const externalId = id.replace('-', `${group}-`)
    return { externalId, loginName, email: `${loginName}@example.org`, firstName, lastName }
  })
  return { group, people: people as Roster }
}

const IGNORED = COLUMNS.slice(1).flatMap((name) => ['--map', `${name}=`])

/** Writes the file, always under the same name, and runs one of the syncs with it. */
async function sync(what: string, group: number, text: string, format: Format, more: string[] = []) {
  await scene.file(`roster.${format}`, [text])
  const [noun = '', leavers] = what.split(', ')
  const options =
    noun === 'users'
      ? ['--group', String(group), '--source', SOURCE, '--leavers', leavers ?? 'expire', ...ALL]
      : ['--course', String(group), '--all-groups', '--map', 'externalId=userExternalId', ...IGNORED]
  const args = [noun, 'sync', `roster.${format}`, ...options, '--json', ...more]
  return scene.run([...args, ...(more.includes('--dry-run') ? [] : ['--yes'])])
}

/** The users of the group and the registrations of the course, as far as a sync may change them. */
async function everything(group: number) {
  const users: any[] = expectBody(await scene.api.get(`/users/?groupId=${group}`), 200)
  const registrations: any[] = expectBody(await scene.api.get(`/registrations/?course_id=${group}`), 200)
  return {
    users: users.map(({ externalId, loginName, email, expirationDate }) => ({
      externalId,
      loginName,
      email,
      isActive: expirationDate === '',
    })),
    registrations: registrations.map(({ userExternalId, statusName }) => ({ userExternalId, statusName })),
  }
}

/** Creates the people of the file, and registers them if a sync of registrations follows. */
async function load(what: string, group: number, people: readonly Person[], format: Format) {
  for (const each of isOfUsers(what) ? ['users'] : ['users', 'registrations'])
    expect((await sync(each, group, written(people, format), format)).json()).toMatchObject({
      created: people.length,
      failed: 0,
    })
}

/** The syncs with the format of their files: how a row is read does not depend on the sync. */
const SYNCS = { 'users, expire': 'csv', 'users, delete': 'ndjson', registrations: 'csv' } as const

const isOfUsers = (what: string) => what.startsWith('users')

async function aLoadedRoster(what: string, format: Format) {
  const { group, people } = aRoster()
  await load(what, group, people, format)
  return { group, people, before: await everything(group) }
}

/** Rosters shared by tests that expect no change. */
const unchanged = {} as Record<Format, Awaited<ReturnType<typeof aLoadedRoster>>>
beforeAll(async () => {
  for (const format of ['csv', 'ndjson'] as const)
    unchanged[format] = await aLoadedRoster('registrations', format)
})

/** The last row of the roster, as it is in the file. */
const LAST_ROWS: Readonly<Record<string, (dan: Person, format: Format) => string>> = {
  'is cut in its identifier': (dan, format) => rowOf(dan, format).slice(0, format === 'csv' ? 8 : 20),
  'is cut in its login name': ({ externalId }, format) =>
    format === 'csv' ? `${externalId},d` : `{"externalId":"${externalId}","loginName":"d`,
  'is cut in its login name, and another program has ended the line': ({ externalId }, format) =>
    format === 'csv' ? `${externalId},d\n` : `{"externalId":"${externalId}","loginName":"d\n`,
  'is cut after its login name': ({ externalId, loginName }, format) =>
    format === 'csv' ? `${externalId},${loginName},` : `{"externalId":"${externalId}",`,
  'is cut in its last cell': (dan, format) => rowOf(dan, format).slice(0, -2),
  'names a person that no one knows': (dan, format) =>
    rowOf({ ...dan, externalId: 'k-1', email: '-' }, format),
}
const rowOf = (one: Person, format: Format) =>
  written([{ ...one, loginName: one.externalId === 'k-1' ? 'missing' : one.loginName }], format)
    .split('\n')
    .at(-2) as string

describe.each(Object.entries(SYNCS))(
  '%s (%s): no user is removed or renamed if the last row',
  (what, format) => {
    it.each(Object.entries(LAST_ROWS))('%s', async (_how, lastRow) => {
      const { group, people, before } = unchanged[format]
      const text = written(people.slice(0, -1), format) + lastRow(people[3], format)
      const result = await sync(what, group, text, format)
      expect([result.code, result.json().failed]).toEqual([EXIT.failed, 1])
      expect(await everything(group)).toEqual(before)
    })
  },
)

describe('ids that a spreadsheet has changed', () => {
  const changed = (one: Person, n: number): Person => ({
    ...one,
    externalId: one.externalId.replace(/^(\D*)0+/, '$1'),
    loginName: `new-${n}-${one.loginName}`,
  })

  it.each([
    ['users, expire', 'csv', ''],
    ['users, delete', 'ndjson', 'south.'],
    ['registrations', 'csv', 'south.'],
  ] as const)(
    'fail the run, which creates no second user and removes none (%s, %s, prefix %j)',
    async (what, format, prefix) => {
      const { group, people } = aRoster([1, 2, 3, 4].map((n) => `${prefix}000${scene.next()}${n}`))
      await load(what, group, people, format)
      const before = await everything(group)
      const joiner = personNamed(`${prefix}7`, `Joe ${group}`)
      const text = written([...people.slice(0, 1), ...people.slice(1).map(changed), joiner], format)
      for (const more of [['--dry-run'], []]) {
        const result = await sync(what, group, text, format, more)
        expect([result.code, result.json()]).toEqual([
          EXIT.failed,
          expect.objectContaining({ unchanged: 1, created: 0, failed: 4 }),
        ])
        // The service does not find the person of such a registration, and says so.
        if (what === 'registrations') continue
        expect(result.stderr).toContain(`is not known, and is probably ${prefix}000`)
        expect(result.stderr).toContain(`${prefix}7 is not known, and may have lost its first zeros`)
      }
      expect(await everything(group)).toEqual(before)
    },
  )

  it('are found in login names too, where rows have no external id', async () => {
    const { group, people } = aRoster(['', '', '', ''])
    const numbered = people.map((one, n) => ({ ...one, loginName: `00${group}${n}` }))
    const withoutIds = (some: readonly Person[]) => written(some, 'csv').replaceAll(/^(externalId)?,/gm, '')
    expect((await sync('users, expire', group, withoutIds(numbered), 'csv')).json()).toMatchObject({
      created: 4,
    })
    const before = await everything(group)
    const text = withoutIds(numbered.map((one) => ({ ...one, loginName: one.loginName.slice(2) })))
    const result = await sync('users, delete', group, text, 'csv')
    expect([result.code, result.json(), result.stderr]).toEqual([
      EXIT.failed,
      expect.objectContaining({ created: 0, failed: 4 }),
      expect.stringContaining('Every row failed. Is it the right file?'),
    ])
    expect(await everything(group)).toEqual(before)
  })
})

describe.each(Object.keys(SYNCS))('%s: rows within a quoted cell', (what) => {
  it.each([
    ['of a field', 'Last'],
    ['of a column that is not used', 'Note'],
  ])('are not taken for missing people (%s)', async (_where, column) => {
    const { group, people, before } = unchanged.csv
    const ofNote = (...texts: string[]) => (column === 'Last' ? [] : texts)
    const header = [...COLUMNS, ...ofNote('note')].join()
    const rows = people.map((one) => [...COLUMNS.map((name) => one[name]), ...ofNote('x')].join())
    const quoted = rows.map((row, i) =>
      i === 1 ? row.replace(/([^,]+)$/, '"$1') : i === 3 ? `${row}"` : row,
    )
    const result = await sync(what, group, [header, ...quoted].join('\n'), 'csv', ofNote('--map', 'note='))
    expect([result.code, result.json().failed]).toEqual([EXIT.failed, 1])
    expect(await everything(group)).toEqual(before)
  })
})

it('a row that names two people who are registered withdraws neither', async () => {
  const { group, people, before } = await aLoadedRoster('registrations', 'csv')
  const text = `userExternalId,userEmail\n${people[0].externalId},${people[1].email}\n`
  await scene.file('two.csv', [text])
  const args = ['registrations', 'sync', 'two.csv', '--course', String(group), '--json', '--yes']
  for (const more of [['--all-groups'], ['--group', String(group)]]) {
    const result = await scene.run([...args, ...more])
    expect([result.code, result.json().failed]).toEqual([EXIT.failed, 1])
    expect(await everything(group)).toEqual(before)
  }
})

const LEAVER_DELETED = [EXIT.someRowsFailed, expect.objectContaining({ deleted: 1, failed: 1 })]

it.each<[string, row: (roster: Roster) => Partial<Person>, expected: unknown[]]>([
  [
    'a row with the login name of another row and the cut external id of a leaver may be about that one',
    ([ann, , , dan]) => ({ ...ann, externalId: dan.externalId.slice(0, -1) }),
    [EXIT.failed, expect.objectContaining({ deleted: 0, failed: 1 })],
  ],
  [
    'a row with the login name of another row and another external id is about no leaver',
    ([ann]) => ({ ...ann, externalId: 'j-1' }),
    LEAVER_DELETED,
  ],
  [
    'a new person with a broken e-mail address does not keep others from being removed',
    ([ann]) => ({ ...ann, externalId: 'j-2', loginName: 'j-2', email: 'nowhere' }),
    LEAVER_DELETED,
  ],
  [
    'a second line with the names of the columns does not keep others from being removed',
    () => Object.fromEntries(COLUMNS.map((name) => [name, name])),
    LEAVER_DELETED,
  ],
  [
    'a person who is in the file twice does not keep others from being removed',
    ([ann]) => ann,
    LEAVER_DELETED,
  ],
])('%s', async (_title, row, expected) => {
  const { group, people } = await aLoadedRoster('users', 'csv')
  const text = written([...people.slice(0, 3), row(people) as Person], 'csv')
  const result = await sync('users, delete', group, text, 'csv')
  expect([result.code, result.json()]).toEqual(expected)
})

describe('a person whom the service no longer finds when the plan is carried out', () => {
  it.each(['users, delete', 'registrations'])('keeps others from being removed (%s)', async (what) => {
    const { group, people, before } = await aLoadedRoster(what, 'csv')
    const eve = personNamed(`eve-${group}`, `Eve ${group}`)
    const isUsers = isOfUsers(what)
    const { id } = isUsers ? { id: 0 } : expectBody(await scene.api.post('/users/', eve), 201)
    // Meanwhile the new login name is taken, or the person is deleted.
    const change = async () =>
      isUsers
        ? expectBody(await scene.api.post('/users/', { ...eve, externalId: `other-${group}` }), 201)
        : expectBody(await scene.api.delete(`/users/${id}/`), 204)
    const text = written([...people.slice(0, 3), eve], 'csv')
    const result = await meanwhile(change, () => sync(what, group, text, 'csv'))
    expect(result.stderr).toContain('who could be a moment ago')
    expect(result.code).toBe(EXIT.failed)
    expect(await everything(group)).toEqual(before)
  })
})

describe('login names that pass from person to person in one file', () => {
  const named = (one: Person, loginName: string): Person => ({
    ...one,
    loginName,
    email: `${one.externalId}@example.org`,
  })
  const mailOf = ({ loginName, email }: Person) => ({ loginName, email })
  const danielle = ({ externalId, ...dan }: Person): Person => ({
    ...dan,
    externalId: `${externalId}-15`,
    email: `${externalId}-15@example.org`,
    firstName: 'Danielle',
  })

  /** What the file says after each change, and how many users get another login name in between. */
  const CHANGES: Readonly<Record<string, { temporary: number; to: (people: Roster) => Person[] }>> = {
    'from a leaver to a new person': {
      temporary: 0,
      to: ([ann, bob, cleo, dan]) => [ann, bob, cleo, danielle(dan)],
    },
    'from a leaver to a member, and from this one to a new person above': {
      temporary: 0,
      to: ([ann, bob, cleo, dan]) => [
        named(danielle(dan), cleo.loginName),
        ann,
        bob,
        named(cleo, dan.loginName),
      ],
    },
    'between two people who exchange them': {
      temporary: 1,
      to: ([ann, bob, cleo, dan]) => [named(ann, bob.loginName), named(bob, ann.loginName), cleo, dan],
    },
    'between two people who exchange them with their addresses': {
      temporary: 1,
      to: ([ann, bob, cleo, dan]) => [{ ...ann, ...mailOf(bob) }, { ...bob, ...mailOf(ann) }, cleo, dan],
    },
    'around three people': {
      temporary: 1,
      to: ([ann, bob, cleo, dan]) => [
        named(ann, bob.loginName),
        named(bob, cleo.loginName),
        named(cleo, ann.loginName),
        dan,
      ],
    },
    'down a row of people, the last of whom has a new one': {
      temporary: 0,
      to: ([ann, bob, cleo, dan]) => [
        named(ann, bob.loginName),
        named(bob, cleo.loginName),
        named(cleo, dan.loginName),
        named(dan, `new.${dan.loginName}`),
      ],
    },
  }

  describe.each(Object.entries(CHANGES))('%s', (how, { temporary, to }) => {
    const leaverOptions = [['expire', 'csv'] as const, ['delete', 'ndjson'] as const]
    it.each(how.includes('leaver') ? leaverOptions : leaverOptions.slice(0, 1))(
      'are as in the file after one run (--leavers %s, %s)',
      async (leavers, format) => {
        const { group, people } = await aLoadedRoster('users', format)
        const file = to(people)
        const dry = await sync(`users, ${leavers}`, group, written(file, format), format, ['--dry-run'])
        const sent = jest.spyOn(globalThis, 'fetch')
        const result = await sync(`users, ${leavers}`, group, written(file, format), format)
        const single = sent.mock.calls.filter(([url]) => /\/\d+\/\?source=/.test(String(url as string)))
        sent.mockRestore()
        expect([result.code, result.json()]).toEqual([dry.code, dry.json()])
        expect(result.json()).toMatchObject({ failed: 0 })
        const gone = people.filter(({ externalId }) => !file.some((one) => one.externalId === externalId))
        expect(single).toHaveLength(gone.length + temporary)

        const { users } = await everything(group)
        const loginNames = users
          .filter(({ isActive }) => isActive)
          .map(({ loginName, email }) => ({ loginName, email }))
        const inFile = file.map(({ loginName, email }) => ({ loginName, email }))
        expect(new Set(loginNames)).toEqual(new Set(inFile))
        const inactive = users.filter(({ isActive }) => !isActive).map(({ externalId }) => externalId)
        expect(inactive).toEqual(leavers === 'expire' ? gone.map(({ externalId }) => externalId) : [])
        const again = await sync(`users, ${leavers}`, group, written(file, format), format)
        expect([again.code, again.json()]).toEqual([
          EXIT.done,
          expect.objectContaining({ unchanged: 4, changed: 0 }),
        ])
      },
    )
  })

  it('come from a person, too, who left long ago and stays inactive', async () => {
    const { group, people } = await aLoadedRoster('users', 'csv')
    const [ann, bob, cleo, dan] = people
    await sync('users, expire', group, written([ann, bob, cleo], 'csv'), 'csv')
    const file = [ann, bob, cleo, danielle(dan)]
    const result = await sync('users, expire', group, written(file, 'csv'), 'csv', ['--reactivate'])
    expect(result.json()).toMatchObject({ created: 1, expired: 0, failed: 0 })
    expect((await everything(group)).users.filter(({ isActive }) => !isActive)).toMatchObject([
      { externalId: dan.externalId, loginName: expect.stringMatching(/^dan\.date\.\d+-left-\d+$/) },
    ])
    expect(await scene.results('roster.csv')).toContainEqual(
      expect.objectContaining({
        who: dan.externalId,
        detail: expect.stringMatching(/^Renamed to .*-left-\d+,/),
      }),
    )
  })

  it('are as in the file after the next run if a run is killed in between', async () => {
    const { group, people } = await aLoadedRoster('users', 'csv')
    const [ann, bob, cleo, dan] = people
    const text = written([named(ann, bob.loginName), named(bob, ann.loginName), cleo, dan], 'csv')
    const sent = globalThis.fetch
    const renamed = Promise.withResolvers<void>()
    const killed = Promise.withResolvers<Response>()
    const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const response = await sent(...request)
      if (!/\/\d+\/\?source=/.test(String(request[0] as string))) return response
      renamed.resolve()
      return killed.promise
    })
    const interrupted = sync('users, expire', group, text, 'csv')
    await renamed.promise
    spy.mockRestore()
    const result = await sync('users, expire', group, text, 'csv')
    expect([result.code, result.json()]).toMatchObject([EXIT.done, { changed: 2, failed: 0 }])
    expect((await everything(group)).users).toMatchObject([
      { externalId: ann.externalId, loginName: bob.loginName },
      { externalId: bob.externalId, loginName: ann.loginName },
      {},
      {},
    ])
    // Otherwise it would leave a file open.
    killed.reject(new TypeError('terminated'))
    await interrupted
  })

  it.each([
    ['their e-mail address', (dan: Person) => ({ ...dan, lastName: 'Dale' })],
    ['their name', (dan: Person) => ({ ...dan, email: 'new@example.org' })],
    [
      'their name in other letter case',
      (dan: Person) => ({ ...dan, email: 'new@example.org', firstName: 'DAN', lastName: 'date' }),
    ],
  ])('stay with a person whose identifier has changed, and who keeps %s', async (_what, change) => {
    const { group, people, before } = await aLoadedRoster('users', 'csv')
    const renumbered = { ...change(people[3]), externalId: `renumbered-${group}` }
    const text = written([...people.slice(0, 3), renumbered], 'csv')
    const result = await sync('users, delete', group, text, 'csv')
    expect([result.code, result.json(), result.stderr]).toEqual([
      EXIT.failed,
      expect.objectContaining({ failed: 1, kept: 1 }),
      expect.stringMatching(/line 5, renumbered-.*User \d+ \(k\d+-14, Dan Date\).* users renumber\..*-taken/),
    ])
    expect(await everything(group)).toEqual(before)
  })

  it('stay with leavers with --leavers keep, and the row of the new person says what to do', async () => {
    const { group, people, before } = await aLoadedRoster('users', 'csv')
    const [ann, bob, cleo, dan] = people
    const text = written([ann, bob, cleo, danielle(dan)], 'csv')
    for (const more of [['--dry-run'], []]) {
      const result = await sync('users, keep', group, text, 'csv', more)
      expect([result.code, result.json(), result.stderr]).toEqual([
        EXIT.someRowsFailed,
        expect.objectContaining({ unchanged: 3, created: 0, kept: 1, failed: 1 }),
        expect.stringContaining('  1 row with errors: line 5\n'),
      ])
      expect(result.stderr).toMatch(
        /line 5, .*: User .*, Dan Date\) is not in the file and keeps .* --leavers expire or delete\./,
      )
    }
    expect(await everything(group)).toEqual(before)
  })

  it('stay with leavers while a row does not identify a person', async () => {
    const { group, people, before } = await aLoadedRoster('users', 'csv')
    const [ann, bob, , dan] = people
    const text = `${written([ann, bob, danielle(dan)], 'csv')}k-1,c`
    const result = await sync('users, delete', group, text, 'csv')
    expect([result.code, result.json(), result.stderr]).toEqual([
      EXIT.failed,
      expect.objectContaining({ created: 0, failed: 2 }),
      expect.stringContaining('  2 rows with errors: line 4, line 5\n'),
    ])
    const [failed] = (await scene.results('roster.csv')).filter(({ line }) => line === 4)
    expect(failed.detail).toContain('until then, no leaver gives up a loginName.')
    expect(await everything(group)).toEqual(before)
  })
})
