/**
 * Two courses, a roster, and a ledger of e-mails. `npm run test:sync` does it with 3,000 people and kills the process of the
 * command; without SYNC_PEOPLE it is done with a few, and the command is abandoned in the middle of a request.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../../testing/notification/mail-server.ts'
import { expectBody } from '../../../testing/portal.ts'

const ROOT = join(__dirname, '../../..')
const IS_CAMPAIGN = process.env['SYNC_PEOPLE'] !== undefined
const PEOPLE = Number(process.env['SYNC_PEOPLE'] ?? 55)
const LEAVERS = IS_CAMPAIGN ? 40 : 3
const JOINERS = IS_CAMPAIGN ? 60 : 3
const COURSES = [101, 102]
const WITHIN_MS = IS_CAMPAIGN ? 600_000 : 60_000
jest.setTimeout(2 * WITHIN_MS)

let mails: MailServer
const system = wholeSystem({
  wayTo: async (name, url) => (name === 'smtp' ? (mails = await startMailServer()).url : url),
})
let env: NodeJS.ProcessEnv
let folder: string
beforeAll(async () => {
  env = settings(system, await system.aKey())
  for (const id of COURSES)
    expectBody(
      await system.operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }),
      201,
    )
  folder = await mkdtemp(join(tmpdir(), 'rollcall-campaign-'))
  if (IS_CAMPAIGN)
    await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '-b', 'clients/cli'],
      { cwd: ROOT },
    )
})
afterAll(async () => {
  await mails.stop()
  await rm(folder, { recursive: true, force: true })
})

const COLUMNS = 'externalId,loginName,email,firstName,lastName'
const person = (n: number) => `hr-${n}`
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
/** The HR system writes one file for both commands. */
const write = (people: readonly number[]) =>
  writeFile(
    join(folder, 'people.csv'),
    [COLUMNS, ...people.map((n) => `${person(n)},p${n},p${n}@example.org,Ada,Byron ${n}`)].join('\n'),
  )
const USERS = ['users', 'sync', 'people.csv', '--group', '1', '--leavers', 'keep', '--yes', '--json']
const MAP = ['externalId=userExternalId', 'loginName=', 'email=', 'firstName=', 'lastName=']
const REGISTRATIONS = [
  ...['registrations', 'sync', 'people.csv', '--course', COURSES.join(','), '--yes', '--json'],
  ...MAP.flatMap((mapping) => ['--map', mapping]),
]
const run = (args: readonly string[], ...more: string[]) => command([...args, ...more], { env, folder })

/** Everything that there is, by the operator API. */
async function registrations(): Promise<any[]> {
  const all: any[] = []
  for (let target: string | undefined = '/admin/registrations/?limit=1000'; target !== undefined;) {
    const { body, headers }: any = await system.operator.get(target)
    all.push(...body)
    target = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return all
}
const count = async () =>
  Number(
    (await system.operator.get('/admin/registrations/?limit=1', { prefer: 'count=exact' })).headers.get(
      'x-total-count',
    ),
  )

/** Runs the command until there are more registrations than so many, and kills it. */
async function kill(args: readonly string[], moreThan: number): Promise<void> {
  if (!IS_CAMPAIGN) return abandon(args)
  const main = join(ROOT, 'clients/cli/dist/src/main.js')
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  await eventually(async () => expect(await count()).toBeGreaterThan(moreThan), WITHIN_MS)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

/** Runs the command until its first batch is done, and never gives it the response. */
async function abandon(args: readonly string[]): Promise<void> {
  const sent = globalThis.fetch
  const done = Promise.withResolvers<void>()
  const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await sent(...request)
    const [url] = request
    if (typeof url !== 'string' || !url.endsWith('/registrations/batch/')) return response
    done.resolve()
    return new Promise(() => undefined)
  })
  void run(args)
  await done.promise
  fetching.mockRestore()
  jest.restoreAllMocks()
}

/** Open registrations by course and person. */
const open = async () =>
  (await registrations())
    .filter(({ statusName }) => statusName === 'Not Started' || statusName === 'Approved')
    .map(({ courseId, userExternalId }) => `${courseId} ${userExternalId}`)
    .sort()
const wanted = (people: readonly number[]) =>
  COURSES.flatMap((course) => people.map((n) => `${course} ${person(n)}`)).sort()

it('keeps two courses equal to a roster through kills, with one e-mail for each new registration', async () => {
  const first = numbers(0, PEOPLE)
  await write(first)
  expect((await run(USERS)).json()).toMatchObject({ rows: PEOPLE, created: PEOPLE, failed: 0 })
  expect((await run(USERS)).json()).toMatchObject({ created: 0, changed: 0, unchanged: PEOPLE })

  await kill(REGISTRATIONS, PEOPLE / 3)
  const before = await count()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(2 * PEOPLE)
  const resumed = await run(REGISTRATIONS)
  expect([resumed.code, resumed.json().failed]).toEqual([0, 0])
  expect(await open()).toEqual(wanted(first))
  const second = await run(REGISTRATIONS)
  expect(second.json()).toMatchObject({ created: 0, withdrawn: 0, unchanged: 2 * PEOPLE, failed: 0 })

  const now = numbers(LEAVERS, PEOPLE + JOINERS)
  await write(now)
  expect((await run(USERS)).json()).toMatchObject({ created: JOINERS, kept: LEAVERS, failed: 0 })
  await kill(REGISTRATIONS, 2 * PEOPLE)
  const third = await run(REGISTRATIONS)
  expect(third.json()).toMatchObject({ withdrawn: 2 * LEAVERS, failed: 0 })
  expect(await open()).toEqual(wanted(now))
  expect((await run(REGISTRATIONS)).json()).toMatchObject({ created: 0, withdrawn: 0 })

  const whole = await readFile(join(folder, 'people.csv'), 'utf8')
  await writeFile(join(folder, 'people.csv'), whole.slice(0, whole.length / 2))
  const cut = await run(REGISTRATIONS)
  expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  await write(now.slice(0, now.length / 2 - 1))
  const shrunk = await run(REGISTRATIONS, '--max-withdrawals', '100%')
  expect([shrunk.code, shrunk.stderr]).toEqual([1, expect.stringContaining('it may be incomplete')])
  expect(await open()).toEqual(wanted(now))

  const all = await registrations()
  expect(all).toHaveLength(2 * (PEOPLE + JOINERS))
  const ids = all.map(({ id }) => String(id)).sort()
  const mailed = () => mails.received.map(({ mail }) => /^<222\.(\d+)\./.exec(mail.messageId ?? '')?.[1])
  await eventually(() => expect(mailed()).toHaveLength(ids.length), WITHIN_MS)
  expect(mailed().sort()).toEqual(ids)
})
