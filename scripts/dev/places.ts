import { join } from 'node:path'
import { ROOT } from '../support/files.ts'

/** Everything that runs leave behind lies under this folder. */
const LOCAL = join(ROOT, '.local')

export const PLACES = {
  local: LOCAL,
  logs: join(LOCAL, 'logs'),
  /** Fetched programs: no data, so they outlive a reset. */
  software: join(LOCAL, 'software'),
  runFile: join(LOCAL, 'run.json'),
  lock: join(LOCAL, 'launcher.json'),
  control: join(LOCAL, 'control.json'),
  secrets: join(LOCAL, 'secrets.json'),
  demo: join(LOCAL, 'demo.json'),
} as const

/** What `--reset` forgets: all data and what was made for it. */
export const FORGOTTEN = ['mongodb', 'redis', 'rabbitmq', 'mailbox', 'logs', 'secrets.json', 'demo.json'].map(
  (name) => join(LOCAL, name),
)
