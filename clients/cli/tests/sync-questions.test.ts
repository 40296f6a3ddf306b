import { personNamed } from '../../../testing/clients/roster.ts'
import { ann, created, dryRuns, kim, LONG_AGO, otto, stored } from '../../../testing/clients/dry-runs.ts'
import { failedRow } from '../src/import/targets/batch.ts'
import { EXIT } from '../src/exit-codes.ts'

const runs = dryRuns()
const { dryRun } = runs
const EXPIRE = ['--leavers', 'expire']

it.each([
  ['Jürg Müller', 'Juerg', 'MUELLER'],
  ['Zoë Ñandú', 'Zoe', 'Nandu'],
  ['Anna-Maria Øst', 'Anna Maria', 'Oest'],
  ['Lee Chan', 'Chan', 'Lee'],
  ["Pat O'Brien", 'Pat', 'O’Brien'],
  ['Madonna', 'Madonna', 'Ciccone'],
])('the plan asks whether the leaver %s is a new person called %s %s', async (name, firstName, lastName) => {
  const [first = '', last = ''] = name.split(' ')
  const leaver = stored(7, { ...otto, firstName: first, lastName: last })
  const row = { ...kim, externalId: '1700', firstName, lastName }
  const { code, stderr } = await dryRun(
    [leaver, stored(8, ann)],
    [row, ann],
    [created],
    '--leavers',
    'expire',
  )
  expect([code, stderr]).toEqual([EXIT.someRowsFailed, expect.stringContaining(`: 1700 (1215 ${name})\n`)])
})

describe('a number that may have lost its prefix', () => {
  const people = ['2001', '2002', '2003'].map((number) => personNamed(`south-${number}`, `Bea B${number}`))
  const withoutPrefix = people.map((one) => ({ ...one, externalId: one.externalId.replace('south-', '') }))
  const joiner = personNamed('2009', 'Joe Joiner')
  const bob = personNamed('1002', 'Bob Birch')
  const members = [...people.map((one, n) => stored(20 + n, one)), stored(8, ann), stored(9, bob)]
  const NEW = '1 to create: 2009\n'

  it('holds no joiner if it is the only one, and others have such numbers', async () => {
    const file = [...people.slice(0, 2), ...withoutPrefix.slice(2), joiner, ann, bob]
    const { code, stderr } = await dryRun(members, file, [created], ...EXPIRE)
    expect([code, stderr]).toEqual([EXIT.failed, expect.stringContaining(NEW)])
    expect(stderr).toMatch(/2003 is not known, and is probably south-2003.*--allow-other-person 2003\./)
  })

  it('holds a joiner if most have lost theirs, until the operator says that it is right', async () => {
    const file = [...withoutPrefix, joiner, ann, bob]
    const { stderr } = await dryRun(members, file, [created], ...EXPIRE)
    expect(stderr).toMatch(/2009 is not known, .*If the number is right, add --allow-other-person 2009\./)
    const allowed = await dryRun(members, file, [created], ...EXPIRE, '--allow-other-person', '2009')
    expect(allowed.stderr).toContain(NEW)
  })

  it('is right if the operator says so, also where it looks like that of a leaver', async () => {
    const leaver = stored(7, personNamed('02009', 'Lou Leaver'))
    const run = (...more: string[]) =>
      dryRun([leaver, stored(8, ann)], [joiner, ann], [created], ...EXPIRE, ...more)
    const held = await run()
    expect(held.stderr).toMatch(/probably 02009, .*add --allow-other-person 2009\. \(rewritten-id\)/)
    const { code, stderr } = await run('--allow-other-person', '2009')
    expect([code, stderr]).toEqual([EXIT.done, expect.stringContaining(NEW)])
    expect(stderr).toContain('to expire: 02009 Lou Leaver\n')
  })
})

it('a number that passed on with the login name and the address says how to free it', async () => {
  const nora = stored(7, { ...otto, externalId: 'left-1215' })
  const { email, loginName } = otto
  const rows = [{ ...kim, email, loginName }, personNamed('1604', 'Joe Joiner'), ann]
  const { stderr } = await dryRun([nora, stored(8, ann)], rows, [[...created, ...created]], ...EXPIRE)
  expect(stderr).toMatch(/the account of Otto Wolff, and the row has Kim Possible\. Has that person left\?/)
  expect(stderr).toContain(
    'rollcall users merge --external-id left-1215 --login-name 1215.otto.wolff-left-7.',
  )
  expect(stderr).toContain('1 to create: 1604\n')
})

it('a login name that passed on from somebody without a number says how to free it', async () => {
  const gone = stored(7, otto, { externalId: '', expirationDate: LONG_AGO })
  const row = { ...kim, externalId: '1700', loginName: otto.loginName }
  const { code, stderr } = await dryRun([gone, stored(8, ann)], [row, ann], [])
  expect([code, stderr]).toEqual([EXIT.someRowsFailed, expect.stringContaining('(other-person)')])
  expect(stderr).toContain(
    'rollcall users merge --login-name 1215.otto.wolff --external-id left-7, and then ' +
      'rollcall users merge --external-id left-7 --login-name 1215.otto.wolff-left-7.',
  )
})

it('two people who have exchanged their numbers are told how to get them', async () => {
  const clara = personNamed('2051', 'Clara Celle')
  const dora = personNamed('2044', 'Dora Dorn')
  const rows = [{ ...dora, externalId: '2051' }, { ...clara, externalId: '2044' }, ann]
  const { code, stderr } = await dryRun([stored(7, clara), stored(9, dora), stored(8, ann)], rows, [])
  const says = /that of Dora Dorn .*exchanged their numbers\? .*\n.*that of Clara Celle .*exchanged/
  expect([code, stderr]).toEqual([EXIT.someRowsFailed, expect.stringMatching(says)])
})

it.each([
  ['userExternalId', { userExternalId: '1700', userEmail: 'a@b.test' }, true],
  ['userId', { userId: 7, userEmail: 'a@b.test' }, false],
])('a row whose %s and address disagree may be about a new number', (_field, body, mayBe) => {
  const error = { status: 409, code: 'identifiers-disagree' }
  const { detail } = failedRow('registrations', { line: 1, body }, error)
  expect(detail).toMatch(mayBe ? /new number\? Then: rollcall users renumber\.$/ : /that is wrong\.$/)
})
