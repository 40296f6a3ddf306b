import { join } from 'node:path'
import { commonVariables } from '../../services/platform/config.ts'
import { trustPrivateCa } from '../../services/platform/process/ca.ts'
import { SOFTWARE } from './debian.ts'
import { mongodb } from './mongodb.ts'
import { provide, type BackingServer, type OnUnexpectedEnd } from './provide.ts'
import { rabbitmq } from './rabbitmq.ts'
import { readVariable } from './read-variable.ts'
import { redis } from './redis.ts'
import { BACKING_NAMES, type BackingName, type Site } from './server.ts'
import { smtp, type MailboxPage } from './smtp.ts'

export { BACKING_NAMES, type BackingName } from './server.ts'

export interface Backing {
  readonly urls: Readonly<Record<BackingName, string>>
  readonly servers: Readonly<Record<BackingName, BackingServer>>
  /** Stops the servers that were started here; their data stays. Each may take `graceMs`. */
  readonly stop: (graceMs?: number) => Promise<void>
}

interface Options extends Pick<Site, 'dir' | 'guardian' | 'progress' | 'mongodb'> {
  readonly env?: NodeJS.ProcessEnv
  readonly mailbox?: MailboxPage
  readonly onUnexpectedEnd?: OnUnexpectedEnd
}

/** Provides one backing server; see `startBacking`. */
export function startBackingServer(name: BackingName, options: Options): Promise<BackingServer> {
  const { dir, env = process.env, mailbox, onUnexpectedEnd, ...rest } = options
  const recipes = { mongodb, redis, rabbitmq, smtp: smtp(mailbox) }
  const site: Site = {
    ...rest,
    env,
    dir: join(dir, name === 'smtp' ? 'mailbox' : name),
    software: SOFTWARE,
    logs: join(dir, 'logs'),
  }
  return provide(recipes[name], site, onUnexpectedEnd)
}

/**
 * Provides all backing servers at the same time. `dir` is for data, ports and logs: a start in the same
 * folder uses the data of the previous start.
 * @throws CommandError for the first that is not available; the others are stopped again
 */
export async function startBacking(options: Options): Promise<Backing> {
  trustPrivateCa(readVariable(commonVariables.caFile, options.env ?? process.env))
  const attempts = await Promise.allSettled(BACKING_NAMES.map((name) => startBackingServer(name, options)))
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  const stop = async (graceMs?: number): Promise<void> => {
    await Promise.all(started.filter(({ ours }) => ours).map((server) => server.stop(graceMs)))
  }
  const failed = attempts.find((attempt) => attempt.status === 'rejected')
  if (failed !== undefined) {
    await stop()
    throw failed.reason
  }
  const byName = <T>(value: (server: BackingServer) => T): Record<BackingName, T> =>
    Object.fromEntries(started.map((server) => [server.name, value(server)])) as Record<BackingName, T>
  return { urls: byName(({ url }) => url), servers: byName((server) => server), stop }
}
