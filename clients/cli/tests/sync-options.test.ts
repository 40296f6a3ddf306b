import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SOURCE, aPerson, syncScene } from '../../../testing/clients/sync-scene.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(22)
const { create, file, register, run, statuses, system, user } = scene
const PAST = '2020-01-01T00:00:00Z'

/** A person in a new group, who has left. */
async function aLeaver() {
  const group = scene.next()
  const person = { ...aPerson(`left-${group}`), email: `ada@${group}.example.org` }
  await create(group, { ...person, expirationDate: PAST })
  return { group, person }
}

/** Writes the rows as CSV and makes the users of the group equal to them. */
async function syncUsers(group: number, rows: readonly Record<string, string>[], ...more: string[]) {
  const columns = Object.keys(rows[0] ?? {})
  const cells = (row: Record<string, string>) => columns.flatMap((name) => row[name] ?? [])
  await file('people.csv', [columns.join(), ...rows.map((row) => cells(row).join())])
  const options = ['--group', String(group), '--source', SOURCE, '--yes', '--json']
  return run(['users', 'sync', 'people.csv', ...options, ...more])
}

describe('users sync --reactivate', () => {
  it.each([
    ['last name', { lastName: 'Lovelace' }],
    ['login name', { loginName: 'ada.lovelace' }],
    ['e-mail address', { email: 'ada@example.test' }],
  ])('clears the passed date of a person who returns with another %s, in one run', async (_what, other) => {
    const { group, person } = await aLeaver()
    const row = { ...person, ...other }
    const dry = await syncUsers(group, [row], '--reactivate', '--dry-run')
    const result = await syncUsers(group, [row], '--reactivate')
    expect([result.code, result.stderr, result.json()]).toEqual([
      'lastName' in other ? EXIT.someRowsFailed : EXIT.done,
      expect.stringMatching(
        new RegExp(`1 to change: left-${group}( .*)?\n(.*\n)*  1 to reactivate: left-${group}`),
      ),
      expect.objectContaining({ changed: 1, unchanged: 0, failed: 0 }),
    ])
    expect(dry.json()).toEqual(result.json())
    expect(await user(person.externalId)).toMatchObject({ ...row, expirationDate: '' })
    const again = await syncUsers(group, [row], '--reactivate')
    // Only the run that has changed the person asks who it is.
    expect([again.code, again.json()]).toMatchObject([EXIT.done, { changed: 0, unchanged: 1 }])
  })

  it('is offered for people whose dates it would clear', async () => {
    const { group, person } = await aLeaver()
    await create(group, { ...aPerson(`stays-${group}`), expirationDate: PAST })
    const rows = [
      { ...person, lastName: 'Lovelace', expirationDate: '' },
      { ...aPerson(`stays-${group}`), expirationDate: PAST },
    ]
    const { stderr } = await syncUsers(group, rows)
    expect(stderr).toContain(`1 in the file, and expired (--reactivate clears the date): left-${group}\n`)
    expect(await user(person.externalId)).toMatchObject({ lastName: 'Lovelace', expirationDate: PAST })
  })

  it.each([
    ['the stored one', PAST],
    ['another one', '2021-01-01T00:00:00Z'],
  ])(
    'does not clear the date of a person whose row gives a passed date: %s',
    async (_what, expirationDate) => {
      const { group, person } = await aLeaver()
      await create(group, { ...aPerson(`back-${group}`), expirationDate: PAST })
      const rows = [
        { ...person, expirationDate },
        { ...aPerson(`back-${group}`), expirationDate: '' },
      ]
      const first = await syncUsers(group, rows, '--reactivate')
      expect(first.stderr).toContain(`1 to reactivate: back-${group}\n`)
      for (const externalId of [person.externalId, `back-${group}`]) {
        const inFile = rows.find((row) => row.externalId === externalId)
        expect((await user(externalId))['expirationDate']).toBe(inFile?.expirationDate)
      }
      const second = await syncUsers(group, rows, '--reactivate')
      expect(second.json()).toMatchObject({ changed: 0, unchanged: 2 })
    },
  )
})

