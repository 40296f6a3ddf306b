import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import {
  parseRedisUrl,
  parseServerUrl,
  REDIS_SCHEMES,
  withCredentials,
  type ServerUrl,
} from './domain/server-url.ts'

/**
 * The configuration of a service, read from the environment once at start. All faults are reported together.
 */

export type Environment = Readonly<Record<string, string | undefined>>

/** One environment variable: how it is parsed, what it is for, and its default. */
export interface Variable<T> {
  readonly name: string
  readonly why: string
  readonly secret: boolean
  /** A variable without a default is required. */
  readonly default: { readonly value: T } | undefined
  /** @throws Error whose message says what the value should look like. It must not repeat a secret value. */
  parse(raw: string, env?: Environment): T
}

export type Specification = Readonly<Record<string, Variable<unknown>>>
export type ConfigOf<S extends Specification> = {
  readonly [K in keyof S]: S[K] extends Variable<infer T> ? T : never
}

/** All faults of the environment, one line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    const count = `${faults.length} fault${faults.length === 1 ? '' : 's'}`
    super(`The configuration has ${count}:\n  ${faults.join('\n  ')}`)
    this.faults = faults
  }
}

/**
 * Removes one line break at the end of each value: `echo … | base64` leaves it in a Secret, and no setting
 * ends with one. Other space stays.
 */
export function withoutLineBreaks(env: Environment): { environment: Environment; changed: string[] } {
  const environment: Record<string, string | undefined> = { ...env }
  const changed = Object.keys(env).filter((name) => env[name]?.endsWith('\n'))
  for (const name of changed) environment[name] = env[name]?.replace(/\r?\n$/, '')
  return { environment, changed }
}

/** @throws ConfigError that lists all faults, not just the first */
export function readConfig<S extends Specification>(env: Environment, specification: S): ConfigOf<S> {
  const faults: string[] = []
  const entries = Object.entries(specification).map(([key, declared]) => {
    const raw = env[declared.name]
    if (raw === undefined || raw === '') {
      if (declared.default) return [key, declared.default.value]
      faults.push(`${declared.name} is not set: ${declared.why}`)
      return [key, undefined]
    }
    try {
      return [key, declared.parse(raw, env)]
    } catch (error) {
      const given = declared.secret ? '' : ` (given: ${JSON.stringify(raw)})`
      faults.push(`${declared.name} ${(error as Error).message}${given}: ${declared.why}`)
      return [key, undefined]
    }
  })
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.fromEntries(entries) as ConfigOf<S>
}

interface Options<T> {
  why: string
  default?: T
}

export function variable<T>(
  name: string,
  options: Options<T>,
  parse: Variable<T>['parse'],
  secret = false,
): Variable<T> {
  const fallback = 'default' in options ? { value: options.default } : undefined
  return { name, why: options.why, secret, default: fallback, parse }
}

export const text = (name: string, options: Options<string>) => variable(name, options, (raw) => raw)

export const integer = (name: string, options: Options<number> & { min: number; max: number }) =>
  variable(name, options, (raw) => {
    const value = Number(raw)
    if (!/^\d+$/.test(raw) || value < options.min || value > options.max)
      throw new Error(`must be a whole number from ${options.min} to ${options.max}`)
    return value
  })

/** With port 0 the operating system chooses one, as tests do. */
export const port = (name: string, options: Options<number>) =>
  integer(name, { ...options, min: 0, max: 65_535 })

export const oneOf = <T extends string>(name: string, values: readonly T[], options: Options<T>) =>
  variable(name, options, (raw) => {
    if (!values.includes(raw as T)) throw new Error(`must be one of ${values.join(', ')}`)
    return raw as T
  })

/** Names of networks that Express accepts. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** Addresses and networks (`10.0.0.0/8`). */
export const networks = (name: string, options: Options<readonly string[]>) =>
  variable<readonly string[]>(name, options, (raw) => {
    const values = splitList(raw)
    if (!values.every((value) => NETWORK_NAMES.includes(value) || isNetwork(value)))
      throw new Error(`must hold IP addresses, networks like 10.0.0.0/8, or ${NETWORK_NAMES.join(', ')}`)
    return values
  })

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const maxPrefix = { 4: 32, 6: 128 }[isIP(address)]
  if (maxPrefix === undefined) return false
  if (prefix === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix
}

function parseUrl(raw: string, schemes: readonly string[]): ServerUrl {
  if (!schemes.some((scheme) => raw.toLowerCase().startsWith(`${scheme}://`)))
    throw new Error(`must be a URL that starts with ${schemes.join(':// or ')}://`)
  return parseServerUrl(raw)
}

