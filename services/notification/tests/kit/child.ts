import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '../../../shared/tests/kit/eventually.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../../shared/tests/kit/isolated.ts'
import type { NotificationConfig } from '../../src/config.ts'

/** The environment that makes a process of its own do what a configuration says. */
export const environmentOf = (config: NotificationConfig) => ({
  BIND_ADDRESS: '127.0.0.1',
  OPERATOR_PORT: '0',
  INTERNAL_PORT: '0',
  ADMIN_PORT: '0',
  MONGODB_URL: config.mongodbUrl,
  REDIS_URL: config.redisUrl,
  RABBITMQ_URL: config.rabbitmqUrl,
  SMTP_URL: config.smtpUrl,
  SMTP_REPLY_TIMEOUT_MS: '60000',
  MAIL_FROM: `${config.mailFrom.name} <${config.mailFrom.address}>`,
  SERVICE_TOKENS: SERVICE_TOKEN,
  OPERATOR_TOKENS: OPERATOR_TOKEN,
})

/** Loaded first by a process whose clock is to be ahead of the others'. */
export const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now.bind(Date)
  Date.now = () => now() + ${ms}
  globalThis.Date = new Proxy(Date, { construct: (real, given, as) =>
    Reflect.construct(real, given.length > 0 ? given : [Date.now()], as) })`)}`

/** Starts the service as a process of its own, whose clock may be ahead. */
export function startChild(environment: Readonly<Record<string, string>>, aheadMs = 0) {
  const child = spawn(
    process.execPath,
    [
      ...(aheadMs > 0 ? ['--import', clockAhead(aheadMs)] : []),
      join(import.meta.dirname, '../../src/main.ts'),
    ],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  return {
    output: () => output,
    says: (text: string | RegExp) => eventually(() => expect(output).toMatch(text), 15_000),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    exited,
  }
}