describe('users sync --leavers', () => {
  it('delete counts people who have expired before as leavers, and as users for the limit', async () => {
    const { group, person } = await aLeaver()
    const stays = aPerson(`stays-${group}`)
    await create(group, stays, { ...aPerson(`gone-${group}`), expirationDate: PAST })
    const rejected = await syncUsers(group, [stays], '--leavers', 'delete', '--max-leavers', '60%')
    expect([rejected.code, rejected.stderr]).toEqual([
      EXIT.failed,
      expect.stringContaining('would delete 2 of 3 users; the limit is 1.'),
    ])
    const result = await syncUsers(group, [stays], '--leavers', 'delete', '--max-leavers', '2')
    expect(result.json()).toMatchObject({ deleted: 2, unchanged: 1 })
    expect(await scene.api.get(`/users/external_id/${person.externalId}/`)).toBeError('not-found')
  })

  it('expire counts only people who are active', async () => {
    const { group } = await aLeaver()
    const [stays, leaves] = [aPerson(`stays-${group}`), aPerson(`leaves-${group}`)]
    await create(group, stays, leaves)
    const { stderr } = await syncUsers(group, [stays], '--leavers', 'expire', '--max-leavers', '0')
    expect(stderr).toContain('would expire 1 of 2 users; the limit is 0.')
  })
})

describe('users sync --max-identity-changes', () => {
  type Person = ReturnType<typeof aPerson>
  let people: Person[]
  let id: number
  beforeAll(async () => {
    id = scene.next()
    people = Array.from({ length: 24 }, (_, n) => ({
      ...aPerson(`c${id}-${n}`),
      firstName: `Zoë${n}`,
      lastName: `Łuk${n}`,
    }))
    await create(id, ...people)
  })
  const shifted = (field: keyof Person, count = 24) =>
    people.map((one, n) => (n < count ? { ...one, [field]: people[(n + 1) % count]?.[field] } : one))
  const stored = async () => expectBody(await scene.api.get(`/users/?groupId=${id}&limit=100`), 200)

  it.each<[string, () => Record<string, string>[], string]>([
    ['login names were sorted alone', () => shifted('loginName'), `c\\d+-0 → c\\d+-1\n`],
    ['e-mail addresses moved by a row', () => shifted('email'), `-0@example.org → c\\d+-1@`],
    ['last names moved, in less than half of the rows', () => shifted('lastName', 11), 'Łuk0 → Łuk1\n'],
    [
      'names are exchanged',
      () => people.map((one) => ({ ...one, firstName: one.lastName, lastName: one.firstName })),
      'Zoë0, Łuk0 → Łuk0, Zoë0\n',
    ],
    ['first names are empty', () => people.map((one) => ({ ...one, firstName: '' })), 'Zoë1 → \\(empty\\)\n'],
    [
      'letters are garbled',
      () => people.map((one, n) => ({ ...one, firstName: `ZoÃ«${n}` })),
      'Zoë2 → ZoÃ«2\n',
    ],
  ])('changes nobody if %s', async (how, rows, example) => {
    const before = await stored()
    for (const more of [['--dry-run'], []]) {
      const { code, ...output } = await syncUsers(id, rows(), ...more)
      const stderr = output.stderr.replaceAll('\\n', '\n')
      expect([code, stderr]).toEqual([EXIT.failed, expect.stringMatching(new RegExp(example))])
      expect(stderr).toMatch(/people; the limit is 10\. Nothing was changed\.(.*\n){4}/)
      expect(stderr.includes('add --max-identity-changes 11 once')).toBe(how.includes('half'))
    }
    expect(await stored()).toEqual(before)
  })

  it.each(['loginName', 'email', 'lastName'] as const)(
    'lets two pairs of people exchange %s, and no more',
    async (field) => {
      const { code, stderr } = await syncUsers(id, shifted(field, 5), '--dry-run')
      const says = 'would give 5 people the login names, e-mail addresses or names of each other. Nothing was'
      expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining(says)])
      expect(stderr).toContain('If the file is correct, add --max-identity-changes 5 once.')
      for (const [count, ...more] of [[4], [5, '--max-identity-changes', '5']] as const)
        expect((await syncUsers(id, shifted(field, count), '--dry-run', ...more)).code).toBe(
          field === 'lastName' ? EXIT.someRowsFailed : EXIT.done,
        )
    },
  )

  it('allows a new e-mail domain for a run, and fewer changes always', async () => {
    const moved = people.map((one) => ({ ...one, email: one.email.replace('example.org', 'example.com') }))
    const few = [...moved.slice(0, 10), ...people.slice(10)]
    expect((await syncUsers(id, few)).json()).toMatchObject({ changed: 10 })
    expect((await syncUsers(id, moved)).stderr).toContain('set --max-identity-changes for this run.')
    const all = await syncUsers(id, moved, '--max-identity-changes', '60%')
    expect([all.code, all.json()]).toMatchObject([EXIT.done, { changed: 14 }])
  })

  it('changes nobody if the addresses of a small group moved by a row', async () => {
    const group = scene.next()
    const few = [1, 2, 3, 4].map((n) => aPerson(`f${group}-${n}`))
    await create(group, ...few)
    const moved = few.map((one, n) => ({ ...one, email: few[(n + 1) % few.length]?.email ?? '' }))
    const { code, stderr } = await syncUsers(group, moved)
    expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining('4 of 4 people; the limit is 3.')])
  })

  it('holds each row whose name is that of its person in another encoding', async () => {
    const other = scene.next()
    const [jo, joe] = [{ ...aPerson(`jo-${other}`), firstName: 'Jürgen' }, aPerson(`joe-${other}`)]
    await create(other, jo, joe)
    const rows = [
      { ...jo, firstName: 'J?rgen' },
      { ...joe, lastName: 'Ash' },
      { ...aPerson(`new-${other}`), lastName: 'GrÃ¶ÃŸ' },
    ]
    const result = await syncUsers(other, rows, '--leavers', 'expire')
    expect([result.code, result.json(), result.stderr]).toMatchObject([
      EXIT.someRowsFailed,
      { changed: 1, created: 0, failed: 2 },
      expect.stringMatching(/line 2, jo-.*Jürgen to J\?rgen.*\(garbled-text\)\nline 4, .* probably Größ,/),
    ])
    expect(await user(jo.externalId)).toMatchObject({ firstName: 'Jürgen' })
  })
})

