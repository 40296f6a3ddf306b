import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, INVALID } from './support/command-error.ts'
import { namedServers } from './options.ts'
import { LOCAL, readJson, writePrivately } from './support/files.ts'
import type { BackingName } from './backing/index.ts'
import type { ServiceName } from './gateway/routes.ts'

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
  readonly operatorPageUrl: string
  readonly services: Readonly<Record<ServiceName, string>>
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

/** The secrets of this checkout, made once. @throws CommandError when the stored ones can't be read */
export function readSecrets(file: string = PATHS.secrets): Secrets {
  if (!existsSync(file)) {
    const token = (): string => randomBytes(SECRET_BYTES).toString('base64url')
    const secrets: Secrets = {
      serviceToken: token(),
      operatorToken: token(),
      webhookSecretKey: randomBytes(SECRET_BYTES).toString('base64'),
    }
    writePrivately(file, JSON.stringify(secrets))
    return secrets
  }
  const { serviceToken, operatorToken, webhookSecretKey } = readJson<Partial<Secrets>>(file) ?? {}
  if (!serviceToken || !operatorToken || !webhookSecretKey)
    throw new CommandError(`${file} can't be read.\n${RESET_HINT}`)
  return { serviceToken, operatorToken, webhookSecretKey }
}

/** The end of an error message about stored data that can't be read. */
const RESET_HINT = 'If the data in .local/ is that of another build, remove it: npm start -- --reset'

/**
 * Waits for a step of the start that reads stored data. Its CommandError names --reset, unless a variable is
 * invalid, or names a server: then --reset would be rejected, and that server may be what failed.
 */
export async function readingStoredData<T>(step: Promise<T>, env: NodeJS.ProcessEnv): Promise<T> {
  try {
    return await step
  } catch (error) {
    const mayBeOldData = error instanceof CommandError && error.exitCode !== INVALID
    if (!mayBeOldData || namedServers(env).length > 0) throw error
    throw new CommandError(`${error.message}\n${RESET_HINT}`, error.exitCode)
  }
}
