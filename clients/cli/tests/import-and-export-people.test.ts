import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const HEADER = 'externalId,loginName,email,firstName,lastName,groupIds'

const system = wholeSystem()
let env: NodeJS.ProcessEnv
let folder: string
beforeAll(async () => {
  env = settings(system, await system.issueKey())
  folder = await mkdtemp(join(tmpdir(), 'rollcall-import-people-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function load(rows: readonly string[], ...more: string[]) {
  const name = 'others.csv'
  await writeFile(join(folder, name), [HEADER, ...rows, ''].join('\n'))
  const { code, stderr } = await command(['import', 'users', name, ...more], { env, folder })
  const ndjson = await readFile(join(folder, `${name}.results.ndjson`), 'utf8')
  const results: any[] = JSON.parse(`[${ndjson.trim().replaceAll('\n', ',')}]`)
  return { code, stderr, results }
}
const ADA = 'other-1,other-1,office@example.org,Ada,Byron,1'
const ZOE = 'other-1,other-1,office@example.org,Zoe,Quist,1'

it('an import of users holds a row that would make an account that of somebody else', async () => {
  const colleague = 'other-2,other-2,office@example.org,Bob,Birch,1'
  await load([ADA, colleague])
  const held = await load([ZOE])
  expect(held.code).toBe(EXIT.someRowsFailed)
  expect(held.results).toMatchObject([{ line: 2, ok: false, code: 'other-person', who: 'other-1' }])
  expect(held.stderr).toMatch(/Ada, Byron → Zoe, Quist\..* --allow-other-person other-1\./)
  const stored = async () => (await system.operator.get('/admin/users/?externalId=other-1')).body[0]
  expect(await stored()).toMatchObject({ firstName: 'Ada' })
  expect((await load([ZOE], '--allow-other-person', 'other-1')).code).toBe(EXIT.done)
  expect(await stored()).toMatchObject({ firstName: 'Zoe' })
})

it('an import of users rejects a name that is an error of a spreadsheet, such as #REF!', async () => {
  await load(['other-4,other-4,dan@example.org,Dan,Date,1'])
  const { code, results } = await load([
    'other-4,other-4,dan@example.org,Dan,#NV,1',
    'other-5,other-5,eve@example.org,#REF!,Elm,1',
    'other-6,other-6,nul@example.org,None,Null,1',
  ])
  const held = { ok: false, code: 'garbled-text', detail: expect.stringContaining('error of a spreadsheet') }
  expect([code, results]).toMatchObject([EXIT.someRowsFailed, [held, held, { outcome: 'created' }]])
})

it('an import of users writes the values that it has changed into the results', async () => {
  await load(['other-3,other-3,cleo@example.org,Cleo,Cedar,1'])
  const { results } = await load(['other-3,other-3,cleo@example.org,Cleo,Cypress,1'])
  expect(results).toMatchObject([{ outcome: 'changed', detail: 'Cedar → Cypress' }])
})

it('users export goes on where a response ends, which has ten registrations (O19)', async () => {
  const courseId = 7
  expectBody(await system.operator.put(`/admin/courses/${courseId}/`, { name: 'Cranes', groupIds: [1] }), 201)
  await load(['exported,exported,exported@example.org,Ada,Byron,1'])
  const found = expectBody(await system.operator.get('/admin/users/?externalId=exported'), 200)
  const { id } = found[0]
  const finished = Array.from({ length: 21 }, (_, n) => ({
    courseId,
    userId: id,
    statusName: 'Completed',
    registrationDate: '2020-01-01T00:00:00Z',
    completionDate: `2020-02-${String(n + 1).padStart(2, '0')}T00:00:00Z`,
  }))
  expectBody(await system.operator.post('/admin/registrations/import/', finished), 200)
  const path = `/admin/users/${id}/export/`
  const first = expectBody(await system.operator.get(path), 200)
  expect([first.registrations.length, typeof first.next]).toEqual([10, 'string'])
  for (const wrong of ['1', 'x.0.0.0', '0.0.0.0.0'])
    expect(await system.operator.get(`${path}?after=${wrong}`)).toBeError('invalid-request')
  const end = '9999999999999999'
  expect((await system.operator.get(`${path}?after=${[end, end, end, end].join('.')}`)).status).toBe(200)
  const whole = (await command(['users', 'export', String(id)], { env, folder })).json()
  expect(whole).toMatchObject({ userId: id, account: { externalId: 'exported' }, deliveries: [] })
  const dates = whole.registrations.map(({ registration }: any) => registration.completionDate)
  expect(dates).toEqual(finished.map(({ completionDate }) => completionDate))
  expect(whole).not.toHaveProperty('next')
})