it('users renumber gives new numbers, and finds errors before anything is done', async () => {
  const group = scene.next()
  const people = ['1', '2', '3', '4', '5'].map((n) => aPerson(`old-${group}-${n}`))
  await create(group, ...people)
  const [one, two, three, four, five] = people.map(({ externalId }) => externalId)
  const rows = [
    ...[`${one},sf-${group}-1`, `${two},${three}`, `${three},sf-${group}-3`],
    ...['unknown,sf-0', `${four},sf-${group}-1`, `${five},${four}`, ''],
  ]
  await file('numbers.csv', ['oldExternalId,externalId', `${four},${five}`, `${five},${four}`])
  const exchanged = await run(['users', 'renumber', 'numbers.csv', '--source', 'hr', '--json', '--dry-run'])
  expect(exchanged.stderr).toMatch(
    /line 2, line 3\n(line \d,.* has to be done first\. Has this list been run .*\? .* give one .*\n){2}/,
  )
  await file('numbers.csv', ['oldExternalId,externalId', ...rows])
  const renumber = (...more: string[]) =>
    run(['users', 'renumber', 'numbers.csv', '--source', 'hr', '--json', ...more])
  const dry = await renumber('--dry-run')
  expect([dry.code, dry.json()]).toMatchObject([EXIT.someRowsFailed, { changed: 3, failed: 3 }])
  const codes = ['user-not-found', 'repeated-row', 'user-external-id-taken']
  const errors = async () => (await scene.results('numbers.csv')).slice(3).map(({ code }) => code)
  expect(await errors()).toEqual(codes)
  expect((await renumber('--yes')).json()).toMatchObject({ changed: 3, failed: 3 })
  expect(await errors()).toEqual(codes)
  for (const [n, externalId] of [`sf-${group}-1`, three, `sf-${group}-3`, four, five].entries())
    expect(await user(externalId as string)).toMatchObject({ loginName: people[n]?.loginName })
  const again = (await renumber('--yes')).json()
  expect(again).toMatchObject({ changed: 0, failed: 4 })
  const renamed = [{ ...people[0], externalId: `sf-${group}-1` }]
  expect((await syncUsers(group, renamed)).json()).toMatchObject({ unchanged: 1, changed: 0 })
  const { stderr } = await syncUsers(group, people.slice(0, 1))
  expect(stderr).toMatch(/Every row failed\. .* numbers\? .* users renumber\./)
  await file('unknown.csv', ['oldExternalId,externalId', 'unknown,sf-0'])
  const failed = await run(['users', 'renumber', 'unknown.csv', '--source', 'hr', '--yes'])
  expect(failed.stderr).toMatch(/Every row failed\. Is it the right file\?\n/)
})

