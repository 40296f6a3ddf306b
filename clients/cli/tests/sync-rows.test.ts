import type { Course, User } from '@rollcall/client'
import { command } from '../../../testing/clients/command.ts'
import {
  ann,
  created,
  dryRuns,
  kim,
  otto,
  stored,
  SUBGROUPS,
  type Fields,
} from '../../../testing/clients/dry-runs.ts'
import { personNamed } from '../../../testing/clients/roster.ts'
import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { EXIT } from '../src/exit-codes.ts'
import { isGarbled, originalOfGarbled } from '../src/import/texts.ts'
import { endingAmong, isLike, originalsAmong, rewrittenText } from '../src/import/rewritten-ids.ts'
import { PERSON_IS_FOUND } from '../src/sync/registrations/comparison.ts'
import { desiredRegistrationsOf } from '../src/sync/registrations/desired-registrations.ts'
import { Members, peopleOf } from '../src/sync/users/people.ts'

const visible = [101, 102, 103].map((id) => ({ id, name: `Course ${id}`, externalId: `c-${id}` }) as Course)
const named = visible.slice(0, 2)
const placeOf = (line: number) => ({ text: `line ${line}`, line })

/** What the rows of a file for the courses 101 and 102 ask for. */
function read(...bodies: Record<string, unknown>[]) {
  const rows = bodies.map((body, index) => ({ line: index + 2, body }))
  const { registrations, unsent, unclearLines } = desiredRegistrationsOf(rows, { named, visible }, placeOf)
  return { unclearLines, asked: registrations.length, details: unsent.map(({ detail }) => detail) }
}

const person = { userExternalId: 'hr-1' }

it.each(['Team 👩\u200D💻', 'Team 👩💻'])(
  'a sync finds a course by its name as the service does: %j',
  (courseName) => {
    const team = { ...named[0], name: 'Team 👩\u200D💻' } as Course
    const rows = [{ line: 2, body: { ...person, courseName } }]
    const { registrations, unclearLines } = desiredRegistrationsOf(
      rows,
      { named: [team], visible: [team] },
      placeOf,
    )
    expect([registrations.length, unclearLines]).toEqual([1, []])
  },
)

it('a sync knows that the service has found the person of a row if it says that it is not eligible', () => {
  const { 'x-error-codes': codes } = contract.components.responses.Ineligible
  const { 'idempotency-key-reused': _aboutTheRequest, ...ofEligibility } = codes
  expect([...PERSON_IS_FOUND]).toEqual(expect.arrayContaining(Object.keys(ofEligibility)))
})

describe('a sync withdraws no one if a row', () => {
  it.each([
    ['has a course id that is not a number', { courseId: '101.0' }, 'courseId must be a whole number.'],
    ['has a course name that is not text', { courseName: null }, 'courseName must be text.'],
    [
      'has one external id for registrations in several courses',
      { externalId: 'e1' },
      expect.stringContaining('Give it a course.'),
    ],
  ])('%s', (_what, fields, detail) => {
    const other = { userExternalId: 'hr-2', courseId: 101 }
    expect(read({ ...person, ...fields }, other)).toEqual({
      unclearLines: [2],
      asked: 1,
      details: [detail],
    })
  })
})

it('a sync skips rows about other courses', () => {
  const other = { ...person, courseName: 'Course 103' }
  expect(read(other)).toMatchObject({ unclearLines: [], asked: 0 })
  expect(read(other, { ...person, courseExternalId: 'c-102' })).toMatchObject({
    unclearLines: [],
    asked: 1,
  })
})

it.each([
  ['Jürgen', 'JÃ¼rgen', true],
  ['Jürgen', 'J√ºrgen', true],
  ['Šárka', 'Ĺ ÃˇrkaX', false],
  ['Łukasz', '?ukasz', true],
  ['Zoë', 'Zo\uFFFD', true],
  ['Jürgen', 'Juergen', false],
  ['Jürgen', 'Jürgen', false],
  ['Joe', 'J?e', false],
])('the name %j is garbled if it is %j in the file: %j', (original, text, expected) =>
  expect(isGarbled(text, original)).toBe(expected),
)

it.each([
  ['JÃ¼rgen', 'Jürgen'],
  ['GrÃ¶ÃŸ', 'Größ'],
  ['Å\u00A0Ã¡rka', 'Šárka'],
  ['Jürgen', undefined],
  ['MAÇÃ', undefined],
  ['Łukasz', undefined],
  ['李', undefined],
  ['Joe', undefined],
])('the name %j of a new person is probably %j', (text, original) =>
  expect(originalOfGarbled(text)).toBe(original),
)

