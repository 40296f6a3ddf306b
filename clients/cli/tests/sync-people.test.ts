import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../../../testing/clients/command.ts'
import { personNamed } from '../../../testing/clients/roster.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { EXIT } from '../src/exit-codes.ts'

const GROUP = 12
const LONG_AGO = '2020-01-01T00:00:00Z'

const otto = personNamed('1215', 'Otto Wolff')
const kim = personNamed('1215', 'Kim Possible')
const ann = personNamed('1001', 'Ann Arbor')

type Fields = object

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-people-'))))
afterAll(() => rm(folder, { recursive: true }))

/** A user as the service returns it. */
const stored = (id: number, person: Fields, more: Fields = {}) => ({
  ...{ id, ...person, expirationDate: '', managedBy: 'hr', visibleGroupIds: [GROUP] },
  ...{ createdDate: LONG_AGO, updatedDate: LONG_AGO, deleted: false, ...more },
})

/**
 * A dry run of a sync of the group.
 * @param then what the service returns after the members; the last one for every further request
 */
async function dryRun(
  members: readonly Fields[],
  rows: readonly Fields[],
  then: unknown[],
  ...more: string[]
) {
  const script = [[{ id: GROUP, name: 'Sales', parentId: 1 }], members, ...then]
  const { url } = await scriptedServer(...script.map((body) => ({ status: 200, body })))
  const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
  await writeFile(join(folder, 'people.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const source = more.includes('--all-sources') ? [] : ['--source', 'hr']
  const others = more.filter((option) => option !== '--all-sources')
  const options = ['--group', `${GROUP}`, ...source, '--reactivate', '--dry-run', ...others]
  return command(['users', 'sync', 'people.ndjson', ...options], { folder, env })
}

const changed = (id: number) => [{ status: 200, outcome: 'changed', user: { id } }]

describe('users sync holds a row as being about somebody else', () => {
  const HELD = [EXIT.someRowsFailed, expect.stringContaining('(other-person)')]
  const DONE = [EXIT.done, expect.stringContaining('1 to change: ')]
  const { email, firstName, lastName } = kim

  it.each<[string, row: Fields, isHeld: boolean, user?: Fields]>([
    ['with the same login name', { email, firstName, lastName }, true],
    ['without a login name', { email, firstName, lastName, loginName: undefined }, true],
    ['without an external id', { email, firstName, lastName, externalId: undefined }, true],
    ['who has only one name', { email, firstName: '', lastName }, true, { firstName: '' }],
    ['who has left', { email, firstName, lastName }, true, { expirationDate: LONG_AGO }],
    ['unless only the address and the last name differ', { email, lastName }, false],
    ['unless only the names differ', { firstName, lastName }, false],
    ['unless only the first name differs beside the address', { email, firstName }, false],
  ])('if address and both names differ: %s', async (_who, row, isHeld, user = {}) => {
    const members = [stored(7, otto, user), stored(8, ann)]
    const rows = [{ ...otto, ...row }, ann]
    const { code, stderr } = await dryRun(members, rows, [changed(7)])
    expect([code, stderr]).toEqual(isHeld ? HELD : DONE)
    if (!isHeld) return
    expect(stderr).toMatch(
      /Wolff \(user 7, 1215\.otto\.wolff\) that of somebody else: .*Wolff → .*Possible\./,
    )
    const keepsLoginName = !('loginName' in row)
    const free = 'users merge --external-id 1215 --login-name 1215.otto.wolff-left-7, and then rollcall'
    expect(stderr.includes(`first: rollcall ${free} users renumber.`)).toBe(keepsLoginName)
    const id = String('externalId' in row ? otto.loginName : otto.externalId)
    expect(stderr).toContain(`--allow-other-person ${id}.`)
    const allowed = await dryRun(members, rows, [changed(7)], '--allow-other-person', id)
    expect([allowed.code, allowed.stderr]).toEqual(DONE)
  })

  const NUMBER = { loginName: '1215' }
  const OWN = { loginName: otto.loginName }
  const LEFT = { expirationDate: LONG_AGO }
  const OFFICE = { email: 'office@example.org' }
  const { loginName } = kim
  const NO_OTHERS = { loginName: undefined, email: undefined }
  const colleague = stored(9, { ...personNamed('1300', 'Eva Ende'), ...OFFICE })
  it.each<[string, row: Fields, isHeld: boolean, user?: Fields]>([
    ['both names, and nothing stays but a copy of the number and an office', { firstName, lastName }, true],
    ['the first name, and nothing stays but a copy of the number and an office', { firstName }, true],
    ['both names, with a prefix in the copy', { firstName, lastName }, true, { loginName: 'p1215' }],
    ['the only name', { firstName: '', lastName }, true, { firstName: '' }],
    ['login name and both names, without an address', { ...kim, externalId: '1215', email: '' }, true],
    ['both names, and the row gives nothing else', { ...NO_OTHERS, firstName, lastName }, true],
    ['the first name and the own address', { email, firstName }, true, { email: otto.email }],
    ['the first name, but not the own login name', { firstName }, false, OWN],
    ['the last name and the own address: it is a marriage', { email, lastName }, false],
    ['the same, of a person found by the login name', { externalId: undefined, email, lastName }, false, OWN],
    ['the same, of somebody who has left', { email, lastName }, true, LEFT],
    ['the last name of somebody who has left, with an office', { lastName }, true, LEFT],
    ['the same, but not the own login name', { email, lastName }, false, { ...OWN, ...LEFT }],
    ['the same, by the login name', { externalId: undefined, email, lastName }, true, { ...OWN, ...LEFT }],
    ['the login name', { loginName }, false],
    ['both names, but not the own address', { firstName, lastName }, false, { email: otto.email }],
  ])('if it changes %s', async (_what, row, isHeld, user = {}) => {
    const before = { ...otto, ...NUMBER, ...OFFICE, ...user }
    const members = [stored(7, before, user), colleague, stored(8, ann)]
    const rows = [{ ...before, expirationDate: undefined, ...row }, ann]
    const then = isHeld ? [] : [changed(7)]
    const { code, stderr } = await dryRun(members, rows, then)
    expect([code, stderr]).toEqual(isHeld ? HELD : DONE)
    if (isHeld) return
    const isDoubtful = 'lastName' in row && !('loginName' in user && 'expirationDate' in user)
    const doubtful = /1 of them with other names, or .*: married, or another person\?: 1215.* \(.*Wolff → /
    expect(doubtful.test(stderr)).toBe(isDoubtful)
  })

  it.each<[string, user: Fields, ...options: string[]]>([
    ['moves', { visibleGroupIds: [13] }],
    ['is taken over', { managedBy: 'south' }, '--take-over', '1215'],
    ['is adopted', { managedBy: '' }],
    ['is adopted by the login name', { managedBy: '', externalId: '' }],
  ])(
    'if both names change and only a copy of the number stays, and the person %s',
    async (_how, more, ...options) => {
      const before = { ...otto, ...NUMBER, ...OFFICE }
      const user = stored(7, before, more)
      const members = [colleague, stored(8, ann), ...('visibleGroupIds' in more ? [] : [user])]
      const rows = [{ ...before, firstName, lastName }, ann]
      const { code, stderr } = await dryRun(members, rows, [changed(7), user, [user, colleague]], ...options)
      expect([code, stderr]).toEqual(HELD)
    },
  )

  it('if both names change and another group has its address, too', async () => {
    const shared = { ...otto, ...NUMBER, ...OFFICE }
    const row = { ...shared, firstName, lastName }
    const two = [stored(7, shared), stored(9, { ...kim, ...OFFICE })]
    const { code, stderr } = await dryRun([stored(7, shared), stored(8, ann)], [row, ann], [two])
    expect([code, stderr]).toEqual(HELD)
  })

  const WED = personNamed('1215', 'Otto Neu')
  const elsewhere = { visibleGroupIds: [13] }
  const south = { managedBy: 'south' }
  it.each<[string, row: Fields, isHeld: boolean, user: Fields, ...options: string[]]>([
    ['from another group', WED, true, elsewhere],
    ['from another group, and has left', WED, true, { ...elsewhere, expirationDate: LONG_AGO }],
    [
      'the same, whose login name is a copy of the number',
      { ...WED, ...NUMBER },
      true,
      { ...elsewhere, ...LEFT, ...NUMBER },
    ],
    ['from another source', WED, true, south, '--take-over', '1215'],
    ['from both', WED, true, { ...elsewhere, ...south }, '--take-over', '1215'],
    ['from another group, with the same address', { ...WED, email: otto.email }, false, elsewhere],
    ['from another group, with the same login name', { ...WED, loginName: otto.loginName }, false, elsewhere],
    ['from nowhere: it is a marriage', WED, false, {}],
  ])(
    'if login name, address and last name change of a person %s',
    async (_from, row, isHeld, user, ...more) => {
      const members = [stored(8, ann), ...('visibleGroupIds' in user ? [] : [stored(7, otto, user)])]
      const then = [changed(7), stored(7, otto, user), []]
      const run = (...options: string[]) => dryRun(members, [row, ann], then, ...more, ...options)
      const { code, stderr } = await run()
      expect([code, stderr]).toEqual(isHeld ? HELD : DONE)
      const allowed = await run('--allow-other-person', '1215')
      expect([allowed.code, allowed.stderr]).toEqual(DONE)
    },
  )
})

describe('a row whose id has lost the prefix of a leaver', () => {
  const office = { email: 'office@example.org' }
  const leaver = { ...personNamed('C6600', 'Cleo Cedar'), ...office }
  const bob = { ...personNamed('6600', 'Bob Birch'), ...office, loginName: '6600' }
  const bobsNumber = { externalId: '6600', loginName: '6600' }
  const moving = [changed(7), stored(7, bob, { visibleGroupIds: [13] }), []]
  const isNotRemoved = expect.stringContaining('not removed in this run: C6600 (line 1)')
  const run = (row: Fields, then: unknown[], ...more: string[]) =>
    dryRun([stored(9, leaver), stored(8, ann)], [row, ann], then, '--leavers', 'expire', ...more)

  it.each([
    ['and other names than its', { ...leaver, ...bobsNumber }],
    ['and another first name', { ...bob, firstName: 'Cleo' }],
    ['and the names of the other person', bob],
  ])('%s does not remove the leaver for a person of another group', async (_names, row) => {
    const { code, stderr } = await run(row, moving)
    expect([code, stderr]).toEqual([EXIT.failed, isNotRemoved])
    const isHeld = row !== bob
    expect(stderr.includes('(other-person)')).toBe(isHeld)
    expect(stderr.includes(`1 to move into group ${GROUP}: 6600`)).toBe(!isHeld)
  })

  it('holds a change of the first name to that of the leaver', async () => {
    const members = [stored(7, { ...bob, lastName: 'Cedar' }), stored(9, leaver), stored(8, ann)]
    const row = { ...leaver, ...bobsNumber }
    const { code, stderr } = await dryRun(members, [row, ann], [], '--leavers', 'expire')
    expect([code, stderr]).toEqual([EXIT.failed, isNotRemoved])
    expect(stderr).toContain('It may be about C6600 Cleo Cedar, who is not in the file')
  })

  it('removes the leaver if it may be about another person', async () => {
    const { code, stderr } = await run(bob, moving, '--allow-other-person', '6600')
    expect([code, stderr]).toEqual([EXIT.done, expect.stringContaining('to expire: C6600 Cleo Cedar')])
  })

  it('creates no second account of the leaver', async () => {
    const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]
    const { code, stderr } = await run({ ...leaver, ...bobsNumber }, [created])
    expect([code, stderr]).toEqual([EXIT.failed, isNotRemoved])
    expect(stderr).toContain('has this name and an id like this one')
  })

  it.each([
    ['that another line has, too', { ...ann, loginName: 'c', firstName: 'Cleo', lastName: 'Cedar' }],
    ['of somebody out of reach', { ...leaver, ...bobsNumber }],
  ])('and the number %s, does not remove the leaver either', async (_whose, row) => {
    const rejected = [{ status: 403, code: 'user-out-of-reach', detail: 'Hidden.' }]
    const members = [stored(9, leaver), stored(8, ann)]
    const { stderr } = await dryRun(members, [ann, row], [rejected], '--leavers', 'expire')
    expect(stderr).toContain('not removed in this run: C6600 (line 2)')
  })
})

it.each([
  ['in the group', {}],
  ['in another group', { visibleGroupIds: [13] }],
])('a row about a person of another source %s names both people', async (_where, user) => {
  const person = stored(7, otto, { managedBy: 'south', ...user })
  const members = [stored(8, ann), ...('visibleGroupIds' in user ? [] : [person])]
  const rejected = [{ status: 409, code: 'managed-elsewhere', detail: 'Kept by "south".' }]
  const { stderr } = await dryRun(members, [personNamed('1215', 'Otto Neu'), ann], [rejected, person])
  expect(stderr).toMatch(
    /Kept by "south"\. It is Otto Wolff \(user 7, \S+\), .*Wolff → .*Neu\. If it is this/,
  )
  expect(stderr).toContain(' person, add --take-over 1215.')
})

describe('users sync', () => {
  const people = Array.from({ length: 24 }, (_, n) => personNamed(`20${n + 10}`, 'Ada Byron'))
  const members = people.map((one, n) => stored(100 + n, one))
  const results = people.map((_, n) => ({ status: 200, outcome: 'changed', user: { id: 100 + n } }))

  it.each<[string, more: string[], code: number]>([
    ['more people than the limit', [], EXIT.failed],
    ['with leavers, too', ['--leavers', 'expire'], EXIT.failed],
    ['as many as are allowed', ['--max-leavers', '24'], EXIT.done],
  ])('counts those whom rows expire as leavers: %s', async (_how, more, expected) => {
    const rows = people.map((one) => ({ ...one, expirationDate: LONG_AGO }))
    const { code, stderr } = await dryRun(members, rows, [results], ...more)
    expect([code, stderr]).toEqual([expected, expect.stringContaining('24 to expire by their row')])
    const limit = 'The file would expire 24 of 24 users; the limit is 10.'
    expect(stderr.includes(limit)).toBe(expected === EXIT.failed)
  })

  it.each([
    ['of the source', [], EXIT.failed],
    ['unless it is allowed', ['--allow-shrink'], EXIT.done],
  ])('is rejected for a file without the numbers of the people %s', async (_whose, more, expected) => {
    const rows = people.map(({ externalId: _, ...one }) => one)
    const { code, stderr } = await dryRun(members, rows, [results], ...more)
    expect(code).toBe(expected)
    expect(stderr.includes('The file has no externalId, which 24 of 24 people of hr have.')).toBe(
      expected === EXIT.failed,
    )
  })

  it('holds a row that names somebody with a number by the login name, with another name', async () => {
    const mia = { ...otto, externalId: undefined, firstName: 'Mia', email: kim.email }
    const { code, stderr } = await dryRun([stored(7, otto), stored(8, ann)], [mia, ann], [changed(7)])
    expect([code, stderr]).toEqual([EXIT.someRowsFailed, expect.stringContaining('(other-person)')])
  })

  it('without a source names the people of others whom it changes', async () => {
    const row = { ...otto, lastName: 'Neu' }
    const { stderr } = await dryRun([stored(7, otto)], [row], [changed(7)], '--all-sources')
    expect(stderr).toMatch(/1 kept by another source, and changed all the same .*: 1215 \(hr\)\n/)
  })
})

it.each<[string, row: Fields, user: Fields, says: string]>([
  ['the group', {}, { visibleGroupIds: [13] }, 'and the row would move the person into this group.'],
  ['other fields', { city: 'Oslo' }, {}, 'and the row would change: city.'],
])('a row about a person of another source says that it would change %s', async (_what, row, user, says) => {
  const person = stored(7, otto, { managedBy: 'south', city: 'Rome', ...user })
  const members = [stored(8, ann), ...('visibleGroupIds' in user ? [] : [person])]
  const rejected = [{ status: 409, code: 'managed-elsewhere', detail: 'Kept by "south".' }]
  const { stderr } = await dryRun(members, [{ ...otto, ...row }, ann], [rejected, person])
  expect(stderr).toContain(`It is Otto Wolff (user 7, ${otto.loginName}), ${says} If it is`)
})

describe('the plan of users sync, for a new person,', () => {
  const again = { ...otto, externalId: '1700', loginName: 'otto.wolff7' }
  const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]
  it.each([
    ['who has left another group asks for a new number', [again], true],
    ['asks nothing of two people with one address', [again, kim], false],
  ])('with the name and the address of somebody %s', async (_who, found, isAsked) => {
    const users = found.map((one, n) =>
      stored(70 + n, { ...one, externalId: '1215', email: otto.email }, { visibleGroupIds: [13] }),
    )
    const { stderr } = await dryRun([stored(8, ann)], [again, ann], [created, users])
    expect(stderr.includes('a new number? (users renumber): 1700 (1215 Otto Wolff)\n')).toBe(isAsked)
  })

  it.each<[string, isAsked: boolean, user: Fields, row: Fields, leavers?: string]>([
    ['asks for a new number if a leaver has the name', true, {}, { email: kim.email }],
    ['asks for a new number if somebody who is kept has the name', true, {}, { email: kim.email }, 'keep'],
    ['asks if an expired user has the name and the address', true, { expirationDate: LONG_AGO }, {}],
    [
      'does not ask if an expired user has the name',
      false,
      { expirationDate: LONG_AGO },
      { email: kim.email },
    ],
  ])('%s', async (_title, isAsked, user, row, leavers = 'expire') => {
    const members = [stored(7, otto, user), stored(8, ann)]
    const { stderr } = await dryRun(members, [{ ...again, ...row }, ann], [created], '--leavers', leavers)
    expect(stderr).toContain('1 to create: 1700\n')
    expect(stderr.includes('a new number? (users renumber): 1700 (1215 Otto Wolff)\n')).toBe(isAsked)
  })
})

describe('a row with the login name of', () => {
  const taken = [{ status: 409, code: 'login-name-taken', detail: 'Taken.' }]
  const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]
  const NEW_NUMBER = 'rollcall users renumber'
  const RENAME =
    "Give that user another loginName first: rollcall users merge --external-id 'n 1215' --login-name " +
    '1215.otto.wolff-left-7.'
  const EXPIRED = 'That account has expired.'
  const left = { expirationDate: LONG_AGO, externalId: 'n 1215' }
  it.each<[string, user: Fields, row: Fields, says: string[], saysNot: string[]]>([
    [
      'somebody else who has left another group says how to free it',
      { ...left, visibleGroupIds: [13] },
      kim,
      ['Otto Wolff (user 7, 1215.otto.wolff) with', `in group 13, has this loginName. ${EXPIRED} ${RENAME}`],
      [NEW_NUMBER, '--all-groups'],
    ],
    [
      'somebody else who has left the group says so, too',
      { ...left, managedBy: 'south' },
      kim,
      [`User 7 (n 1215) has this loginName. ${EXPIRED} ${RENAME}`],
      [NEW_NUMBER],
    ],
    ['a leaver who keeps it says so, too', left, kim, [`${RENAME} Or run the sync with`], [NEW_NUMBER]],
    [
      'the same person, who has left, asks for the new number',
      { ...left, visibleGroupIds: [13] },
      otto,
      [`${EXPIRED} If the person has a new number: ${NEW_NUMBER}.`],
      ['users merge'],
    ],
    [
      'perhaps another person, who has left, says what to do in both cases',
      { ...left, firstName: 'Fay', visibleGroupIds: [13] },
      otto,
      [`new number: ${NEW_NUMBER}. If it is another person: ${RENAME}`],
      [],
    ],
    [
      'a leaver with the same address and other names says how to free it',
      { externalId: 'n 1215' },
      { ...kim, email: otto.email },
      ['User 7 (n 1215) has this loginName. Has that person left? ' + RENAME],
      [NEW_NUMBER, EXPIRED],
    ],
    [
      'a leaver with the same address and another last name says what to do in both cases',
      { externalId: 'n 1215' },
      { ...otto, lastName: 'Neu' },
      [`new number: ${NEW_NUMBER}. If it is another person: ${RENAME}`],
      [EXPIRED],
    ],
    [
      'somebody else in another group asks whether the two exchange theirs',
      { visibleGroupIds: [13] },
      kim,
      ['left? Give that user another loginName first: rollcall users merge', 'If the two exchange theirs, '],
      [NEW_NUMBER, EXPIRED],
    ],
  ])('%s', async (_who, user, row, says, saysNot) => {
    const holder = stored(7, otto, user)
    const members = [stored(8, ann), ...('visibleGroupIds' in user ? [] : [holder])]
    const then = 'visibleGroupIds' in user ? [taken, [holder]] : [created]
    const rows = [{ ...row, loginName: otto.loginName, externalId: '1500' }, ann]
    const { stderr } = await dryRun(members, rows, then)
    for (const text of says) expect(stderr).toContain(text)
    for (const text of saysNot) expect(stderr).not.toContain(text)
  })
})