describe('after a merge the wrong way round', () => {
  /** The HR system goes on sending the account that is gone. */
  async function aWrongMerge() {
    const group = scene.next()
    const [sent, left, other] = ['sent', 'left', 'other'].map((name) => aPerson(`${name}-${group}`)) as any[]
    await create(group, sent, left, other)
    await register(group, [left.externalId, other.externalId])
    const [from, into] = [await user(sent.externalId), await user(left.externalId)]
    const path = `/admin/users/${from.id}/merge/`
    await eventually(async () =>
      expect((await system.operator.post(path, { into: into.id })).body).toMatchObject({
        status: 'finished',
      }),
    )
    const roster = [sent, other]
    const registrations = async () => {
      await file('courses.csv', ['userExternalId', ...roster.map(({ externalId }) => externalId)])
      const options = ['--group', String(group), '--course', String(group), '--yes', '--json']
      return run(['registrations', 'sync', 'courses.csv', ...options])
    }
    return { group, sent, left, other, into, roster, registrations }
  }

  it('the person who is left neither leaves nor loses a registration (O18b)', async () => {
    const { group, left, other, roster, registrations } = await aWrongMerge()
    const people = await syncUsers(group, roster, '--leavers', 'expire')
    expect(people.json()).toMatchObject({ expired: 0, unchanged: 1, failed: 1 })
    expect(people.stderr).toMatch(/was merged into user \d+\..*rollcall users renumber.*\(merged\)/)
    expect(await user(left.externalId)).toMatchObject({ expirationDate: '' })
    const taken = await registrations()
    expect(taken.json()).toMatchObject({ withdrawn: 0, unchanged: 1, failed: 1 })
    expect(taken.stderr).toMatch(/\(merged\)/)
    expect(await statuses(group)).toEqual({
      [left.externalId]: 'Not Started',
      [other.externalId]: 'Not Started',
    })
  })

  it('users renumber gives the person the number that is sent, and nobody else (O18b)', async () => {
    const { group, sent, left, other, roster, registrations } = await aWrongMerge()
    const renumber = async (old: string, ...more: string[]) => {
      await file('numbers.csv', ['oldExternalId,externalId', `${old},${sent.externalId}`])
      return run(['users', 'renumber', 'numbers.csv', '--source', 'hr', '--json', ...more])
    }
    await file('numbers.csv', ['oldExternalId,externalId', `${sent.externalId},free-${group}`])
    const gone = await run(['users', 'renumber', 'numbers.csv', '--source', 'hr', '--json', '--dry-run'])
    for (const wrong of [await renumber(other.externalId, '--dry-run'), gone])
      expect([wrong.json(), wrong.stderr]).toMatchObject([
        { changed: 0, failed: 1 },
        expect.stringMatching(/was merged into user \d+\..*\(merged\)/),
      ])
    for (const option of ['--dry-run', '--yes'])
      expect((await renumber(left.externalId, option)).json()).toMatchObject({ changed: 1, failed: 0 })
    expect((await syncUsers(group, roster, '--leavers', 'expire')).json()).toMatchObject({
      changed: 1,
      unchanged: 1,
      expired: 0,
      failed: 0,
    })
    expect((await registrations()).json()).toMatchObject({ unchanged: 2, withdrawn: 0 })
  })
})

describe('a UTF-8 file that a sync reads in another encoding', () => {
  const WRONG = ['--encoding', 'windows-1252']
  const REJECTED = [EXIT.usage, expect.stringMatching(/is UTF-8, not windows-1252\. .*--encoding utf-8/)]

  it('changes no user', async () => {
    const group = scene.next()
    const person = { ...aPerson(`u-${group}`), firstName: 'Jürgen' }
    await create(group, person)
    for (const more of [WRONG, [...WRONG, '--dry-run']]) {
      const { code, stderr } = await syncUsers(group, [{ ...person, lastName: 'Groß' }], ...more)
      expect([code, stderr]).toEqual(REJECTED)
    }
    expect(await user(person.externalId)).toMatchObject({ firstName: 'Jürgen', lastName: 'Byron' })
  })

  it('changes no registration', async () => {
    const id = scene.next()
    await create(id, aPerson(`r-${id}`), aPerson(`new-${id}`))
    await register(id, [`r-${id}`])
    await file('roster.csv', ['userExternalId,name', `new-${id},Jürgen`])
    const args = ['registrations', 'sync', 'roster.csv', '--course', String(id), '--map', 'name=']
    const { code, stderr } = await run([...args, '--all-groups', '--yes', ...WRONG])
    expect([code, stderr]).toEqual(REJECTED)
    expect(await statuses(id)).toEqual({ [`r-${id}`]: 'Not Started' })
  })
})

