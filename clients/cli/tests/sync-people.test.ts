import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  const options = ['--group', `${GROUP}`, '--source', 'hr', '--reactivate', '--dry-run', ...more]
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
    const id = String('externalId' in row ? otto.loginName : otto.externalId)
    expect(stderr).toContain(`--allow-other-person ${id}.`)
    const allowed = await dryRun(members, rows, [changed(7)], '--allow-other-person', id)
    expect([allowed.code, allowed.stderr]).toEqual(DONE)
  })

  const WED = personNamed('1215', 'Otto Neu')
  const elsewhere = { visibleGroupIds: [13] }
  const south = { managedBy: 'south' }
  it.each<[string, row: Fields, isHeld: boolean, user: Fields, ...options: string[]]>([
    ['from another group', WED, true, elsewhere],
    ['from another group, and has left', WED, true, { ...elsewhere, expirationDate: LONG_AGO }],
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

describe('the plan of users sync, for a new person,', () => {
  const again = { ...otto, externalId: '1700', loginName: 'otto.wolff7' }
  const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]
  it.each<[string, isAsked: boolean, user: Fields, row: Fields]>([
    ['asks for a new number if a leaver has the name', true, {}, { email: kim.email }],
    ['asks if an expired user has the name and the address', true, { expirationDate: LONG_AGO }, {}],
    [
      'does not ask if an expired user has the name',
      false,
      { expirationDate: LONG_AGO },
      { email: kim.email },
    ],
  ])('%s', async (_title, isAsked, user, row) => {
    const members = [stored(7, otto, user), stored(8, ann)]
    const { stderr } = await dryRun(members, [{ ...again, ...row }, ann], [created], '--leavers', 'expire')
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
      [`Taken. ${EXPIRED} ${RENAME}`],
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
      'somebody else in another group asks whether the two exchange theirs',
      { visibleGroupIds: [13] },
      kim,
      ['If the two exchange theirs, '],
      [NEW_NUMBER, 'users merge', EXPIRED],
    ],
  ])('%s', async (_who, user, row, says, saysNot) => {
    const holder = stored(7, otto, user)
    const members = [stored(8, ann), ...('visibleGroupIds' in user ? [] : [holder])]
    const then = 'visibleGroupIds' in user ? [taken, [holder]] : [taken, created]
    const rows = [{ ...row, loginName: otto.loginName, externalId: '1500' }, ann]
    const { stderr } = await dryRun(members, rows, then)
    for (const text of says) expect(stderr).toContain(text)
    for (const text of saysNot) expect(stderr).not.toContain(text)
  })
})

it('the plan of users sync shows the old and the new address', async () => {
  const row = { ...otto, email: kim.email }
  const { stderr } = await dryRun([stored(7, otto)], [row], [changed(7)])
  expect(stderr).toContain(`1 to change: 1215 (${otto.email} → ${kim.email})\n`)
})