it.each([
  ['123', '00123', 'is probably 00123, as'],
  ['4711.0', '4711', 'is probably 4711,'],
  ['hr-0815', 'HR-0815', 'is probably HR-0815,'],
  ['00123', '123', 'rollcall users renumber (123,00123)'],
  ['4711', '4711.0', 'rollcall users renumber (4711.0,4711)'],
  ['south-0123', 'south-123', 'rollcall users renumber (south-123,south-0123)'],
])('the number %j of a row tells which of it and %j is right', (id, original, expected) =>
  expect(
    rewrittenText({ field: 'externalId', id, originals: [{ id: original }], mayRenumber: true }),
  ).toContain(expected),
)

it('a number that several accounts may have names them all, and renumbers none', () => {
  const originals = [
    { id: '123', who: 'Otto' },
    { id: '00123', who: 'Anna' },
  ]
  const text = rewrittenText({ field: 'externalId', id: '0123', originals, mayRenumber: true })
  expect(text).toContain('is probably 123, Otto, or 00123, Anna, as a')
  expect(text).not.toContain('renumber')
})

it('a list that does not say which number a person has renumbers no account', () => {
  const text = rewrittenText({ field: 'userExternalId', id: '0123', originals: [{ id: '123' }] })
  expect(text).toContain('is probably 123, as a spreadsheet has changed it. Give the right one in the row.')
  expect(text).not.toContain('renumber')
})

describe('an unknown external id', () => {
  it.each([
    ['00123', '123'],
    ['123', '00123'],
    ['HR-7', 'hr-7'],
    ['south-01008', 'south-1008'],
    ['4711', '4711.0'],
    ['4711', '4711,00'],
    ['KR-5', 'KR\u20115'],
    ['KR-5', 'kr\u22125'],
    ['KR-5', 'KR\uFF0D\uFF15'],
    ['MA 77', 'MA77'],
    ['MA 77', 'MA\u00A077'],
    ['00260', '00260.'],
    ['12-3', '12/3'],
    ['061270', '61.270'],
    ['020700', '020 700'],
    ['20726', '20,726'],
    ['20000', '20.000'],
    ['1234567', '1\u202F234\u202F567'],
    ['1234567', "1'234'567"],
    ['61270', '61.270,00'],
  ])('may be the id %j of a leaver, which a spreadsheet has changed to %j', (leaver, row) =>
    expect(originalsAmong([leaver], (id) => id)(row)).toEqual([leaver]),
  )

  it.each([
    ['123', '124'],
    ['0', '00x'],
    ['', '0'],
    ['120', '12'],
    ['south-10', 'south-1'],
    ['12-3', '1-23'],
    ['12', '1.2'],
    ['12345', '12.34.5'],
    ['123456', '1.234,56'],
    ['1234567', '1.234 567'],
  ])('is not the id %j of a leaver if it is %j', (leaver, row) =>
    expect(originalsAmong([leaver], (id) => id)(row)).toEqual([]),
  )

  it.each([
    ['C6600', '6600', true],
    ['6600', 'C6600', true],
    ['C006600', '6600', true],
    ['66-0007', '0007', true],
    ['north-0815', 'north-815', true],
    ['north-1001', 'south-1001', false],
    ['6600', '6601', false],
    ['C', 'D', false],
  ])('%j of a leaver may have lost its beginning in a row with %j: %j', (leaver, row, expected) =>
    expect(endingAmong([leaver], (id) => id)(row)).toEqual(expected ? [leaver] : []),
  )

  it.each([
    ['0031190', '0031 190', true],
    ['0031190', '31190', true],
    ['0024117', '0024-117', true],
    ['0024118', 'P0024118', true],
    ['1700', '1700/1', true],
    ['HR-1700', '1700', true],
    ['north-1001', 'south-1001', false],
    ['0031190', '0031191', false],
    ['C', 'D', false],
    ['', '', false],
  ])('like %j with the same names, if it is %j: %j', (original, id, expected) =>
    expect(isLike(id, original)).toBe(expected),
  )

  it('is not the id of a leaver if it is the id of another member', () => {
    const ids = ['00123', '123']
    const users = ids.map((externalId, id) => ({ id, externalId, loginName: `login-${id}` }) as User)
    const others = { isElsewhere: () => false, hasOthers: false }
    const members = new Members({ users, ...others })
    const { people } = peopleOf([{ line: 2, body: { externalId: '123' } }], members, (line) => ({
      text: `line ${line}`,
      line,
    }))
    expect(members.rewritten(people, users.slice(0, 1)).size).toBe(0)
    const leaver = users.slice(0, 1)
    expect(new Members({ users: leaver, ...others }).rewritten(people, leaver).size).toBe(1)
  })
})

