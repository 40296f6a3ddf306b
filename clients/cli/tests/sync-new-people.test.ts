import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ann,
  changed,
  created,
  dryRuns,
  GROUP,
  kim,
  LONG_AGO,
  otto,
  SEES_OTHERS,
  stored,
  type Fields,
} from '../../../testing/clients/dry-runs.ts'
import { expectEnd, several, sourceKit } from '../../../testing/clients/sources.ts'
import { syncScene } from '../../../testing/clients/sync-scene.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(4)
const { run } = scene
const { roster, sync, syncFiles } = sourceKit(scene)
const runs = dryRuns()
const { dryRun } = runs
const RESULTS = `people.ndjson.users-${GROUP}.dry-run.results.ndjson`

describe('the plan of users sync, for a new person,', () => {
  const again = { ...otto, externalId: '1700', loginName: 'otto.wolff7' }
  const OFFICE = { email: 'office@example.org' }
  const ZEROS = { externalId: '01700' }
  const LOGIN = { externalId: '', loginName: '00.otto.wolff7', email: kim.email }
  const NO_NUMBER = { externalId: undefined }
  const NEW_NUMBER = 'a new number? (first users renumber, or later users merge-accounts): '
  const TAKEN_OVER = 'taken over? (first users renumber --source OTHER'
  it.each<[string, user: Fields, row: Fields, says: string | undefined]>([
    ['name and own address asks', {}, {}, NEW_NUMBER],
    ['name and own address, who has expired, asks', { expirationDate: LONG_AGO }, {}, NEW_NUMBER],
    ['name and office asks', OFFICE, OFFICE, NEW_NUMBER],
    ['name and office asks, also without a number', OFFICE, { ...OFFICE, ...NO_NUMBER }, NEW_NUMBER],
    ['name, who has expired, asks', { expirationDate: LONG_AGO }, { email: kim.email }, NEW_NUMBER],
    ['office asks nothing', OFFICE, { ...OFFICE, firstName: 'Max' }, undefined],
    ['name asks', {}, { email: kim.email }, NEW_NUMBER],
    ['first name and own address asks', {}, { lastName: 'Neu' }, NEW_NUMBER],
    ['first name and office asks nothing', OFFICE, { ...OFFICE, lastName: 'Neu' }, undefined],
    [
      'name and a number with a blank is held',
      { externalId: '1 700' },
      { email: kim.email },
      '(rewritten-id)',
    ],
    ['name and a number with zeros is held', ZEROS, { email: kim.email }, '(rewritten-id)'],
    ['name, office and a number with zeros is held', { ...ZEROS, ...OFFICE }, OFFICE, '(rewritten-id)'],
    ['own address and a number with zeros is held', ZEROS, { firstName: 'Max' }, '(rewritten-id)'],
    [
      'first name and a number with zeros is held',
      ZEROS,
      { email: kim.email, lastName: 'Neu' },
      '(rewritten-id)',
    ],
    ['name and a login name with zeros is held without the number', LOGIN, NO_NUMBER, '(rewritten-id)'],
    ['office and a number with zeros', { ...ZEROS, ...OFFICE }, { ...OFFICE, firstName: 'Max' }, undefined],
    ['name, zeros and another source', { ...ZEROS, managedBy: 'south' }, { email: kim.email }, TAKEN_OVER],
    ['own address is held without the number', {}, { ...NO_NUMBER, lastName: 'Neu' }, '(same-person)'],
    ['own address is not held without any number', { externalId: '' }, NO_NUMBER, '(otto.wolff Otto Wolff)'],
  ])('with somebody of another group who has its %s', async (_what, user, row, says) => {
    const person = { ...again, externalId: '1215', loginName: 'otto.wolff' }
    const others = [
      stored(70, person, { visibleGroupIds: [13], ...user }),
      stored(71, { ...kim, externalId: '1300', ...OFFICE }),
    ]
    const rows = [{ ...again, ...row }, ann]
    const then = [created, [stored(8, ann), ...others]]
    const run = (...more: string[]) => dryRun([stored(8, ann)], rows, then, SEES_OTHERS, ...more)
    const { code, stderr } = await run()
    const isHeld = says?.endsWith('-id)') === true || says === '(same-person)'
    expect([code, stderr]).toEqual([
      says === undefined ? EXIT.done : EXIT.someRowsFailed,
      expect.stringContaining(says ?? '1 to create: '),
    ])
    expect(stderr.includes('1 to create: ')).toBe(!isHeld)
    expect(stderr.includes('a new number?')).toBe(!isHeld && says !== undefined && says !== TAKEN_OVER)
    const id = 'externalId' in row ? again.loginName : again.externalId
    const allowed = await run('--allow-other-person', id)
    expect(allowed).toMatchObject({ code: EXIT.done })
    expect(allowed.stderr).toContain(`1 to create: ${id}\n`)
  })

  const third = { ...again, externalId: '1800', loginName: 'otto.wolff8' }
  it.each<[string, other: Fields, result: unknown[], says: string]>([
    ['is unchanged', otto, [], '1 TITLE: 1700 (1215)'],
    ['gets another address', { ...otto, email: kim.email }, changed(7), '1 to create: 1700'],
    ['is new, too', third, created, '2 TITLE: 1800 (1700), 1700 (1800)'],
  ])('with the name and the address of another row that %s', async (_who, other, result, says) => {
    const then = [[...result, ...created], [stored(7, otto)]]
    const members = [stored(8, ann), ...(other === third ? [] : [stored(7, otto)])]
    const { code, stderr } = await dryRun(members, [other, again, ann], then)
    expect(code).toBe(says.includes('TITLE') ? EXIT.someRowsFailed : EXIT.done)
    const title = 'of them with the name and the address of another row: one person with two numbers?'
    expect(stderr).toContain(`  ${says.replace('TITLE', title)}\n`)
    expect(stderr.includes('a new number?')).toBe(false)
  })

  it.each<[string, isAsked: boolean, user: Fields, row: Fields]>([
    ['the name and the address', true, {}, {}],
    ['the name and the address of one who has expired', true, { expirationDate: LONG_AGO }, {}],
    ['the name and the address in another group', true, { visibleGroupIds: [13] }, {}],
    ['the name in the group', true, {}, { email: kim.email }],
    ['the name in another group', true, { visibleGroupIds: [13] }, { email: kim.email }],
    [
      'the first name in another group',
      false,
      { visibleGroupIds: [13] },
      { lastName: 'Neu', email: kim.email },
    ],
  ])('whom another source keeps with %s, says how to take over', async (_what, isAsked, fields, row) => {
    const una = stored(7, otto, { managedBy: 'ext', ...fields })
    const members = [stored(8, ann), ...('visibleGroupIds' in fields ? [] : [una])]
    const then = [created, [stored(8, ann), una]]
    const { code, stderr } = await dryRun(members, [{ ...again, ...row }, ann], then, SEES_OTHERS)
    const expected = isAsked ? EXIT.someRowsFailed : EXIT.done
    expect([code, stderr]).toEqual([expected, expect.stringContaining('1 to create: 1700\n')])
    const says =
      'another source keeps: taken over? (first users renumber --source OTHER, and then --take-over ID; or ' +
      'later users merge-accounts): 1700 (1215 Otto Wolff, kept by ext)\n'
    expect([stderr.includes(says), stderr.includes('a new number?')]).toEqual([isAsked, false])
  })

  it.each<[string, isAsked: boolean, user: Fields, row: Fields, leavers?: string]>([
    ['asks for a new number if a leaver has the name', true, {}, { email: kim.email }],
    ['asks for a new number if somebody who is kept has the name', true, {}, { email: kim.email }, 'keep'],
    ['asks if an expired user has the name and the address', true, { expirationDate: LONG_AGO }, {}],
    ['asks if an expired user has the name', true, { expirationDate: LONG_AGO }, { email: kim.email }],
  ])('%s', async (_title, isAsked, user, row, leavers = 'expire') => {
    const members = [stored(7, otto, user), stored(8, ann)]
    const { stderr } = await dryRun(members, [{ ...again, ...row }, ann], [created], '--leavers', leavers)
    expect(stderr).toContain('1 to create: 1700\n')
    expect(
      stderr.includes(
        'a new number? (first users renumber, or later users merge-accounts): 1700 (1215 Otto Wolff)\n',
      ),
    ).toBe(isAsked)
  })
})

