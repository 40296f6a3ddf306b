import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client, type Client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const system = wholeSystem()
let env: NodeJS.ProcessEnv
let api: Client
let folder: string
/** There before the key is used: what it can see is cached for 15 s. */
const GROUPS = Array.from({ length: 10 }, (_, i) => 1001 + i)
beforeAll(async () => {
  for (const id of GROUPS) {
    expectBody(await system.operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId: 1 }), 201)
    const course = { name: `Course ${id}`, groupIds: [1] }
    expectBody(await system.operator.put(`/admin/courses/${id}/`, course), 201)
  }
  const key = await system.issueKey()
  env = settings(system, key)
  api = client(system.url, key.credential)
})
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-sync-errors-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const groups = GROUPS.values()
/** A course, and a group of three people that no other test uses. The first and the last are registered. */
async function aCourse() {
  const id = groups.next().value as number
  const people = ['ann', 'bob', 'cleo'].map((name) => `${name}-${id}`) as [string, string, string]
  const users = people.map((one) => ({
    externalId: one,
    loginName: one,
    email: `${one}@example.org`,
    firstName: 'Ada',
    lastName: 'Byron',
    groupIds: [id],
  }))
  expectBody(await system.operator.post('/admin/users/batch/', users), 200)
  const items = [people[0], people[2]].map((userExternalId) => ({ courseId: id, userExternalId }))
  expectBody(await api.post('/registrations/batch/', items), 200)
  return { id, people }
}

/** The people with an open registration. */
async function registered(courseId: number): Promise<string[]> {
  const list: any[] = expectBody(await api.get(`/registrations/?course_id=${courseId}`), 200)
  return list
    .filter(({ statusName }) => statusName === 'Not Started')
    .map(({ userExternalId }) => userExternalId as string)
}

async function sync(rows: readonly string[], ...options: string[]) {
  await writeFile(join(folder, 'people.csv'), `${rows.join('\n')}\n`)
  const result = await command(['registrations', 'sync', 'people.csv', '--json', ...options], { env, folder })
  const ndjson = await readFile(join(folder, 'people.csv.results.ndjson'), 'utf8')
  const results: unknown[] = JSON.parse(`[${ndjson.trim().replaceAll('\n', ',')}]`)
  return { ...result, results }
}

describe('registrations sync --course withdraws and registers no one for a row', () => {
  it.each([
    ['whose courseId does not exist', (id: number) => `${id}00,,`, 'course-not-found'],
    ['whose courseName is misspelt', (id: number) => `,Curse ${id},`, 'course-not-found'],
    ['whose courseExternalId does not exist', (id: number) => `,,c-${id}`, 'course-not-found'],
    ['that names no course, in a file with columns for it', () => ',,', 'invalid-request'],
  ])('%s', async (_what, cells, code) => {
    const { id, people } = await aCourse()
    const [ann, bob, cleo] = people
    const header = 'courseId,courseName,courseExternalId,userExternalId'
    const rows = [header, `${id},,,${ann}`, `${cells(id)},${bob}`]
    for (const how of ['--dry-run', '--yes']) {
      const result = await sync(rows, '--course', String(id), how)
      expect([result.code, result.stderr]).toEqual([
        EXIT.failed,
        expect.stringContaining('No registration is withdrawn, because'),
      ])
      expect(result.json()).toMatchObject({ unchanged: 1, otherCourse: 0, withdrawn: 0, failed: 1 })
      expect(result.results).toContainEqual(expect.objectContaining({ line: 3, ok: false, code }))
    }
    expect(await registered(id)).toEqual([ann, cleo])
  })
})

describe('registrations sync withdraws no one and ends with 1 if every row fails', () => {
  it.each([
    ['when the service checks the rows', (_: number) => []],
    [
      'when they are sent, because people of a group are not checked before',
      (id: number) => ['--group', `${id}`],
    ],
  ])('%s', async (_when, group) => {
    const { id, people } = await aCourse()
    const [ann, bob, cleo] = people
    const left = { expirationDate: '2020-01-01T00:00:00Z' }
    expectBody(await api.post(`/users/external_id/${bob}/`, left), 200)
    for (const how of ['--yes', '--dry-run']) {
      const result = await sync(['userExternalId', bob], '--course', `${id}`, ...group(id), how)
      expect([result.code, result.stderr]).toEqual([
        EXIT.failed,
        expect.stringContaining('because every row about these courses failed. Is it the right file?'),
      ])
      expect(result.results).toEqual([expect.objectContaining({ line: 2, code: 'user-inactive' })])
    }
    expect(await registered(id)).toEqual([ann, cleo])
  })
})

it('a sync changes nothing if the file of --state cannot be written, and names the option', async () => {
  const { id, people } = await aCourse()
  await writeFile(join(folder, 'people.csv'), `userExternalId\n${people.join('\n')}\n`)
  const args = [
    'registrations',
    'sync',
    'people.csv',
    '--course',
    `${id}`,
    '--state',
    'missing/state',
    '--yes',
  ]
  const result = await command(args, { env, folder })
  expect([result.code, result.stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(/^rollcall: --state: .*missing.state can't be written/),
  ])
  expect(await registered(id)).toEqual([people[0], people[2]])
})
