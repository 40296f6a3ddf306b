import { join } from 'node:path'
import { startGuardian, type Guardian } from '../processes/guardian.ts'
import { ROOT } from '../../support/files.ts'
import { silent, type Report } from '../report.ts'
import { provide, type BackingServer } from './chain.ts'
import { mongodb } from './mongodb.ts'
import { rabbitmq } from './rabbitmq.ts'
import { redis } from './redis.ts'
import { BACKING_NAMES, type BackingName } from './server.ts'
import { smtp } from './smtp.ts'

export { BACKING_NAMES, type BackingName } from './server.ts'
export type { BackingServer } from './chain.ts'

export interface BackingOptions {
  /** Data, ports and logs; a start in the same folder finds the data of the one before. */
  readonly dir: string
  /** Fetched software, shared by every `dir` of a clone. Default: `<clone>/.local/software`. */
  readonly software?: string
  readonly only?: readonly BackingName[]
  readonly env?: NodeJS.ProcessEnv
  readonly report?: Report
  readonly mailboxPort?: number
  /** Who ends the servers if this process is killed; one is started for them otherwise. */
  readonly guardian?: Guardian
  readonly onUnexpectedEnd?: (name: BackingName, how: string) => void
}

export interface Backing {
  /** The address of each server that was started. */
  readonly urls: Readonly<Record<BackingName, string>>
  readonly servers: Readonly<Record<BackingName, BackingServer>>
  /** Stops the servers that are ours; their data stays. `graceMs`: how long each may take. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Starts the backing servers side by side, each through its chain.
 * @throws Refusal for the first that can't be had; the others are stopped again
 */
export async function startBacking({
  dir,
  software = join(ROOT, '.local/software'),
  only = BACKING_NAMES,
  env = process.env,
  report = silent,
  mailboxPort,
  guardian: given,
  onUnexpectedEnd,
}: BackingOptions): Promise<Backing> {
  const guardian = given ?? startGuardian()
  const recipes = { mongodb, redis, rabbitmq, smtp: smtp(mailboxPort) }
  const attempts = await Promise.allSettled(
    only.map((name) =>
      provide(
        recipes[name],
        {
          dir: join(dir, name === 'smtp' ? 'mailbox' : name),
          software,
          logs: join(dir, 'logs'),
          env,
          guardian,
          report,
        },
        onUnexpectedEnd,
      ),
    ),
  )
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  const stop = async (graceMs?: number): Promise<void> => {
    await Promise.all(started.filter(({ ours }) => ours).map((server) => server.stop(graceMs)))
    if (given === undefined) guardian.release()
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