it('a new row with the name of somebody who has expired, and a number like that one, is held', async () => {
  const row = { ...otto, externalId: '0031 190', loginName: 'o.neu', email: kim.email }
  const members = [
    stored(7, { ...otto, externalId: '0031190' }, { expirationDate: LONG_AGO }),
    stored(8, ann),
  ]
  const { code, stderr } = await dryRun(members, [row, ann], [created])
  expect([code, stderr]).toEqual([EXIT.someRowsFailed, expect.stringContaining('is probably 0031190, Otto')])
})

it('the plan says how somebody without a number gets one, who has another address, too', async () => {
  const row = { ...otto, externalId: '1700', loginName: 'o.neu', email: kim.email }
  const members = [stored(7, otto, { externalId: '' }), stored(8, ann)]
  const { code, stderr } = await dryRun(members, [row, ann], [created], '--leavers', 'expire')
  const how = 'users merge --login-name 1215.otto.wolff --external-id 1700'
  expect([code, stderr]).toEqual([
    EXIT.someRowsFailed,
    expect.stringContaining(`1700 (1215.otto.wolff Otto Wolff: ${how})\n`),
  ])
})

it('a row without a number holds the leaver with its own address, and no other', async () => {
  const row = { ...otto, externalId: undefined, loginName: 'o.neu', lastName: 'Neu' }
  const members = [stored(7, otto), stored(9, { ...kim, externalId: '1300' }), stored(8, ann)]
  const { code, stderr } = await dryRun(members, [row, ann], [created], '--leavers', 'expire')
  expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining('(same-person)')])
  expect(stderr).toContain('1 not in the file, and not removed in this run: 1215 (line 1)\n')
  expect(stderr).toContain('1 not in the file, to expire: 1300 Kim Possible\n')
})

