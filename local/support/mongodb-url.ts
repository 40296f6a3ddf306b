const MONGODB_URL = /^(mongodb(?:\+srv)?:\/\/)([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/
/** Mechanisms that take no database from the address. */
const EXTERNAL = new Set(['MONGODB-X509', 'MONGODB-AWS', 'MONGODB-OIDC', 'GSSAPI'])

/** The database that an address names, "" when it names none. */
export const databaseOf = (url: string): string => MONGODB_URL.exec(url)?.[3] ?? ''

/** The hosts of an address, without its credentials. */
export const hostsOf = (url: string): string =>
  MONGODB_URL.exec(url)?.[2]?.split('@').at(-1) ?? 'that address'

/**
 * The address of another database of the same server. Credentials stay valid: they are checked against the
 * database that the address names, and else against `admin`.
 */
export function withDatabase(url: string, database: string): string {
  const [, scheme = '', hosts = '', named = '', query = ''] = MONGODB_URL.exec(url) ?? []
  const options = new URLSearchParams(query)
  const mechanism = options.get('authMechanism') ?? ''
  if (hosts.includes('@') && !options.has('authSource') && !EXTERNAL.has(mechanism))
    options.set('authSource', named || (mechanism === 'PLAIN' ? '$external' : 'admin'))
  return `${scheme}${hosts}/${database}${options.size === 0 ? '' : `?${options.toString()}`}`
}