export const url = (name: string, schemes: readonly string[], options: Options<string>) =>
  variable(name, options, (raw) => {
    const { username, password } = parseUrl(raw, schemes)
    if (username !== '' || password !== '') throw new Error('must not contain a user name or a password')
    if (/[{}]/.test(raw)) throw new Error('must not contain braces: there are no placeholders in it')
    return raw.replace(/(?<!\/)\/+$/, '')
  })

/** The variable, whose value must also pass the check. */
const checked = <T>(plain: Variable<T>, check: (value: T) => void): Variable<T> => ({
  ...plain,
  parse(raw, env) {
    const value = plain.parse(raw, env)
    check(value)
    return value
  },
})

/** The address below which callers find something: a {@link url} without a query or a fragment. */
export const address = (name: string, options: Options<string>) =>
  checked(url(name, ['http', 'https'], options), (value) => {
    if (!/^[!-~]+$/.test(value) || /[?#]/.test(value)) throw new Error('must not contain spaces, ? or #')
  })

/**
 * A file of PEM certificates. It is checked at start, because a bad file would only fail at a connection
 * later.
 */
const certificates = (name: string, options: Options<string>) =>
  variable(name, options, (raw) => {
    try {
      new X509Certificate(readFileSync(raw))
    } catch {
      throw new Error('must be the path of a readable file of PEM certificates')
    }
    return raw
  })

/**
 * A URL that may contain a password. It is never shown. A server that a service needs has no default, because
 * a wrong one is worse than no start. Secrets of database operators have the user name and the password in
 * two fields, so `NAME_USERNAME` and `NAME_PASSWORD` are put into the URL, percent-encoded.
 */
export const secretUrl = (name: string, schemes: readonly string[], options: Options<string>) =>
  variable(
    name,
    options,
    (raw, env = {}) => {
      const [username = '', password = ''] = [env[`${name}_USERNAME`], env[`${name}_PASSWORD`]]
      const given = parseUrl(raw, schemes)
      if (username === '' && password === '') return raw
      if (given.username !== '' || given.password !== '')
        throw new Error(
          `holds credentials already: take them out, or do not set ${name}_USERNAME and _PASSWORD`,
        )
      return withCredentials(raw, username, password)
    },
    true,
  )

/**
 * Options of a MongoDB URL that would weaken what the service promises, with the values that do not. Reads of
 * a secondary can be stale, so a revoked key would still work. A write that is not on disk on a majority can
 * be lost, and what was read of one too.
 */
const MONGODB_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  readPreference: ['primary'],
  readConcernLevel: ['majority'],
  w: ['majority'],
  journal: ['true'],
  j: ['true'],
}

/** A {@link secretUrl} of MongoDB. */
const mongodbUrl = (name: string, options: { why: string }) =>
  checked(secretUrl(name, ['mongodb', 'mongodb+srv'], options), (value) =>
    requireStrongOptions(parseServerUrl(value).query),
  )

/** A {@link secretUrl} of Redis: one address, Sentinels or a Cluster. */
export const redisUrl = (name: string, options: { why: string }) =>
  checked(secretUrl(name, REDIS_SCHEMES, options), parseRedisUrl)

function requireStrongOptions(query: URLSearchParams): void {
  for (const [name, allowed] of Object.entries(MONGODB_OPTIONS))
    for (const [key, value] of query)
      if (key.toLowerCase() === name.toLowerCase() && !allowed.includes(value))
        throw new Error(`must not set ${name} to anything but ${allowed.join(' or ')}`)
}

const MIN_TOKEN_LENGTH = 24

/** One token, or two while one replaces the other. */
export const tokens = (name: string, options: { why: string }) =>
  variable<readonly string[]>(
    name,
    options,
    (raw) => {
      const values = splitList(raw)
      if (values.length < 1 || values.length > 2)
        throw new Error('must hold one token, or two separated by a comma')
      if (values.some((value) => value.length < MIN_TOKEN_LENGTH))
        throw new Error(`must hold tokens of at least ${MIN_TOKEN_LENGTH} characters`)
      return values
    },
    true,
  )

/** Enough for every operator to have one, and for rotations. */
const MAX_OPERATOR_TOKENS = 50

/** Tokens of operators, each with or without a name: `ada:token,token`. */
export const operatorTokens = (name: string, options: Options<readonly string[]>, others?: { not: string }) =>
  variable<readonly string[]>(
    name,
    options,
    (raw, env = {}) => {
      const values = splitList(raw)
      if (values.length < 1 || values.length > MAX_OPERATOR_TOKENS)
        throw new Error(`must hold 1 to ${MAX_OPERATOR_TOKENS} tokens, separated by commas`)
      const secrets = values.map((value) => readOperatorToken(value).token)
      if (secrets.some((token) => token.length < MIN_TOKEN_LENGTH))
        throw new Error(`must hold tokens of at least ${MIN_TOKEN_LENGTH} characters, without their names`)
      if (new Set(secrets).size < secrets.length) throw new Error('must not hold a token twice')
      // Which of the two rights such a token has would depend on the code.
      const elsewhere = splitList(env[others?.not ?? ''] ?? '').map((value) => readOperatorToken(value).token)
      if (secrets.some((token) => elsewhere.includes(token)))
        throw new Error(`must not hold a token of ${others?.not}`)
      return values
    },
    true,
  )

/** An entry of OPERATOR_TOKENS: `name:token`, or a token without a name. */
export function readOperatorToken(entry: string): { name: string; token: string } {
  const [, name, token] = /^([A-Za-z][\w.@-]{0,63}):(.+)$/.exec(entry) ?? []
  return name === undefined || token === undefined ? { name: '', token: entry } : { name, token }
}

function splitList(raw: string): string[] {
  return raw
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** The variables of every service. */
export const commonVariables = {
  bindAddress: text('BIND_ADDRESS', {
    default: '::',
    why:
      'the address that the ports below listen on, such as 127.0.0.1; ' +
      '`::` is all addresses, IPv4 too, and 0.0.0.0 where IPv6 is off',
  }),
  operatorPort: port('OPERATOR_PORT', { default: 8082, why: 'where the operator operations are served' }),
  adminPort: port('ADMIN_PORT', { default: 9090, why: 'where /livez, /readyz and /metrics are served' }),
  mongodbUrl: mongodbUrl('MONGODB_URL', { why: 'the database of this service' }),
  redisUrl: redisUrl('REDIS_URL', { why: 'holds the rate limits' }),
  rabbitmqUrl: secretUrl('RABBITMQ_URL', ['amqp', 'amqps'], {
    why: 'the broker for messages between the services',
  }),
  serviceTokens: tokens('SERVICE_TOKENS', {
    why: 'credentials of internal operations: the first one is sent, all are accepted',
  }),
  operatorTokens: operatorTokens('OPERATOR_TOKENS', {
    why: 'credentials of operator operations, each with or without a name (`ada:token`): all are accepted',
  }),
  operatorReadTokens: operatorTokens(
    'OPERATOR_READ_TOKENS',
    { default: [], why: 'credentials of operators who may read and change nothing, in the same form' },
    { not: 'OPERATOR_TOKENS' },
  ),
  trustedProxies: networks('TRUSTED_PROXIES', {
    default: [],
    why: 'proxies (addresses or networks) whose X-Forwarded-For is trusted, for limits by client address',
  }),
  replicas: integer('REPLICAS', {
    default: 1,
    min: 1,
    max: 1000,
    why:
      'how many replicas share the attempts to a webhook endpoint, ' +
      'and a rate limit while Redis is unavailable',
  }),
  logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    why: 'the lowest level that is logged',
  }),
  requestDeadlineMs: integer('REQUEST_DEADLINE_MS', {
    default: 5_000,
    min: 100,
    max: 60_000,
    why: 'how long a request may take before its response is 503: longer for a debugger or a slow database',
  }),
  caFile: certificates('CA_FILE', {
    default: '',
    why: 'a file of private CA certificates, trusted for all connections',
  }),
  drainDelayMs: integer('DRAIN_DELAY_MS', {
    default: 0,
    min: 0,
    max: 60_000,
    why: 'how long requests are still served after SIGTERM, until load balancers have noticed',
  }),
} satisfies Specification

/** For services with public operations, which service accounts call. */
export const publicVariables = {
  httpPort: port('HTTP_PORT', { default: 8080, why: 'where the public operations are served' }),
  requestsPerMinute: integer('REQUESTS_PER_MINUTE', {
    default: 600,
    min: 1,
    max: 1_000_000,
    why: 'requests per minute of a service account without its own limit',
  }),
} satisfies Specification

/** For services with internal operations, which the other services call. */
export const internalVariables = {
  internalPort: port('INTERNAL_PORT', { default: 8081, why: 'where the internal operations are served' }),
} satisfies Specification
