import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { command } from '../../../testing/clients/command.ts'
import { personNamed } from '../../../testing/clients/roster.ts'
import {
  ann,
  changed,
  created,
  dryRuns,
  GROUP,
  kim,
  LONG_AGO,
  otto,
  stored,
  type Fields,
} from '../../../testing/clients/dry-runs.ts'
import { EXIT } from '../src/exit-codes.ts'

const runs = dryRuns()
const { dryRun } = runs

describe('users sync holds a row as being about somebody else', () => {
  const HELD = [EXIT.someRowsFailed, expect.stringContaining('(other-person)')]
  /** Done, and a person has to look who it is. */
  const ASKED = [EXIT.someRowsFailed, expect.stringMatching(/1 to change: [^]*Look who they are/)]
  const DONE = [EXIT.done, expect.stringContaining('1 to change: ')]
  const { email, firstName, lastName } = kim

  it.each<[string, row: Record<string, string | undefined>, isHeld: boolean, user?: Fields]>([
    ['with the same login name', { email, firstName, lastName }, true],
    ['without a login name', { email, firstName, lastName, loginName: undefined }, true],
    ['without an external id', { email, firstName, lastName, externalId: undefined }, true],
    ['who has only one name', { email, firstName: '', lastName }, true, { firstName: '' }],
    ['who has left', { email, firstName, lastName }, true, { expirationDate: LONG_AGO }],
    ['unless only the address and the last name differ, which asks', { email, lastName }, false],
    ['unless only the address differs', { email }, false],
    ['unless only the last name differs', { lastName }, false],
    ['unless the names are spelt otherwise', { email, firstName: 'ÓTTO', lastName: 'Wólff' }, false],
    ['unless only the names differ', { firstName, lastName }, false],
    ['unless only the first name differs beside the address', { email, firstName }, false],
  ])('if address and both names differ: %s', async (_who, row, isHeld, user = {}) => {
    const members = [stored(7, otto, user), stored(8, ann)]
    const rows = [{ ...otto, ...row }, ann]
    const { code, stderr } = await dryRun(members, rows, [changed(7)])
    const isAsked = row['firstName'] === firstName || (row['lastName'] === lastName && 'email' in row)
    expect([code, stderr]).toEqual(isHeld ? HELD : isAsked ? ASKED : DONE)
    const id = String('externalId' in row ? otto.loginName : otto.externalId)
    const allowed = await dryRun(members, rows, [changed(7)], '--allow-other-person', id)
    expect([allowed.code, allowed.stderr]).toEqual(DONE)
    expect(allowed.stderr).not.toContain('Look who')
    if (!isHeld) return
    expect(stderr).toMatch(
      /Wolff \(user 7, 1215\.otto\.wolff\) that of somebody else: .*Wolff → .*Possible\./,
    )
    const keepsLoginName = !('loginName' in row)
    const free = 'users merge --external-id 1215 --login-name 1215.otto.wolff-left-7'
    const then = 'externalId' in row ? '' : ', and then rollcall users renumber'
    expect(stderr.includes(`first: rollcall ${free}${then}.`)).toBe(keepsLoginName)
    expect(stderr.includes('Is the number 1215 missing in the row?')).toBe('externalId' in row)
    expect(stderr).toContain(`--allow-other-person ${id}.`)
  })

  const NUMBER = { loginName: '1215' }
  const OWN = { loginName: otto.loginName }
  const LEFT = { expirationDate: LONG_AGO }
  const OFFICE = { email: 'office@example.org' }
  const { loginName } = kim
  const GONE = { ...OWN, ...LEFT, email: otto.email }
  const NO_OTHERS = { loginName: undefined, email: undefined }
  const colleague = stored(9, { ...personNamed('1300', 'Eva Ende'), ...OFFICE })
  it.each<[string, row: Fields, isHeld: boolean, user?: Fields]>([
    ['both names, and nothing stays but a copy of the number and an office', { firstName, lastName }, true],
    ['the first name, and nothing stays but a copy of the number and an office', { firstName }, true],
    ['both names, with a prefix in the copy', { firstName, lastName }, true, { loginName: 'p1215' }],
    ['the first name, and the copy has a prefix and zeros', { firstName }, true, { loginName: 'EMP01215' }],
    ['the first name, and the address is a copy, too', { firstName }, true, { email: 'u01215@corp.test' }],
    ['the only name', { firstName: '', lastName }, true, { firstName: '' }],
    ['login name and both names, without an address', { ...kim, externalId: '1215', email: '' }, true],
    ['both names, and the row gives nothing else', { ...NO_OTHERS, firstName, lastName }, true],
    ['the first name and the own address', { email, firstName }, true, { email: otto.email }],
    ['the first name, but not the own login name', { firstName }, false, OWN],
    ['the last name and the own address: it is a marriage', { email, lastName }, false],
    [
      'a name, and the row has no number',
      { externalId: undefined, lastName },
      true,
      { ...OWN, email: otto.email },
    ],
    ['the first name of somebody who has left, and nothing else', { firstName }, true, GONE],
    ['the only name of somebody who has left', { firstName: '', lastName }, true, { ...GONE, firstName: '' }],
    ['the address, and the row has no number', { externalId: undefined, email }, false, OWN],
    [
      'a name, and neither row nor account have a number',
      { externalId: undefined, lastName },
      false,
      { ...OWN, externalId: '', email: otto.email },
    ],
    [
      'both names of somebody without a number, and the address is a copy of the login name',
      { externalId: undefined, firstName, lastName },
      true,
      { externalId: '', loginName: 'desk.3', email: 'desk.3@corp.test' },
    ],
    ['the same, of somebody who has left', { email, lastName }, true, LEFT],
    ['the last name of somebody who has left, with an office', { lastName }, true, LEFT],
    ['the same, but not the own login name', { email, lastName }, false, { ...OWN, ...LEFT }],
    ['the same, by the login name', { externalId: undefined, email, lastName }, true, { ...OWN, ...LEFT }],
    ['the login name', { loginName }, false],
    ['the last name of somebody who has left, to none', { lastName: '' }, true, LEFT],
    ['the last name of somebody active, to none', { lastName: '' }, false],
    ['the first name to none', { firstName: '' }, true],
    ['both names, but not the own address', { firstName, lastName }, false, { email: otto.email }],
  ])('if it changes %s', async (_what, row, isHeld, user = {}) => {
    const before = { ...otto, ...NUMBER, ...OFFICE, ...user }
    const members = [stored(7, before, user), colleague, stored(8, ann)]
    const rows = [{ ...before, expirationDate: undefined, ...row }, ann]
    const then = [isHeld ? [] : changed(7)]
    const { code, stderr } = await dryRun(members, rows, then)
    const isDoubtful =
      'firstName' in row ||
      ('lastName' in row && ('email' in row || !('loginName' in user && 'expirationDate' in user)))
    expect([code, stderr]).toEqual(isHeld ? HELD : isDoubtful ? ASKED : DONE)
    if (isHeld) return
    const doubtful =
      /1 of them with another first or only name, .*: married, or another person\?: 1215.* \(.* → /
    expect(doubtful.test(stderr)).toBe(isDoubtful)
  })

  it('names all whom it may be about, first those with another first name', async () => {
    const people = Array.from({ length: 12 }, (_, i) => {
      const number = `13${i + 10}`
      const loginName = `${'abcdefghijkl'[i]}.kolb`
      return { ...otto, externalId: number, loginName, email: `${loginName}@corp.test`, lastName: `Kolb${i}` }
    })
    const rows = people.map((person, i) =>
      i === 11 ? { ...person, firstName: 'Zoe' } : { ...person, loginName: `new-${i}`, lastName: `Roth${i}` },
    )
    const members = people.map((person, i) => stored(20 + i, person))
    const then = rows.flatMap((_, i) => changed(20 + i).map((result) => ({ ...result, index: i })))
    const { stderr } = await dryRun(members, rows, [then], '--max-identity-changes', '12')
    expect(stderr).toMatch(/ 12 of them .*another person\?: 1321 \(.*Zoe.*1310 .*1320 /)
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
  it.each<[string, row: typeof WED, isHeld: boolean, user: Fields, ...options: string[]]>([
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
      const isAsked = row.loginName !== otto.loginName || row.email !== otto.email
      expect([code, stderr]).toEqual(isHeld ? HELD : isAsked ? ASKED : DONE)
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
    const { code, stderr } = await run({ ...leaver, ...bobsNumber }, [created])
    expect([code, stderr]).toEqual([EXIT.failed, isNotRemoved])
    expect(stderr).toContain('has this name and an id like this one')
  })

  it('is an error of a row that has the login name and the name of the leaver', async () => {
    const people = ['2001', '2002', '2009'].map((number) => personNamed(`south-${number}`, `Bea B${number}`))
    const rows = people.map((one) => ({ ...one, externalId: one.externalId.slice('south-'.length) }))
    const married = { ...personNamed('2009', 'Bea Bee'), email: 'bee@example.org' }
    const members = [...people.map((one, n) => stored(20 + n, one)), stored(8, ann)]
    const file = [...rows.slice(0, 2), married, ann]
    const { code, stderr } = await dryRun(members, file, [created], '--leavers', 'expire')
    const held = 'not removed in this run: south-2001 (line 1), south-2002 (line 2), south-2009 (line 3)\n'
    expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining(held)])
    expect(stderr).toContain(
      'externalId 2001 is not known, and is probably south-2001, without its beginning. Give',
    )
    expect(stderr).toContain('externalId 2009 is not known, and may have lost its first zeros or its prefix')
    expect(stderr).not.toContain('to create')
  })

  it('is a new one if another person gets the login name', async () => {
    const row = { ...personNamed('6600', 'Fay Fir'), loginName: leaver.loginName }
    const { code, stderr } = await run(row, [created])
    expect([code, stderr]).toEqual([EXIT.done, expect.stringContaining('1 to create: 6600')])
  })

  it.each([
    ['that another line has, too', { ...ann, loginName: 'c', firstName: 'Cleo', lastName: 'Cedar' }],
    ['of somebody who is not visible', { ...leaver, ...bobsNumber }],
  ])('and the number %s, does not remove the leaver either', async (_whose, row) => {
    const rejected = [{ status: 403, code: 'user-out-of-reach', detail: 'Hidden.' }]
    const members = [stored(9, leaver), stored(8, ann)]
    const { stderr } = await dryRun(members, [ann, row], [rejected], '--leavers', 'expire')
    expect(stderr).toContain('not removed in this run: C6600 (line 2)')
    const says = stderr.includes('rollcall users find --external-id 6600 --include-deleted')
    expect(says).toBe(row.externalId === '6600')
  })
})

describe('a row that gives somebody the name of another member', () => {
  const [clara, bonn] = [
    stored(7, personNamed('2051', 'Clara Celle')),
    stored(9, personNamed('2044', 'Clara Bonn')),
  ]
  const married = { ...personNamed('2051', 'Clara Celle'), lastName: 'Bonn' }
  const gone = { expirationDate: LONG_AGO }
  it.each<[string, isHeld: boolean, others: object[], rows: object[]]>([
    ['is held if that one is not in the file', true, [bonn], [married]],
    ['is held if both exchange their names', true, [bonn], [married, { ...bonn, lastName: 'Celle' }]],
    ['is held if that one gets another name', true, [bonn], [married, { ...bonn, lastName: 'Dorn' }]],
    ['is not held if that one keeps the name', false, [bonn], [married, bonn]],
    ['is not held if that one has left before', false, [{ ...bonn, ...gone }], [married]],
    ['is not held if another source keeps that one', false, [{ ...bonn, managedBy: 'south' }], [married]],
  ])('%s', async (_title, isHeld, others, rows) => {
    const members = [clara, ...others, stored(8, ann)]
    const { stderr } = await dryRun(members, [...rows, ann], [changed(7)], '--leavers', 'expire')
    expect(stderr.includes('(other-person)')).toBe(isHeld)
    expect(stderr.includes('It may be about 2044 Clara Bonn, who ')).toBe(isHeld)
    expect(stderr).not.toContain('to expire: ')
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
    ['as many as are allowed', ['--max-leavers', '100%'], EXIT.done],
  ])('counts those whom rows expire as leavers: %s', async (_how, more, expected) => {
    const rows = people.map((one) => ({ ...one, expirationDate: LONG_AGO }))
    const { code, stderr } = await dryRun(members, rows, [results], ...more)
    expect([code, stderr]).toEqual([expected, expect.stringContaining('24 to expire by their row')])
    const limit = 'The file would expire 24 of 24 users; the limit is 10.'
    expect(stderr.includes(limit)).toBe(expected === EXIT.failed)
  })

  it.each([
    [
      'that rows give',
      {},
      '2099-12-05T00:00:00Z',
      '24 to get another expiration date by their row, the first on 2099-12-05: 2010,',
    ],
    [
      'that rows do not give',
      { expirationDate: '2099-12-05T00:00:00Z' },
      undefined,
      '24 in the file, with an expiration date that the row does not give, and that stays: 2010,',
    ],
    [
      'that stays the same',
      { expirationDate: '2099-12-05T00:00:00Z' },
      '2099-12-05T00:00:00Z',
      '24 unchanged: 2010,',
    ],
  ])('names the people with an expiration date %s', async (_which, user, expirationDate, says) => {
    const rows = people.map((one) => ({ ...one, expirationDate }))
    const dated = members.map((one) => ({ ...one, ...user }))
    const { code, stderr } = await dryRun(dated, rows, [results])
    expect([code, stderr]).toEqual([EXIT.done, expect.stringContaining(says)])
    expect(stderr.includes('expiration date')).toBe(!says.includes('unchanged'))
  })

  it('says how all people of a file without rows leave', async () => {
    await writeFile(join(runs.folder, 'none.csv'), 'externalId,loginName\n')
    const options = ['--group', '12', '--source', 'hr', '--yes']
    const env = { ROLLCALL_URL: 'http://localhost:1', ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
    const { code, stderr } = await command(['users', 'sync', 'none.csv', ...options], {
      folder: runs.folder,
      env,
    })
    expect([code, stderr]).toEqual([
      EXIT.failed,
      expect.stringMatching(/last .* expirationDate .* --max-lea/),
    ])
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

it('a row about a person in several other groups names the commands that move the person', async () => {
  const person = stored(7, otto, { visibleGroupIds: [13, 14] })
  const rejected = [{ status: 409, code: 'outside-group', detail: 'User 7 is in several groups.' }]
  const { stderr } = await dryRun([stored(8, ann)], [otto, ann], [rejected, person])
  expect(stderr).toContain(
    'An operator moves the person: rollcall members add 12 7, then rollcall members remove 13 7 --yes, ' +
      'rollcall members remove 14 7 --yes.',
  )
})

it.each<[string, isMoved: boolean, user: Fields, expirationDate: string]>([
  ['in the past is an error: it would end somebody of another file', false, {}, LONG_AGO],
  ['in the past moves a person who has expired', true, { expirationDate: LONG_AGO }, LONG_AGO],
  ['in the future moves the person', true, {}, '2099-12-05T00:00:00Z'],
])('a row about a person of another group with an end %s', async (_what, isMoved, user, expirationDate) => {
  const person = stored(7, otto, { visibleGroupIds: [13], ...user })
  const rows = [{ ...otto, expirationDate }, ann]
  const { code, stderr } = await dryRun([stored(8, ann)], rows, [changed(7), person, []])
  const says = /expirationDate in the past\. .*take the row out.*\(outside-group\)/
  expect([code, says.test(stderr)]).toEqual(isMoved ? [EXIT.done, false] : [EXIT.someRowsFailed, true])
  expect(stderr.includes('to move into group 12: 1215\n')).toBe(isMoved)
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