describe('registrations sync with a number that may be that of a leaver without zeros', () => {
  const { dryRunOfCourse } = dryRuns()
  const [pia, sven, ann] = [
    stored(1, personNamed('0899', 'Pia Aab')),
    stored(2, personNamed('899', 'Sven Tulp')),
    stored(3, personNamed('1001', 'Ann Arbor')),
  ] as const
  const registration = { id: 0, courseId: 101, userId: 2, statusName: 'Not Started' }
  const WOULD_REGISTER = [{ status: 201, registration }]
  const number = { userExternalId: '899' }

  it.each<[string, rows: object[], registered: (typeof pia)[], code: string | undefined]>([
    ['registers no one and holds the leaver', [number], [pia], 'rewritten-id'],
    [
      'registers a person whom the row names in another way, too',
      [{ ...number, userLoginName: sven.loginName }],
      [pia],
      undefined,
    ],
    [
      'holds a leaver whose last name the row has',
      [{ ...number, userLastName: pia.lastName }],
      [pia],
      'identifiers-disagree',
    ],
    ['withdraws the leaver if the person is registered already', [number], [pia, sven], undefined],
    ['holds the leaver if two rows have it', [number, number], [pia, sven], 'repeated-row'],
    [
      'withdraws the leaver if the second row names the person in another way, too',
      [number, { ...number, userLoginName: sven.loginName }],
      [pia, sven],
      undefined,
    ],
  ])('%s', async (_title, rows, registered, code) => {
    const people = [{ userExternalId: '1001' }, ...rows]
    const { code: exit, stderr } = await dryRunOfCourse(
      [pia, sven, ann],
      [...registered, ann],
      people,
      WOULD_REGISTER,
    )
    const leaver = code
      ? `not withdrawn in this run: 0899 (line ${people.length})`
      : '1 to withdraw: 0899 Pia Aab'
    expect(stderr).toContain(leaver)
    expect(exit).toBe(code ? EXIT.failed : people.length > 2 ? EXIT.someRowsFailed : EXIT.done)
    expect(/\(([a-z-]+)\)/.exec(stderr)?.[1]).toBe(code ?? (people.length > 2 ? 'repeated-row' : undefined))
    expect(stderr.includes('to register')).toBe(code === undefined && !registered.includes(sven))
  })

  it('names the person of a row without a number by the login name', async () => {
    const rows = [{ userExternalId: '1001' }, { userLoginName: sven.loginName }]
    const { stderr } = await dryRunOfCourse([ann, sven], [ann], rows)
    expect(stderr).toContain(
      `line 2, ${sven.loginName}: One of userId, userExternalId, userEmail is required beside userLoginName`,
    )
  })
})

it('registrations sync takes one of --again and --again-after', async () => {
  const args = 'registrations sync people.csv --course 1 --group 1 --again --again-after 365d'.split(' ')
  const { code, stderr } = await command(args)
  expect([code, stderr]).toEqual([
    EXIT.usage,
    expect.stringContaining('Give --again or --again-after, not both'),
  ])
})

describe('a file of several groups that lacks eleven people of one', () => {
  const { dryRun, dryRunOfCourse } = dryRuns()
  const people = Array.from({ length: 250 }, (_, i) =>
    stored(i + 1, personNamed(`${1000 + i}`, `Ann Arbor${i}`), {
      visibleGroupIds: [SUBGROUPS[i < 24 ? 0 : 1]],
    }),
  )
  const file = people.slice(11)
  const says = 'of group 15; the limit is 10. Nothing was changed.'

  it('expires no one', async () => {
    const { code, stderr } = await dryRun(people, file, [[]], '--leavers', 'expire')
    expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining(`11 of 24 users ${says}`)])
  })

  it('withdraws no registration', async () => {
    const rows = file.map(({ externalId }) => ({ userExternalId: externalId }))
    const { code, stderr } = await dryRunOfCourse(people, people, rows)
    expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining(`11 of 24 registrations ${says}`)])
  })
})

describe('a number that passes on', () => {
  const { dryRun } = dryRuns()
  it.each<[string, other: Fields, says: RegExp]>([
    ['login name', { email: kim.email }, /User 7 .* users renumber.*\(login-name-taken\)/],
    ['address', { loginName: 'o.wolff' }, /Wolff .* users renumber.*\(same-person\)/],
  ])(
    'a row is about somebody else if one with a new number has the names and the %s of the person',
    async (_what, other, says) => {
      const typist = { ...otto, loginName: 'o.typo', lastName: 'Typo', email: 'o.typo@example.org' }
      const rows = [typist, { ...otto, externalId: '1216', ...other }, ann]
      const { code, stderr } = await dryRun([stored(7, otto), stored(8, ann)], rows, [created])
      expect([code, stderr]).toEqual([EXIT.someRowsFailed, expect.stringMatching(says)])
      expect(stderr).toMatch(/that of somebody else\. 1215 Otto Wolff seems to be 1216 now \(line 2\)\..*/)
    },
  )
})
