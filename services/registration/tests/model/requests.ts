import { CALLER } from '../kit/portal.ts'
import type { Call, Tag, Target } from './calls.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const OF_USERS: ReadonlySet<Call['kind']> = new Set<Call['kind']>([
  ...([
    'createUser',
    'getUser',
    'updateUser',
    'deleteUser',
    'listUsers',
    'putMember',
    'deleteMember',
  ] as const),
  ...(['getGroup', 'putGroup', 'deleteGroup', 'getAccount', 'putAccount'] as const),
])

/** Is it the user service that answers? */
export const ofUsers = ({ kind }: Call): boolean => OF_USERS.has(kind)

/** A call as it goes over the wire. Lists leave out what was created before `since`. */
export function requestOf(call: Call, since: { registrations: string; users: string }): Request {
  switch (call.kind) {
    case 'create':
      return {
        method: 'POST',
        path: '/registrations/',
        body: call.body,
        headers: creating(call),
      }
    case 'batch':
      return {
        method: 'POST',
        path: '/registrations/batch/',
        body: call.items,
        headers: creating(call),
      }
    case 'approve':
    case 'complete':
    case 'withdraw':
      return {
        method: 'POST',
        path: `${registration(call.target)}${call.kind}/`,
        body: call.body,
        headers: ifMatch(call.ifMatch),
      }
    case 'read':
      return {
        method: 'GET',
        path: registration(call.target),
        headers: ifNoneMatch(call.ifNoneMatch),
      }
    case 'history':
    case 'notification':
      return { method: 'GET', path: `/registrations/${call.id}/${call.kind}/` }
    case 'list':
      return {
        method: 'GET',
        path: `/registrations/?${query({ ...call.query, created_after: since.registrations })}`,
        headers: call.count ? { prefer: 'count=exact' } : {},
      }
    case 'createUser':
      return {
        method: 'POST',
        path: call.groupId === undefined ? '/users/' : `/users/?groupId=${call.groupId}`,
        body: call.body,
        headers: creating(call),
      }
    case 'getUser':
      return { method: 'GET', path: user(call.target), headers: ifNoneMatch(call.ifNoneMatch) }
    case 'updateUser':
      return {
        method: call.method,
        path: user(call.target),
        body: call.body,
        headers: ifMatch(call.ifMatch),
      }
    case 'deleteUser':
      return { method: 'DELETE', path: user(call.target), headers: ifMatch(call.ifMatch) }
    case 'listUsers': {
      const { groupId, includeDeleted, limit } = call
      const filters = {
        createdAfter: since.users,
        includeDeleted,
        ...(groupId === undefined ? {} : { groupId }),
        ...(limit === undefined ? {} : { limit }),
      }
      return { method: 'GET', path: `/users/?${query(filters)}` }
    }
    case 'getCourse':
      return { method: 'GET', path: `/admin/courses/${call.id}/` }
    case 'putCourse':
      return { method: 'PUT', path: `/admin/courses/${call.id}/`, body: call.body }
    case 'deleteCourse':
      return { method: 'DELETE', path: `/admin/courses/${call.id}/` }
    case 'getGroup':
      return { method: 'GET', path: `/admin/groups/${call.id}/` }
    case 'putGroup': {
      const { id, parentId } = call
      return { method: 'PUT', path: `/admin/groups/${id}/`, body: { name: `group ${id}`, parentId } }
    }
    case 'deleteGroup':
      return { method: 'DELETE', path: `/admin/groups/${call.id}/` }
    case 'getAccount':
      return { method: 'GET', path: `/admin/service-accounts/${call.id}/` }
    case 'putAccount': {
      const { id, grants } = call
      return { method: 'PUT', path: `/admin/service-accounts/${id}/`, body: { name: CALLER, grants } }
    }
    case 'putMember':
    case 'deleteMember':
      return {
        method: call.kind === 'putMember' ? 'PUT' : 'DELETE',
        path: `/admin/groups/${call.groupId}/members/${call.userId}/`,
      }
  }
}

const ifMatch = (tag: Tag | undefined): Record<string, string> => (tag ? { 'if-match': tag.value } : {})
const ifNoneMatch = (tag: Tag | undefined): Record<string, string> =>
  tag ? { 'if-none-match': tag.value } : {}

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
