import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readJson, ROOT, writePrivately } from '../support/files.ts'
import type { BackingName } from './backing/index.ts'
import type { ServiceName } from './gateway/routes.ts'

/** Everything that runs leave behind lies under this folder. */
const LOCAL = join(ROOT, '.local')

export const PLACES = {
  local: LOCAL,
  logs: join(LOCAL, 'logs'),
  runFile: join(LOCAL, 'run.json'),
  control: join(LOCAL, 'control.json'),
  secrets: join(LOCAL, 'secrets.json'),
  demo: join(LOCAL, 'demo.json'),
} as const

/** What `--reset` forgets: all data and what was made for it. Fetched programs are no data, and stay. */
export const FORGOTTEN = ['mongodb', 'redis', 'rabbitmq', 'mailbox', 'logs', 'secrets.json', 'demo.json'].map(
  (name) => join(LOCAL, name),
)

/** What a running system tells scripts about itself (decisions, "Running it locally"). */
export interface RunFile {
  readonly baseUrl: string
  readonly adminUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly operatorToken: string
  readonly mailboxUrl: string
  readonly services: Readonly<Record<ServiceName, string>>
  readonly backing: Readonly<Record<BackingName, string>>
  readonly pids: Readonly<Record<string, number>>
}

export interface Secrets {
  /** What services show to each other's internal operations. */
  readonly serviceToken: string
  readonly operatorToken: string
}

const SECRET_BYTES = 32

/** The secrets of this clone, made once. */
export function readSecrets(): Secrets {
  const kept = readJson<Secrets>(PLACES.secrets)
  if (kept !== undefined) return kept
  const token = (): string => randomBytes(SECRET_BYTES).toString('base64url')
  const made: Secrets = { serviceToken: token(), operatorToken: token() }
  writePrivately(PLACES.secrets, JSON.stringify(made))
  return made
}