const NEW_KIM = { ...kim, externalId: '1700' }
it('users sync names a leaver who stays because a row with an error has the login name', async () => {
  const row = { ...kim, externalId: '1700', loginName: otto.loginName, email: otto.email }
  const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]
  const members = [stored(7, otto), stored(8, ann)]
  const { code, stderr } = await dryRun(members, [row, ann], [created], '--leavers', 'expire')
  expect([code, stderr]).toEqual([
    EXIT.failed,
    expect.stringContaining('1 not in the file, and not removed in this run: 1215 (line 1)\n'),
  ])
  const name = `people.ndjson.users-${GROUP}.dry-run.results.ndjson`
  const kept = (await readFile(join(folder, name), 'utf8')).trim().split('\n').at(-1) as string
  const detail = 'Not removed, because line 1 may be about it.'
  expect(JSON.parse(kept)).toMatchObject({ outcome: 'kept', id: 7, who: '1215', detail })
})

it.each<[string, row: Fields, name: string]>([
  ['a new person with a sign for a lost letter', { ...NEW_KIM, firstName: 'J\uFFFDrgen' }, 'J\uFFFDrgen'],
  ['a new person with a ? in a name', { ...NEW_KIM, lastName: 'Nguy?n' }, 'Nguy?n'],
  ['a new person with a ? before a name', { ...NEW_KIM, lastName: '?ukasz' }, '?ukasz'],
  ['somebody who gets such a name', { ...otto, lastName: 'M?ller' }, 'M?ller'],
  ['somebody who gets a name in another encoding', { ...otto, lastName: 'MÃ¼ller' }, 'MÃ¼ller'],
])('a row about %s is an error', async (whom, row, name) => {
  const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]
  const members = [stored(7, otto), stored(8, ann)]
  const { code, stderr } = await dryRun(
    members,
    [row, ann],
    [whom.startsWith('a new') ? created : changed(7)],
  )
  const says = expect.stringMatching(new RegExp(`Name ${name.replace('?', '\\?')} .*\\(garbled-text\\)`))
  expect([code, stderr]).toEqual([EXIT.someRowsFailed, says])
})

it('a row with a ? that the account has, too, changes nothing', async () => {
  const asked = { ...otto, lastName: 'Who?' }
  const { code } = await dryRun([stored(7, asked), stored(8, ann)], [asked, ann], [])
  expect(code).toBe(EXIT.done)
})

it.each([
  ['address', { email: kim.email }, `${otto.email} → ${kim.email}`],
  ['first name', { firstName: 'Max' }, 'Otto → Max'],
  ['last name', { lastName: 'Neu' }, 'Wolff → Neu'],
])('the plan of users sync shows the old and the new %s', async (_what, fields, values) => {
  const { stderr } = await dryRun([stored(7, otto)], [{ ...otto, ...fields }], [changed(7)])
  expect(stderr).toContain(`1 to change: 1215 (${values})\n`)
})
