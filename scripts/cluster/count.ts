import { until } from '../support/wait.ts'
import { nodeIn } from './commands.ts'
import { ask, type Way } from './http.ts'
import type { Created } from './load.ts'
import { credentialOf, type World } from './world.ts'

const READ_LOG = 'require("node:fs").createReadStream("/data/mails.ndjson").pipe(process.stdout)'

/** `Message-ID: <222.{registration}.{event}@…>` */
const REGISTRATION = /^<222\.(\d+)\./

/** How often each key occurs. */
function timesOf<K>(keys: readonly K[]): ReadonlyMap<K, number> {
  const times = new Map<K, number>()
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
  return times
}

const repeated = <K>(times: ReadonlyMap<K, number>): readonly K[] =>
  [...times].filter(([, count]) => count > 1).map(([key]) => key)

/** Registrations without an e-mail, and with more than one, by everything that the mailbox has ever accepted. */
export interface MailCount {
  readonly mails: number
  readonly lost: readonly number[]
  readonly doubled: readonly number[]
}

/** Waits until every registration has its e-mail, or for as long as one may take, and counts. */
export async function countMails(created: readonly Created[]): Promise<MailCount> {
  let count: MailCount = { mails: 0, lost: [], doubled: [] }
  const look = async (): Promise<void> => {
    const log = await nodeIn('backing-mailbox-0', READ_LOG)
    const mails = log.split('\n').filter((line) => line !== '')
    const times = timesOf(
      mails.map((line) =>
        Number(REGISTRATION.exec((JSON.parse(line) as { messageId: string }).messageId)?.[1]),
      ),
    )
    const lost = created.filter(({ id }) => !times.has(id)).map(({ id }) => id)
    count = { mails: mails.length, lost, doubled: repeated(times) }
    if (lost.length > 0) throw new Error('not all yet')
  }
  await until(look, { timeoutMs: 90_000, everyMs: 2_000 }).catch(() => undefined)
  return count
}

/** Registrations that the client was told of and that are not there, and those that a user has twice for a course. */
export interface RegistrationCount {
  readonly stored: number
  readonly lost: number
  readonly doubled: number
}

export async function countRegistrations(
  way: Way,
  world: World,
  created: readonly Created[],
): Promise<RegistrationCount> {
  const stored: { id: number; pair: string }[] = []
  for (const courseId of world.courseIds) {
    const path = `/registrations/?course_id=${courseId}&limit=1000`
    const answer = await ask(way, 'GET', path, credentialOf(world))
    if (answer.status !== 200) throw new Error(`the list was answered ${answer.status} ${answer.body}`)
    for (const { id, userId } of JSON.parse(answer.body) as { id: number; userId: number }[])
      stored.push({ id, pair: `${courseId}/${userId}` })
  }
  const ids = new Set(stored.map(({ id }) => id))
  return {
    stored: ids.size,
    lost: created.filter(({ id }) => !ids.has(id)).length,
    doubled: repeated(timesOf(stored.map(({ pair }) => pair))).length,
  }
}