it('a sync reads a file in its encoding, although the first letters look like one of UTF-8', async () => {
  const group = scene.next()
  const person = { ...aPerson(`p-${group}`), firstName: 'Пётр' }
  const text = `${Object.keys(person).join()}\n${Object.values(person).join()}`.replace(
    'Пётр',
    '\xCF\xB8\xF2\xF0',
  )
  await writeFile(join(scene.folder, 'people.csv'), text, 'latin1')
  const options = ['--group', String(group), '--yes', '--encoding', 'windows-1251']
  expect((await run(['users', 'sync', 'people.csv', ...options])).code).toBe(EXIT.done)
  expect(await user(person.externalId)).toMatchObject({ firstName: 'Пётр' })
})

it('a sync whose last row is cut ends with 3 if no one would be removed', async () => {
  const group = scene.next()
  const stays = aPerson(`stays-${group}`)
  await create(group, stays)
  const result = await syncUsers(group, [stays, { externalId: 'x', loginName: 'x' }], '--leavers', 'expire')
  expect([result.code, result.json()]).toEqual([
    EXIT.someRowsFailed,
    expect.objectContaining({ unchanged: 1, failed: 1 }),
  ])
})

it('a file that was cut is not taken for whole the second time', async () => {
  const group = scene.next()
  const [stays, joins] = [aPerson(`stays-${group}`), aPerson(`joins-${group}`)]
  const rows = (people: readonly object[]) =>
    [Object.keys(stays).join(), ...people.map((person) => Object.values(person).join())].join('\n')
  const sync = async (text: string) => {
    await file('cut.csv', [text])
    return run(['users', 'sync', 'cut.csv', '--group', String(group), '--yes', '--json'])
  }
  expect((await sync(`${rows([stays])}\n`)).json()).toMatchObject({ created: 1 })
  for (let times = 0; times < 2; times++) {
    const result = await sync(rows([stays, joins]).slice(0, -1))
    expect([result.code, result.json()]).toMatchObject([
      EXIT.someRowsFailed,
      { created: 0, unchanged: 1, failed: 1 },
    ])
  }
})

it('reads a report with titles, two headers and dates of another form, or names the options', async () => {
  const group = String(scene.next())
  await file('report.csv', [
    'Worker Report',
    'Company: Northwind Example Ltd',
    'Run on 27.11.2026 at 02:00',
    'Employee ID,User Name,Work Email,First Name,Last Name,Termination Date',
    'employee_id,user_name,work_email,first_name,last_name,termination_date',
    'hr-0401,arossi,anna.rossi@corp.example,Anna,Rossi,0000-00-00',
    'hr-0402,bsilva,bruno.silva@corp.example,Bruno,Silva,31.12.2026',
    'hr-0403,ckhan,chitra.khan@corp.example,Chitra,Khan,31.12.9999',
  ])
  const map = {
    'Employee ID': 'externalId',
    'User Name': 'loginName',
    'Work Email': 'email',
    'First Name': 'firstName',
    'Last Name': 'lastName',
    'Termination Date': 'expirationDate',
  }
  const columns = Object.entries(map).map(([column, field]) => `--map=${column}=${field}`)
  const layout = ['--skip-lines=3', '--skip-lines-after-header=1', '--date-format=dd.MM.yyyy']
  const sync = (...more: string[]) =>
    run(['users', 'sync', 'report.csv', '--group', group, '--yes', '--json', ...columns, ...more])
  for (const option of layout) {
    const { code, stderr } = await sync(...layout.filter((other) => other !== option))
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining(option.replace(/=.*$/, ''))])
  }
  for (const line of ['import users', 'import courses', 'import groups', 'registrations import-history']) {
    const { code, stderr } = await run([...line.split(' '), 'report.csv'])
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringMatching(/ --skip-lines;.* need --date-format/)])
  }

  expect((await sync(...layout)).json()).toMatchObject({ created: 3, failed: 0 })
  expect(await user('hr-0401')).toMatchObject({ firstName: 'Anna', expirationDate: '' })
  expect(await user('hr-0402')).toMatchObject({ expirationDate: '2026-12-31T00:00:00Z' })
  expect(await user('hr-0403')).toMatchObject({ email: 'chitra.khan@corp.example', expirationDate: '' })
  const part = ['--only-mapped', '--map=User Name=loginName', '--map=Employee ID=externalId']
  const again = await run(['import', 'users', 'report.csv', '--json', '--yes', ...layout, ...part])
  expect(again.json()).toMatchObject({ rows: 3, unchanged: 3 })
})
