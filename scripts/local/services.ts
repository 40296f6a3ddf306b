import { join } from 'node:path'
import type { BackingName } from '../backing/index.ts'
import type { ServiceName } from '../gateway/routes.ts'
import { ROOT } from './places.ts'
import type { Secrets } from './secrets.ts'

/** In the order in which they are started; stopped in reverse. */
export const SERVICE_NAMES = [
  'user',
  'notification',
  'registration',
] as const satisfies readonly ServiceName[]

export const SERVICE_PORTS = [
  'userHttp',
  'userOperator',
  'userInternal',
  'userAdmin',
  'notificationOperator',
  'notificationInternal',
  'notificationAdmin',
  'registrationHttp',
  'registrationOperator',
  'registrationAdmin',
] as const
export type ServicePorts = Readonly<Record<(typeof SERVICE_PORTS)[number], number>>

export interface ServiceProcess {
  readonly name: ServiceName
  readonly entry: string
  readonly env: NodeJS.ProcessEnv
  /** Undefined where there are no public operations. */
  readonly publicUrl: string | undefined
  readonly operatorUrl: string
  /** Where it says whether it is ready. */
  readonly adminUrl: string
}

/** What each service is told, and where it will answer. */
export function describeServices(
  ports: ServicePorts,
  backing: Readonly<Record<BackingName, string>>,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): ServiceProcess[] {
  const at = (port: number): string => `http://127.0.0.1:${port}`
  const common = (name: ServiceName): NodeJS.ProcessEnv => ({
    ...passedOn(env),
    BIND_ADDRESS: '127.0.0.1',
    MONGODB_URL: withDatabase(backing.mongodb, name),
    REDIS_URL: backing.redis,
    RABBITMQ_URL: backing.rabbitmq,
    SERVICE_TOKENS: secrets.serviceToken,
    OPERATOR_TOKENS: secrets.operatorToken,
    TRUSTED_PROXIES: '127.0.0.1', // the gateway
  })
  const own: Record<ServiceName, { http?: number; operator: number; admin: number; env: NodeJS.ProcessEnv }> =
    {
      user: {
        http: ports.userHttp,
        operator: ports.userOperator,
        admin: ports.userAdmin,
        env: { INTERNAL_PORT: String(ports.userInternal) },
      },
      notification: {
        operator: ports.notificationOperator,
        admin: ports.notificationAdmin,
        env: {
          INTERNAL_PORT: String(ports.notificationInternal),
          SMTP_URL: backing.smtp,
          MAIL_FROM: env['MAIL_FROM'] ?? 'Rollcall <no-reply@rollcall.example>',
        },
      },
      registration: {
        http: ports.registrationHttp,
        operator: ports.registrationOperator,
        admin: ports.registrationAdmin,
        env: {
          USER_SERVICE_URL: at(ports.userInternal),
          NOTIFICATION_SERVICE_URL: at(ports.notificationInternal),
        },
      },
    }
  return SERVICE_NAMES.map((name) => {
    const { http, operator, admin, env } = own[name]
    return {
      name,
      entry: join(ROOT, `dist/services/${name}/src/main.js`),
      env: {
        ...common(name),
        ...(http === undefined ? {} : { HTTP_PORT: String(http) }),
        OPERATOR_PORT: String(operator),
        ADMIN_PORT: String(admin),
        ...env,
      },
      publicUrl: http === undefined ? undefined : at(http),
      operatorUrl: at(operator),
      adminUrl: at(admin),
    }
  })
}

/** The environment of the person who starts us, without what npm adds for itself. */
function passedOn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|PORT$)/i.test(name)),
  )
}

const MONGODB_URL = /^(mongodb(?:\+srv)?:\/\/)([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/

/**
 * Each service owns its database (design, "who owns what"). One named in the address becomes the prefix, and stays what
 * credentials are checked against.
 */
export function withDatabase(url: string, service: ServiceName): string {
  const [, scheme = '', hosts = '', named = '', query = ''] = MONGODB_URL.exec(url) ?? []
  const options = new URLSearchParams(query)
  if (named !== '' && hosts.includes('@') && !options.has('authSource')) options.set('authSource', named)
  const text = options.toString()
  return `${scheme}${hosts}/${named === '' ? 'rollcall' : named}_${service}${text === '' ? '' : `?${text}`}`
}
