import type { Call, Target } from './calls.ts'

interface Request {
  /** Which service answers. */
  readonly side: 'api' | 'users'
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A call as it goes over the wire. Lists leave out what was created before `since`. */
export function requestOf(call: Call, since: { registrations: string; users: string }): Request {
  switch (call.kind) {
    case 'create':
      return {
        side: 'api',
        method: 'POST',
        path: '/registrations/',
        body: call.body,
        headers: creating(call),
      }
    case 'batch':
      return {
        side: 'api',
        method: 'POST',
        path: '/registrations/batch/',
        body: call.items,
        headers: creating(call),
      }
    case 'approve':
    case 'complete':
    case 'withdraw':
      return {
        side: 'api',
        method: 'POST',
        path: `${registration(call.target)}${call.kind}/`,
        body: call.body,
        headers: call.ifMatch ? { 'if-match': call.ifMatch.value } : {},
      }
    case 'read':
      return {
        side: 'api',
        method: 'GET',
        path: registration(call.target),
        headers: call.ifNoneMatch ? { 'if-none-match': call.ifNoneMatch.value } : {},
      }
    case 'history':
      return { side: 'api', method: 'GET', path: `/registrations/${call.id}/history/` }
    case 'list':
      return {
        side: 'api',
        method: 'GET',
        path: `/registrations/?${query({ ...call.query, created_after: since.registrations })}`,
        headers: call.count ? { prefer: 'count=exact' } : {},
      }
    case 'createUser':
      return {
        side: 'users',
        method: 'POST',
        path: call.groupId === undefined ? '/users/' : `/users/?groupId=${call.groupId}`,
        body: call.body,
        headers: creating({ ...call, strict: false }),
      }
    case 'getUser':
      return { side: 'users', method: 'GET', path: user(call.target) }
    case 'updateUser':
      return { side: 'users', method: 'POST', path: user(call.target), body: call.body }
    case 'deleteUser':
      return { side: 'users', method: 'DELETE', path: user(call.target) }
    case 'listUsers': {
      const { groupId, includeDeleted } = call
      const filters = {
        createdAfter: since.users,
        includeDeleted,
        ...(groupId === undefined ? {} : { groupId }),
      }
      return { side: 'users', method: 'GET', path: `/users/?${query(filters)}` }
    }
    case 'putCourse':
      return { side: 'api', method: 'PUT', path: `/admin/courses/${call.id}/`, body: call.body }
    case 'deleteCourse':
      return { side: 'api', method: 'DELETE', path: `/admin/courses/${call.id}/` }
    case 'putMember':
    case 'deleteMember':
      return {
        side: 'users',
        method: call.kind === 'putMember' ? 'PUT' : 'DELETE',
        path: `/admin/groups/${call.groupId}/members/${call.userId}/`,
      }
  }
}

function creating(call: {
  strict: boolean
  validateOnly: boolean
  key: string | undefined
}): Record<string, string> {
  const prefer = [call.strict && 'handling=strict', call.validateOnly && 'validate-only']
    .filter(Boolean)
    .join(', ')
  return {
    ...(prefer === '' ? {} : { prefer }),
    ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
  }
}

const registration = (target: Target) =>
  'id' in target
    ? `/registrations/${target.id}/`
    : `/registrations/external/${encodeURIComponent(target.externalId)}/`

const user = (target: Target) =>
  'id' in target ? `/users/${target.id}/` : `/users/external_id/${encodeURIComponent(target.externalId)}/`

const query = (parameters: Readonly<Record<string, string | number | boolean>>) =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
