import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readJson, ROOT, writePrivately } from '../support/files.ts'
import type { BackingName } from './backing/index.ts'
import type { ServiceName } from './gateway/routes.ts'

/** The folder for all files that are written at run time. */
const LOCAL = join(ROOT, '.local')

export const PATHS = {
  local: LOCAL,
  logs: join(LOCAL, 'logs'),
  runFile: join(LOCAL, 'run.json'),
  control: join(LOCAL, 'control.json'),
  secrets: join(LOCAL, 'secrets.json'),
  demo: join(LOCAL, 'demo.json'),
} as const

/** The folders that `--reset` removes: data, logs and settings. Downloaded programs are kept. */
export const RESET_PATHS = [
  'mongodb',
  'redis',
  'rabbitmq',
  'mailbox',
  'logs',
  'secrets.json',
  'demo.json',
].map((name) => join(LOCAL, name))

/** The contents of `.local/run.json`, for scripts. */
export interface RunFile {
  readonly baseUrl: string
  readonly adminUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly operatorToken: string
  readonly mailboxUrl: string
  /** The page for operators. */
  readonly operatorPageUrl: string
  readonly services: Readonly<Record<ServiceName, string>>
  /** The readiness URL of each service. */
  readonly healthUrls: Readonly<Record<ServiceName, string>>
  readonly backing: Readonly<Record<BackingName, string>>
  readonly pids: Readonly<Record<string, number>>
}

export interface Secrets {
  /** The credential of internal operations. */
  readonly serviceToken: string
  readonly operatorToken: string
  /** Encrypts the signing secrets of webhooks. */
  readonly webhookSecretKey: string
}

const SECRET_BYTES = 32

/** The secrets of this checkout, made once. An earlier release may have stored only some of them. */
export function readSecrets(): Secrets {
  const stored = readJson<Partial<Secrets>>(PATHS.secrets)
  const token = (): string => randomBytes(SECRET_BYTES).toString('base64url')
  const secrets: Secrets = {
    serviceToken: stored?.serviceToken ?? token(),
    operatorToken: stored?.operatorToken ?? token(),
    webhookSecretKey: stored?.webhookSecretKey ?? randomBytes(SECRET_BYTES).toString('base64'),
  }
  writePrivately(PATHS.secrets, JSON.stringify(secrets))
  return secrets
}