it.each([
  ['the name and the address', {}, true],
  ['the name', { email: kim.email }, false],
])(
  'the plan asks for a new number if somebody returns while a leaver has %s',
  async (_what, fields, isAsked) => {
    const back = stored(9, { ...otto, externalId: '1700', loginName: 'otto.wolff7', ...fields })
    const members = [stored(7, otto), { ...back, expirationDate: LONG_AGO }, stored(8, ann)]
    const { stderr } = await dryRun(
      members,
      [{ ...back, expirationDate: undefined }, ann],
      [changed(9)],
      '--leavers',
      'expire',
    )
    expect(stderr).toContain('1 to reactivate: 1700\n')
    expect(
      stderr.includes(
        'a new number? (first users renumber, or later users merge-accounts): 1700 (1215 Otto Wolff)\n',
      ),
    ).toBe(isAsked)
  },
)

describe('a row with the login name of', () => {
  const taken = [{ status: 409, code: 'login-name-taken', detail: 'Taken.' }]
  const NEW_NUMBER = 'rollcall users renumber'
  const RENAME =
    "Give that user another loginName first: rollcall users merge --external-id 'n 1215' --login-name " +
    '1215.otto.wolff-left-7.'
  const IF_OTHER = `If it is one person with a new number: ${NEW_NUMBER}. If it is another person: ${RENAME}`
  const IS_KIM = 'It is the account of Otto Wolff, and the row has Kim Possible.'
  const EXPIRED = 'That account has expired.'
  const left = { expirationDate: LONG_AGO, externalId: 'n 1215' }
  it.each<[string, user: Fields, row: Fields, says: string[], saysNot: string[]]>([
    [
      'somebody else who has left another group says how to free it',
      { ...left, visibleGroupIds: [13] },
      kim,
      [
        'Otto Wolff (user 7, 1215.otto.wolff) with',
        `in group 13, has this loginName. ${EXPIRED} ${IS_KIM} ${RENAME}`,
      ],
      [NEW_NUMBER, '--all-groups'],
    ],
    [
      'somebody else who has left the group says so, too',
      { ...left, managedBy: 'south' },
      kim,
      [`User 7 (n 1215, Otto Wolff) has this loginName. ${EXPIRED} ${IS_KIM} ${RENAME}`],
      [NEW_NUMBER],
    ],
    [
      'a leaver who keeps it, with another last name and address, asks first for the new number',
      left,
      { ...otto, email: 'otto.neu@corp.test', lastName: 'Neu' },
      [`If it is one person with a new number: ${NEW_NUMBER}. Otherwise: ${RENAME} Or run the sync with`],
      [],
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
      [`It is the account of Fay Wolff, and the row has Otto Wolff. ${IF_OTHER}`],
      [],
    ],
    [
      'a person who has left, with another last name and address, asks first for the new number',
      { ...left, visibleGroupIds: [13] },
      { ...otto, email: 'otto.neu@corp.test', lastName: 'Neu' },
      [`${EXPIRED} It is the account of Otto Wolff, and the row has Otto Neu. ${IF_OTHER}`],
      [],
    ],
    [
      'a leaver with the same address and other names says how to free it',
      { externalId: 'n 1215' },
      { ...kim, email: otto.email },
      [`User 7 (n 1215, Otto Wolff) has this loginName. ${IS_KIM} Has that person left? ${RENAME}`],
      [NEW_NUMBER, EXPIRED],
    ],
    [
      'a leaver with the same address and another last name says what to do in both cases',
      { externalId: 'n 1215' },
      { ...otto, lastName: 'Neu' },
      [`It is the account of Otto Wolff, and the row has Otto Neu. ${IF_OTHER}`],
      [EXPIRED],
    ],
    [
      'the same person without a number in another group asks for a merge of the two accounts',
      { externalId: '', visibleGroupIds: [13] },
      otto,
      ['two accounts: rollcall users merge-accounts 7 9.'],
      [NEW_NUMBER],
    ],
    [
      'the same person without a number and of another source asks for a merge, too',
      { externalId: '', managedBy: 'south' },
      otto,
      ['two accounts: rollcall users merge-accounts 7 9.'],
      [NEW_NUMBER],
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
    // Who has no number would be the person of the row, if that number were free.
    const second = stored(9, { ...row, externalId: '1500', loginName: 'o.wolff' })
    const others = 'externalId' in user && user.externalId === '' ? [second] : []
    const members = [stored(8, ann), ...others, ...('visibleGroupIds' in user ? [] : [holder])]
    const then = 'visibleGroupIds' in user ? [taken, [holder]] : [others.length > 0 ? changed(9) : created]
    const rows = [{ ...row, loginName: otto.loginName, externalId: '1500' }, ann]
    const { stderr } = await dryRun(members, rows, then)
    for (const text of says) expect(stderr).toContain(text)
    for (const text of saysNot) expect(stderr).not.toContain(text)
  })
})

const NEW_KIM = { ...kim, externalId: '1700' }
it('users sync names a leaver who stays because a row with an error has the login name', async () => {
  const row = { ...kim, externalId: '1700', loginName: otto.loginName, email: otto.email }
  const members = [stored(7, otto), stored(8, ann)]
  const { code, stderr } = await dryRun(members, [row, ann], [created], '--leavers', 'expire')
  expect([code, stderr]).toEqual([
    EXIT.failed,
    expect.stringContaining('1 not in the file, and not removed in this run: 1215 (line 1)\n'),
  ])
  const name = `people.ndjson.users-${GROUP}.dry-run.results.ndjson`
  const kept = (await readFile(join(runs.folder, name), 'utf8')).trim().split('\n').at(-1) as string
  const detail = 'Not removed, because line 1 may be about it.'
  expect(JSON.parse(kept)).toMatchObject({ outcome: 'kept', id: 7, who: '1215', detail })
})

it.each<[string, row: Fields, name: string]>([
  ['a new person with a sign for a lost letter', { ...NEW_KIM, firstName: 'J\uFFFDrgen' }, 'J\uFFFDrgen'],
  ['a new person with a ? in a name', { ...NEW_KIM, lastName: 'Nguy?n' }, 'Nguy?n'],
  ['a new person with a ? before a name', { ...NEW_KIM, lastName: '?ukasz' }, '?ukasz'],
  ['somebody who gets such a name', { ...otto, lastName: 'M?ller' }, 'M?ller'],
  ['somebody who gets a name in another encoding', { ...otto, lastName: 'MÃ¼ller' }, 'MÃ¼ller'],
  ['a new person with the error of a spreadsheet', { ...NEW_KIM, lastName: '#N/A' }, '#N/A'],
  ['somebody who gets the error of a spreadsheet', { ...otto, firstName: '#BEZUG!' }, '#BEZUG!'],
  ['somebody found by the login name', { ...otto, externalId: undefined, lastName: 'M?r' }, 'M?r'],
])('a row about %s is an error', async (whom, row, name) => {
  const members = [stored(7, otto), stored(8, ann)]
  const { code, stderr } = await dryRun(
    members,
    [row, ann],
    [whom.startsWith('a new') ? created : changed(7)],
  )
  const says = expect.stringMatching(new RegExp(`Name ${name.replace('?', '\\?')} .*\\(garbled-text\\)`))
  expect([code, stderr]).toEqual([EXIT.someRowsFailed, says])
  expect(stderr.includes(`merge --login-name ${otto.loginName} …`)).toBe(whom.includes('found by'))
})

it.each(['Null', 'None', 'NA', 'Nan', '#1'])(
  'a row about a new person with the name %s is right',
  async (lastName) => {
    const { code } = await dryRun([stored(8, ann)], [{ ...NEW_KIM, lastName }, ann], [created])
    expect(code).toBe(EXIT.done)
  },
)

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

it.each(['renumber', 'merge-accounts'])(
  'a person of another source who gets an account of this one stays one person with users %s',
  async (way) => {
    const group = scene.next()
    const [ann, una] = several(group, 'Ann Arbor', 'Una Con')
    await sync(group, [ann], 'hr')
    await syncFiles(group, [await roster(`ext-${group}.csv`, [una])], '--source', 'ext')
    const hired = { ...una, externalId: `8${group}`, loginName: `una.${group}` }
    const hr = (...more: string[]) => sync(group, [ann, hired], 'hr', '--reactivate', ...more)
    const names = [una.externalId, hired.externalId]
    expect((await hr('--dry-run')).stderr).toContain(
      `merge-accounts): ${names[1]} (${names[0]} Una Con, kept`,
    )
    if (way === 'renumber') {
      await scene.file('numbers.csv', ['oldExternalId,externalId', names.join(','), ''])
      await run(['users', way, 'numbers.csv', '--source', 'ext', '--yes'])
      const taken = await hr('--take-over', hired.externalId)
      expect([taken.code, taken.json()]).toMatchObject([EXIT.done, { created: 0, changed: 1 }])
    } else {
      expect((await hr()).json()).toMatchObject({ created: 1 })
      await run(['users', way, ...names, '--external-id', '--yes'])
    }
    const night = await hr()
    expect([night.code, night.json(), night.stderr]).toMatchObject([
      EXIT.done,
      { created: 0, unchanged: 2, kept: 0 },
      expect.not.stringContaining('taken over?'),
    ])
  },
)

it('a person without a number gets one and another login name with the command of the error', async () => {
  const group = scene.next()
  const [ann, bob, eve] = several(group, 'Ann Arbor', 'Bob Birch', 'Eve Elm')
  await sync(group, [{ ...ann, externalId: '' }, bob, eve], 'hr')
  const row = { ...ann, loginName: `ann.${group}` }
  const held = await sync(group, [row, bob, eve], 'hr')
  expectEnd(held, EXIT.failed, '(same-person)')
  expect(held.stderr).not.toContain('renumber')
  const [, words = ''] =
    / rollcall (users merge --login-name \S+ --external-id \w+)\./.exec(held.stderr) ?? []
  expect((await run(words.split(' '))).code).toBe(EXIT.done)
  const night = await sync(group, [row, bob, eve], 'hr')
  expect([night.code, night.json()]).toMatchObject([EXIT.done, { changed: 1, unchanged: 2 }])
})

it('the results of a row without the number have that of the account', async () => {
  const row = { ...otto, externalId: undefined, city: 'Oslo' }
  const members = [stored(7, otto), stored(8, ann)]
  const renamed = { ...row, lastName: 'Neu' }
  for (const one of [otto, row, renamed].map((fields) => ({ ...fields, externalId: undefined }))) {
    await dryRun(members, [one, ann], [changed(7)])
    const [result] = (await readFile(join(runs.folder, RESULTS), 'utf8')).split('\n')
    expect(JSON.parse(result as string)).toMatchObject({ line: 1, who: otto.externalId })
  }
})
