import { join } from 'node:path'
import { startGuardian } from '../local/processes/guardian.ts'
import { freePort } from '../local/processes/ports.ts'
import { ROOT } from '../local/support/files.ts'
import type { ServiceName } from '../services/platform/contract/operation.ts'
import { startChild, type Environment } from './child.ts'
import { NOT_LISTENING, OPERATOR_TOKEN, SERVICE_TOKEN, type IsolatedConfig } from './isolated.ts'
import { at, ready } from './portal.ts'

const MORE_THAN_TESTS_NEED = '1000000'
const MAX_START_MS = 30_000
/** Longer than a service takes before it gives up. */
const MAX_STOP_MS = 60_000

/** Ends what a test run leaves behind that was itself killed. */
const guardian = startGuardian()
const running = new Set<{ stop(): Promise<void> }>()
// Jest runs these hooks in the order of their definition, so this one comes before those of the test file.
// The guardian would end a process that still runs, and kill one that is slow to end.
afterAll(async () => {
  await Promise.all([...running].map((one) => one.stop()))
  await guardian.release()
}, MAX_STOP_MS)

/** A service in its own process, by its entry point and its environment, as it is deployed. */
export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>

/** @param environment variables of this service in addition to the common ones */
export async function startProcess(
  service: ServiceName,
  { mongodbUrl, redisUrl, rabbitmqUrl }: Pick<IsolatedConfig, 'mongodbUrl' | 'redisUrl' | 'rabbitmqUrl'>,
  environment: Environment = {},
) {
  const [http, operator] = [await freePort(), await freePort()]
  const [internal, admin] = [await freePort(), await freePort()]
  const variables = {
    BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: String(http),
    OPERATOR_PORT: String(operator),
    INTERNAL_PORT: String(internal),
    ADMIN_PORT: String(admin),
    MONGODB_URL: mongodbUrl,
    REDIS_URL: redisUrl,
    RABBITMQ_URL: rabbitmqUrl,
    SERVICE_TOKENS: SERVICE_TOKEN,
    OPERATOR_TOKENS: OPERATOR_TOKEN,
    REQUESTS_PER_MINUTE: MORE_THAN_TESTS_NEED,
    REGISTRATION_SERVICE_URL: NOT_LISTENING,
    NOTIFICATION_SERVICE_URL: NOT_LISTENING,
    ...environment,
  }
  const outputs: { stdout: string; stderr: string }[] = []
  let child = await launch()
  let stopping: Promise<void> | undefined
  const started = {
    url: at(http),
    operatorUrl: at(operator),
    internalUrl: at(internal),
    healthUrl: at(admin),
    /** Everything that it has written, also before it was killed. */
    output: () => outputs.map(({ stdout, stderr }) => stdout + stderr).join(''),
    /** Ends it with SIGKILL, as when its machine fails. */
    async kill(): Promise<void> {
      child.signal('SIGKILL')
      await child.ended
      guardian.forget(child.pid)
    },
    /** Starts it again at the same addresses. */
    async restart(): Promise<void> {
      child = await launch()
    },
    /** How many requests for an operation this process has responded to. */
    async responsesTo(operation: string): Promise<number> {
      const text = await (await fetch(`${at(admin)}/metrics`)).text()
      const count = `^rollcall_http_request_duration_seconds_count\\{.*operation="${operation}".* (\\d+)$`
      return [...text.matchAll(new RegExp(count, 'gm'))].reduce((sum, [, times]) => sum + Number(times), 0)
    },
    /** Stops it with SIGTERM, once. @throws when it exits with an error */
    stop: () => (stopping ??= stop()),
  }
  running.add(started)
  return started

  async function launch() {
    const launched = startChild([join(ROOT, `dist/services/${service}/src/main.js`)], variables, true)
    outputs.push(launched.output)
    guardian.watch(launched.pid)
    const failed = launched.ended.then(([code]) => Promise.reject(fault(code)))
    failed.catch(() => undefined) // printed while it starts
    await Promise.race([failed, ready(admin, MAX_START_MS)])
    return launched
  }

  function fault(code: number | string | null): Error {
    return new Error(
      `the ${service} service ended with ${code}\n${Object.values(outputs.at(-1) ?? {}).join('')}`,
    )
  }

  async function stop(): Promise<void> {
    running.delete(started)
    child.signal('SIGTERM')
    const [code, signal] = await child.ended
    guardian.forget(child.pid)
    if (code !== 0) throw fault(code ?? signal)
  }
}
