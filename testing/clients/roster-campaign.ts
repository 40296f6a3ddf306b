import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestResponse } from '../client.ts'
import { eventually } from '../eventually.ts'
import type { MailServer } from '../notification/mail-server.ts'
import { expectBody } from '../portal.ts'
import { ROOT } from '../../local/support/files.ts'
import { command } from './command.ts'
import { nextPageOf } from '../pages.ts'
import type { System } from './system.ts'
import { EXIT } from '../../clients/cli/src/exit-codes.ts'

interface Campaign {
  readonly system: System
  readonly env: NodeJS.ProcessEnv
  /** Accepts the e-mails of the system. */
  readonly mails: MailServer
  /** A group without users, which the account of `env` can see, and the ids for two courses. */
  readonly group: number
  readonly courses: readonly number[]
  readonly people: number
  readonly leavers: number
  readonly joiners: number
  readonly withinMs: number
  /** Starts the command in this folder, and kills it when it has created some registrations. */
  readonly kill: (args: readonly string[], folder: string) => Promise<void>
}

const COLUMNS = 'externalId,loginName,email,firstName,lastName'
const MAP = ['externalId=userExternalId', 'loginName=', 'email=', 'firstName=', 'lastName=']

/**
 * Keeps the users of a group and two courses equal to a file: through a first load, leavers, joiners and
 * files that are cut, while the command is killed twice. In the end the registrations equal the file, and
 * each one that was ever created has one e-mail.
 */
export async function rosterCampaign(campaign: Campaign): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-campaign-'))
  try {
    await campaignIn(folder, campaign)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function campaignIn(folder: string, campaign: Campaign): Promise<void> {
  const { system, env, mails, group, courses, people, leavers, joiners, withinMs, kill } = campaign
  for (const id of courses)
    expectBody(
      await system.operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }),
      201,
    )

  /** The HR system writes one file for both commands. */
  const write = (present: readonly number[]) =>
    writeFile(
      join(folder, 'people.csv'),
      [COLUMNS, ...present.map((n) => `hr-${n},p${n},p${n}@example.org,Ada,Byron ${n}`)].join('\n'),
    )
  const users = ['users', 'sync', 'people.csv', '--group', String(group), '--yes', '--json']
  const registrations = [
    ...['registrations', 'sync', 'people.csv', '--course', courses.join(','), '--all-groups'],
    ...['--yes', '--json'],
    ...MAP.flatMap((mapping) => ['--map', mapping]),
  ]
  const run = (args: readonly string[], ...more: string[]) => command([...args, ...more], { env, folder })

  const created = async () => (await registrationsFor(system, courses)).length
  const open = async () =>
    (await registrationsFor(system, courses))
      .filter(({ statusName }) => statusName === 'Not Started' || statusName === 'Approved')
      .map(({ courseId, userExternalId }) => `${courseId} ${userExternalId}`)
      .sort()
  const wanted = (present: readonly number[]) =>
    courses.flatMap((course) => present.map((n) => `${course} hr-${n}`)).sort()

  const first = numbers(0, people)
  await write(first)
  expect((await run(users)).json()).toMatchObject({ rows: people, created: people, failed: 0 })
  expect((await run(users)).json()).toMatchObject({ created: 0, changed: 0, unchanged: people })

  await kill(registrations, folder)
  const before = await created()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(2 * people)
  const resumed = await run(registrations)
  expect([resumed.code, resumed.json().failed]).toEqual([EXIT.done, 0])
  expect(await open()).toEqual(wanted(first))
  const second = await run(registrations)
  expect(second.json()).toMatchObject({ created: 0, withdrawn: 0, unchanged: 2 * people, failed: 0 })

  const now = numbers(leavers, people + joiners)
  await write(now)
  expect((await run(users)).json()).toMatchObject({ created: joiners, kept: leavers, failed: 0 })
  await kill(registrations, folder)
  const third = await run(registrations)
  expect([third.code, third.json().failed]).toEqual([EXIT.done, 0])
  expect(await open()).toEqual(wanted(now))
  expect((await run(registrations)).json()).toMatchObject({ created: 0, withdrawn: 0 })

  const whole = await readFile(join(folder, 'people.csv'), 'utf8')
  await writeFile(join(folder, 'people.csv'), whole.slice(0, whole.length / 2))
  const cut = await run(registrations)
  expect([cut.code, cut.stderr]).toEqual([
    EXIT.failed,
    expect.stringContaining('registrations not withdrawn, because line '),
  ])
  await write(now.slice(0, now.length / 2 - 1))
  const shrunk = await run(registrations, '--max-withdrawals', '100%')
  expect([shrunk.code, shrunk.stderr]).toEqual([EXIT.failed, expect.stringContaining('it may be incomplete')])
  expect(await open()).toEqual(wanted(now))

  const all = await registrationsFor(system, courses)
  expect(all).toHaveLength(2 * (people + joiners))
  expect(all.filter(({ statusName }) => statusName === 'Withdrawn')).toHaveLength(2 * leavers)
  const ids = new Set(all.map(({ id }) => String(id)))
  const mailed = () =>
    mails.received
      .map(({ mail }) => /^<222\.(\d+)\./.exec(mail.messageId ?? '')?.[1] ?? '')
      .filter((id) => ids.has(id))
  await eventually(() => expect(mailed().length).toBeGreaterThanOrEqual(ids.size), withinMs)
  expect(mailed().sort()).toEqual([...ids].sort())
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** Every registration for these courses, by the operator API. */
async function registrationsFor(system: System, courses: readonly number[]): Promise<any[]> {
  const all: any[] = []
  for (const course of courses) {
    let target: string | undefined = `/admin/registrations/?courseId=${course}&limit=1000`
    while (target !== undefined) {
      const page: TestResponse = await system.operator.get(target)
      all.push(...page.body)
      target = nextPageOf(page)
    }
  }
  return all
}

/** Runs the command until its first batch of registrations is done. It gets a rejection instead, and ends. */
export const endAfterFirstBatch =
  (env: NodeJS.ProcessEnv): Campaign['kill'] =>
  async (args, folder) => {
    const sent = globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const response = await sent(...request)
      const [url] = request
      if (typeof url !== 'string' || !url.endsWith('/registrations/batch/')) return response
      await response.body?.cancel()
      // A rejection is not retried, so the command ends at once and closes its files.
      return new Response(null, { status: 401 })
    })
    const { code } = await command(args, { env, folder })
    jest.restoreAllMocks()
    expect(code).toBe(EXIT.denied)
  }

/** Runs the command as its own process, and kills it when e-mails about new registrations arrive. */
export const killProcess =
  (env: NodeJS.ProcessEnv, mails: MailServer): Campaign['kill'] =>
  async (args, folder) => {
    const main = join(ROOT, 'clients/cli/dist/src/main.js')
    const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...env } })
    const result = once(child, 'exit')
    // By the e-mails, because asking for the registrations all the time would slow the services down.
    const before = mails.received.length
    await eventually(() => expect(mails.received.length).toBeGreaterThan(before), 600_000)
    child.kill('SIGKILL')
    expect(await result).toEqual([null, 'SIGKILL'])
  }
