import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'
import { ROOT } from '../../support/files.ts'
import { provide, type BackingServer, type OnUnexpectedEnd } from './chain.ts'
import { mongodb } from './mongodb.ts'
import { rabbitmq } from './rabbitmq.ts'
import { redis } from './redis.ts'
import { BACKING_NAMES, type BackingName, type Site } from './server.ts'
import { smtp } from './smtp.ts'

export { BACKING_NAMES, type BackingName } from './server.ts'

export interface Backing {
  readonly urls: Readonly<Record<BackingName, string>>
  readonly servers: Readonly<Record<BackingName, BackingServer>>
  /** Stops the servers that are ours; their data stays. `graceMs`: how long each may take. */
  readonly stop: (graceMs?: number) => Promise<void>
}

/**
 * Starts the backing servers side by side, each through its chain.
 * @param dir data, ports and logs; a start in the same folder finds the data of the one before
 * @throws Refusal for the first that can't be had; the others are stopped again
 */
export async function startBacking({
  dir,
  guardian,
  report,
  env = process.env,
  mailboxPort,
  onUnexpectedEnd,
}: Pick<Site, 'dir' | 'guardian' | 'report'> & {
  env?: NodeJS.ProcessEnv
  mailboxPort?: number
  onUnexpectedEnd?: OnUnexpectedEnd
}): Promise<Backing> {
  if (env['CA_FILE'])
    tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(env['CA_FILE'], 'utf8')])
  const recipes = { mongodb, redis, rabbitmq, smtp: smtp(mailboxPort) }
  const shared = { software: join(ROOT, '.local/software'), logs: join(dir, 'logs'), env, guardian, report }
  const attempts = await Promise.allSettled(
    BACKING_NAMES.map((name) => {
      const site = { ...shared, dir: join(dir, name === 'smtp' ? 'mailbox' : name) }
      return provide(recipes[name], site, onUnexpectedEnd)
    }),
  )
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
