import { join } from 'node:path'
import { ROOT } from './support/files.ts'
import { databaseOf, withDatabase } from './support/mongodb-url.ts'
import type { BackingName } from './backing/index.ts'
import { MAIL_FROM } from './backing/smtp.ts'
import type { ServiceName } from './gateway/routes.ts'
import { PATHS, type Secrets } from './paths.ts'
import { allotPorts } from './processes/ports.ts'
import { LOOPBACK, LOOPBACK_HOST } from './support/loopback.ts'

/**
 * The ports of each service, in the order in which the services are started; they are stopped in reverse
 * order.
 */
const PORTS = {
  user: ['HTTP', 'OPERATOR', 'INTERNAL', 'ADMIN'],
  notification: ['HTTP', 'OPERATOR', 'INTERNAL', 'ADMIN'],
  registration: ['HTTP', 'OPERATOR', 'INTERNAL', 'ADMIN'],
} as const satisfies Record<ServiceName, readonly string[]>
const SERVICE_NAMES = Object.keys(PORTS) as ServiceName[]

export type ServiceProcess = Awaited<ReturnType<typeof describeServices>>[number]

/** The processes of the services: their arguments, environment and addresses. */
export async function describeServices(
  backing: Readonly<Record<BackingName, string>>,
  secrets: Secrets,
  { env, watch }: { env: NodeJS.ProcessEnv; watch: boolean },
) {
  const named = SERVICE_NAMES.flatMap((service) => PORTS[service].map((kind) => `${service} ${kind}`))
  const ports = await allotPorts(PATHS.local, named)
  const at = (service: ServiceName, kind: string): string =>
    `http://${LOOPBACK_HOST}:${ports[`${service} ${kind}`]}`
  const common = (service: ServiceName): NodeJS.ProcessEnv => ({
    ...fromEnvironment(env),
    BIND_ADDRESS: LOOPBACK,
    MONGODB_URL: databaseUrl(backing.mongodb, service),
    REDIS_URL: backing.redis,
    RABBITMQ_URL: backing.rabbitmq,
    SERVICE_TOKENS: secrets.serviceToken,
    OPERATOR_TOKENS: `operator:${secrets.operatorToken}`,
    ...Object.fromEntries(
      PORTS[service].map((kind) => [`${kind}_PORT`, String(ports[`${service} ${kind}`])]),
    ),
  })
  const own: Record<ServiceName, NodeJS.ProcessEnv> = {
    user: {
      REGISTRATION_SERVICE_URL: at('registration', 'INTERNAL'),
      NOTIFICATION_SERVICE_URL: at('notification', 'INTERNAL'),
    },
    notification: {
      SMTP_URL: backing.smtp,
      OPERATOR_PAGE: 'shown',
      MAIL_FROM: env['MAIL_FROM'] ?? MAIL_FROM,
      USER_SERVICE_URL: at('user', 'INTERNAL'),
      REGISTRATION_SERVICE_URL: at('registration', 'INTERNAL'),
      WEBHOOK_SECRET_KEYS: secrets.webhookSecretKey,
      // Receivers that are being developed run on this machine.
      WEBHOOK_ALLOWED_NETWORKS: env['WEBHOOK_ALLOWED_NETWORKS'] ?? 'loopback',
      WEBHOOK_ALLOW_HTTP: env['WEBHOOK_ALLOW_HTTP'] ?? 'true',
    },
    registration: {
      USER_SERVICE_URL: at('user', 'INTERNAL'),
      NOTIFICATION_SERVICE_URL: at('notification', 'INTERNAL'),
    },
  }
  return SERVICE_NAMES.map((name) => ({
    name,
    // The pinned Node runs TypeScript, so nothing has to be compiled first.
    args: [...(watch ? watching(name) : []), join(ROOT, `services/${name}/src/main.ts`)],
    env: { ...common(name), ...own[name] },
    publicUrl: at(name, 'HTTP'),
    operatorUrl: at(name, 'OPERATOR'),
    healthUrl: at(name, 'ADMIN'),
  }))
}

/** Where a debugger attaches in `npm run dev`. */
export const DEBUG_PORTS: Record<ServiceName, number> = { registration: 9229, user: 9230, notification: 9231 }

const watching = (name: ServiceName) => ['--watch', `--inspect=${LOOPBACK_HOST}:${DEBUG_PORTS[name]}`]

const NOT_PASSED_ON = /^(npm_|NODE_OPTIONS$|PORT$|(MONGODB|REDIS|RABBITMQ|SMTP)_URL_(USERNAME|PASSWORD)$)/i

/** The environment without the variables that npm adds, and the credentials that the URLs have already. */
export const fromEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_PASSED_ON.test(name))),
  // The gateway, and proxies that lead to the services without it.
  TRUSTED_PROXIES: [LOOPBACK, env['TRUSTED_PROXIES']].filter(Boolean).join(','),
})

/**
 * The address of a service's own database. Its name begins with the database in the address, or with
 * `rollcall`.
 */
export const databaseUrl = (url: string, service: ServiceName): string =>
  withDatabase(url, `${databaseOf(url) || 'rollcall'}_${service}`)
