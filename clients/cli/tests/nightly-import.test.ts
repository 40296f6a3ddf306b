/**
 * A nightly load of people and mandatory courses with the commands of docs/guide/importing-files.md, whose processes are
 * killed. Few people here; `npm run test:nightly` takes 3,000.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'
import { expectBody } from '../../../testing/portal.ts'

const ROOT = join(__dirname, '../../..')
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc')
const PEOPLE = Number(process.env['NIGHTLY_PEOPLE'] ?? 120)
const KILL_WITHIN_MS = 300_000
/** So late the command gets its responses when it is to be killed before it has the one to its first batch. */
const LATE_MS = 1_500
const COURSE = 101
const COMPLETED = 20
const LEAVERS = 10
jest.setTimeout(900_000)

const system = wholeSystem()
let env: NodeJS.ProcessEnv
let api: Client
let folder: string
let proxies: readonly Awaited<ReturnType<typeof tcpProxy>>[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-nightly-'))
  await promisify(execFile)(process.execPath, [COMPILER, '-b', 'clients/cli'], { cwd: ROOT })
  expectBody(
    await system.operator.put(`/admin/courses/${COURSE}/`, { name: 'Fire safety', groupIds: [1] }),
    201,
  )
  const key = await system.aKey()
  proxies = [await tcpProxy(system.url), await tcpProxy(system.adminUrl)]
  const [url = '', adminUrl = ''] = proxies.map(({ host }) => `http://${host}`)
  env = settings({ ...system, url, adminUrl }, key)
  api = client(system.url, key.credential)
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await rm(folder, { recursive: true, force: true })
})

const numbers = Array.from({ length: PEOPLE }, (_, n) => n)
/** Every tenth person has no mailbox of their own. */
const emailOf = (n: number) => (n % 10 === 9 ? 'no-mailbox@example.org' : `p${n}@example.org`)

/** What the HR system writes every night. Those who have left are in it too, with the date of their last day. */
async function writeFiles(leavers: number) {
  const people = numbers.map((n) => {
    const lastDay = n < leavers ? '2020-01-31T00:00:00Z' : ''
    return `hr-${n},p${n},Ada,Byron,${emailOf(n)},${lastDay}`
  })
  await writeFile(
    join(folder, 'people.csv'),
    ['externalId,loginName,firstName,lastName,email,expirationDate', ...people].join('\n'),
  )
  const mandatory = numbers.slice(leavers).map((n) => `mandatory-${COURSE}-hr-${n},${COURSE},hr-${n}`)
  await writeFile(
    join(folder, 'mandatory.csv'),
    ['externalId,courseId,userExternalId', ...mandatory].join('\n'),
  )
}

const IMPORT_PEOPLE = ['import', 'users', 'people.csv', '--group', '1', '--yes', '--json']
const IMPORT_MANDATORY = ['registrations', 'import', 'mandatory.csv', '--json']

/** Starts the command as a process, and kills it when some of its work is done. */
async function killed(args: readonly string[], hasBegun: () => Promise<boolean>) {
  for (const proxy of proxies) proxy.slow(LATE_MS)
  const main = join(ROOT, 'clients/cli/dist/src/main.js')
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  const said = text(child.stderr)
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`the command ended before it was killed: ${await said}`)
    expect(await hasBegun()).toBe(true)
  }, KILL_WITHIN_MS)
  child.kill('SIGKILL')
  await ended
  for (const proxy of proxies) proxy.heal()
}

const run = (args: readonly string[]) => command(args, { env, folder })

async function all(path: string): Promise<any[]> {
  const found: any[] = []
  for (let next: string | undefined = `${path}&limit=1000`; next !== undefined;) {
    const page = await api.get(next)
    found.push(...(expectBody(page, 200) as any[]))
    next = /<([^>]*)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return found
}
const users = () => all('/users/?groupId=1')
const registrations = () => all(`/registrations/?course_id=${COURSE}&include=details`)
/** Without the date of the last change: a change of the user refreshes the registration's copy. */
const lifeOf = ({ updatedDate: _, ...life }: any) => life
const hasSome = async (path: string) => (expectBody(await api.get(path), 200) as unknown[]).length > 0

it('loads everyone once through kills, changes nothing in the second night, and enrols no one again', async () => {
  await writeFiles(0)
  await killed(IMPORT_PEOPLE, () => hasSome('/users/?limit=1'))
  expect((await run(IMPORT_PEOPLE)).json()).toMatchObject({ rows: PEOPLE, failed: 0 })
  expect((await users()).map(({ externalId }) => externalId).sort()).toEqual(
    numbers.map((n) => `hr-${n}`).sort(),
  )

  await killed(IMPORT_MANDATORY, () => hasSome('/registrations/?limit=1'))
  expect((await run(IMPORT_MANDATORY)).json()).toMatchObject({ rows: PEOPLE, created: PEOPLE, failed: 0 })
  const enrolled = await registrations()
  expect(new Set(enrolled.map(({ userExternalId }) => userExternalId)).size).toBe(PEOPLE)
  expect(enrolled).toHaveLength(PEOPLE)

  for (const { id } of enrolled.slice(0, COMPLETED))
    expectBody(await api.post(`/registrations/${id}/complete/`, { score: 90, success: true }), 200)
  const before = { users: await users(), registrations: await registrations() }

  // The second night, with the same files.
  await killed(IMPORT_PEOPLE, () => Promise.resolve(true))
  expect((await run(IMPORT_PEOPLE)).json()).toMatchObject({ created: 0, changed: 0, failed: 0 })
  await killed(IMPORT_MANDATORY, () => Promise.resolve(true))
  const again = await run(IMPORT_MANDATORY)
  expect(again.json()).toMatchObject({ rows: PEOPLE, created: 0, failed: PEOPLE })
  const results = await readFile(join(folder, 'mandatory.csv.results.ndjson'), 'utf8')
  const codes = results
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { code: string }).code)
  // Who has completed the course is kept from another registration by the external id alone.
  const taken = codes.filter((code) => code === 'registration-external-id-taken')
  expect(taken).toHaveLength(COMPLETED)
  expect(codes.filter((code) => code === 'already-registered')).toHaveLength(PEOPLE - COMPLETED)
  expect({ users: await users(), registrations: await registrations() }).toEqual(before)

  // People leave: they keep their history, and can not be registered any more.
  await writeFiles(LEAVERS)
  expect((await run(IMPORT_PEOPLE)).json()).toMatchObject({
    changed: LEAVERS,
    unchanged: PEOPLE - LEAVERS,
    failed: 0,
  })
  await run(IMPORT_MANDATORY)
  expect((await registrations()).map(lifeOf)).toEqual(before.registrations.map(lifeOf))
  const refused = await api.post('/registrations/', { courseId: COURSE, userExternalId: 'hr-0' })
  expect(refused).toBeError('user-inactive')
})
