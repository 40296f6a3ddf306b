import { until } from '../support/wait.ts'
import { nodeIn } from './commands.ts'
import { ask, type Way } from './http.ts'
import type { Created } from './load.ts'
import { credentialOf, type World } from './world.ts'

const READ_LOG = 'require("node:fs").createReadStream("/data/mails.ndjson").pipe(process.stdout)'

/** `Message-ID: <222.{registration}.{event}@…>` */
const REGISTRATION = /^<222\.(\d+)\./

/** Those that occur more than once. */
const repeated = <K>(keys: readonly K[]): readonly K[] =>
  [...Map.groupBy(keys, (key) => key)].filter(([, all]) => all.length > 1).map(([key]) => key)

/**
 * Waits until every registration has its e-mail, or for as long as one may take.
 * @returns registrations without one, and with more than one, by everything that the mailbox has ever accepted
 */
export async function countMails(created: readonly Created[]) {
  let count = { mails: 0, lost: [] as readonly number[], doubled: [] as readonly number[] }
  const look = async (): Promise<void> => {
    const log = await nodeIn('backing-mailbox-0', READ_LOG)
    const mails = log.split('\n').filter((line) => line !== '')
    const ids = mails.map((line) => {
      const { messageId } = JSON.parse(line) as { messageId: string }
      return Number(REGISTRATION.exec(messageId)?.[1])
    })
    const mailed = new Set(ids)
    const lost = created.map(({ id }) => id).filter((id) => !mailed.has(id))
    count = { mails: mails.length, lost, doubled: repeated(ids) }
    if (lost.length > 0) throw new Error('not all yet')
  }
  await until(look, { timeoutMs: 90_000, everyMs: 2_000 }).catch(() => undefined)
  return count
}

/** Registrations that the client was told of and that are not there, and those that a user has twice for a course. */
export async function countRegistrations(way: Way, world: World, created: readonly Created[]) {
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
    doubled: repeated(stored.map(({ pair }) => pair)).length,
  }
}
