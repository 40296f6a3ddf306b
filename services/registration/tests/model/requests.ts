import { catalogue } from '../../../shared/contract/generated/catalogue.ts'
import { given, type Call } from './calls.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A call as it goes over the wire. Lists leave out what was created before `since`. */
export function requestOf(call: Call, since: { registrations: string; users: string }): Request {
  const { operation, target = {}, body, key, ifMatch, ifNoneMatch } = call
  const { method, path } = catalogue[operation]
  const { id, userId, externalId } = target
  const named: Readonly<Record<string, unknown>> = {
    id,
    userId,
    externalId,
    registrationExternalId: externalId,
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name])))
  const query = new URLSearchParams(
    Object.entries({
      ...call.query,
      ...(operation === 'listRegistrations' ? { created_after: since.registrations } : {}),
      ...(operation === 'listUsers' ? { createdAfter: since.users } : {}),
    }).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const prefer = appliedOf(call)
  return {
    method: method.toUpperCase(),
    path: query === '' ? filled : `${filled}?${query}`,
    body,
    headers: given({
      prefer: prefer === '' ? undefined : prefer,
      'idempotency-key': key,
      'if-match': ifMatch?.value,
      'if-none-match': ifNoneMatch?.value,
    }),
  }
}

/** The preferences of a call, as the header `Prefer` asks for them. */
export const appliedOf = ({ strict, validateOnly, countExact }: Call): string =>
  [strict && 'handling=strict', validateOnly && 'validate-only', countExact && 'count=exact']
    .filter(Boolean)
    .join(', ')
