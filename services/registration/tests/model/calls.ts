import type { Flaw } from './flaws.ts'
import type { Grant } from './records.ts'

/** One HTTP request of a sequence, as the model and the services are both asked it. */
export type Target = { readonly id: number } | { readonly externalId: string }

/** An ETag that an earlier answer carried, and the representation that it stood for. */
export interface Tag {
  readonly value: string
  readonly shown: string
}

export interface RegistrationBody {
  courseId?: number
  courseName?: string
  courseExternalId?: string
  userId?: number
  userExternalId?: string
  userEmail?: string
  externalId?: string
  /** No such field: refused (decision R4). */
  colour?: string
}

export type UserBody = Readonly<Record<string, string>>

export interface CourseBody {
  readonly name: string
  readonly externalId: string
  readonly groupIds: readonly number[]
  readonly active: boolean
  readonly published: boolean
  readonly requiresRegistration: boolean
  readonly eventBased: boolean
}

/** `account` is a position in the list of accounts; operators have none. */
interface Calling {
  readonly account: number
}

interface Creating extends Calling {
  readonly strict: boolean
  readonly validateOnly: boolean
  readonly key: string | undefined
}

export interface Create extends Creating {
  readonly kind: 'create'
  readonly body: RegistrationBody
}

export interface Batch extends Creating {
  readonly kind: 'batch'
  readonly items: readonly RegistrationBody[]
}

export interface Move extends Calling {
  readonly kind: 'approve' | 'complete' | 'withdraw'
  readonly target: Target
  readonly body: { readonly score?: unknown; readonly success?: unknown } | undefined
  readonly ifMatch: Tag | undefined
}

export interface Read extends Calling {
  readonly kind: 'read' | 'getUser'
  readonly target: Target
  readonly ifNoneMatch: Tag | undefined
}

export interface ReadPart extends Calling {
  readonly kind: 'history' | 'notification'
  readonly id: number
}

export interface ListQuery {
  readonly course_id?: number
  readonly user_id?: number
  readonly status?: string
  readonly updated_after?: string
  readonly limit?: number
  readonly offset?: number
}

export interface List extends Calling {
  readonly kind: 'list'
  readonly query: ListQuery
  readonly count: boolean
  /** Follows the links to the end: everything comes, whatever the limit (R13). */
  readonly walk: boolean
}

export interface CreateUser extends Creating {
  readonly kind: 'createUser'
  readonly body: UserBody
  readonly groupId: number | undefined
}

export interface UpdateUser extends Calling {
  readonly kind: 'updateUser'
  /** By external id all three are one operation (S10). */
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly target: Target
  readonly body: UserBody
  readonly ifMatch: Tag | undefined
}

export interface DeleteUser extends Calling {
  readonly kind: 'deleteUser'
  readonly target: Target
  readonly ifMatch: Tag | undefined
}

export interface ListUsers extends Calling {
  readonly kind: 'listUsers'
  readonly groupId: number | undefined
  readonly includeDeleted: boolean
  readonly limit: number | undefined
  readonly walk: boolean
}

export interface PutCourse {
  readonly kind: 'putCourse'
  readonly id: number
  readonly body: CourseBody
}

export interface PutGroup {
  readonly kind: 'putGroup'
  readonly id: number
  readonly parentId: number | null
}

export interface ChangeMember {
  readonly kind: 'putMember' | 'deleteMember'
  readonly groupId: number
  readonly userId: number
}

export interface PutAccount {
  readonly kind: 'putAccount'
  readonly id: number
  readonly grants: readonly Grant[]
}

interface ById {
  readonly kind: 'getCourse' | 'deleteCourse' | 'getGroup' | 'deleteGroup' | 'getAccount'
  readonly id: number
}

export type Call = (
  | Create
  | Batch
  | Move
  | Read
  | ReadPart
  | List
  | CreateUser
  | UpdateUser
  | DeleteUser
  | ListUsers
  | PutCourse
  | PutGroup
  | ChangeMember
  | PutAccount
  | ById
) & {
  /** What is wrong with the request itself, whatever it asks for. */
  readonly flaw?: Flaw | undefined
}

/** The operation of the contract that a call is one of. */
export function operationOf(call: Call): string {
  const by = 'target' in call && 'externalId' in call.target ? 'ByExternalId' : ''
  switch (call.kind) {
    case 'create':
      return 'createRegistration'
    case 'batch':
      return 'createRegistrationBatch'
    case 'approve':
    case 'complete':
    case 'withdraw':
      return `${call.kind}Registration${by}`
    case 'read':
      return `getRegistration${by}`
    case 'history':
      return 'getRegistrationHistory'
    case 'notification':
      return 'getRegistrationNotification'
    case 'list':
      return 'listRegistrations'
    case 'updateUser':
      return `${{ POST: 'update', PUT: 'replace', PATCH: 'patch' }[call.method]}User${by}`
    case 'putMember':
      return 'putGroupMember'
    case 'deleteMember':
      return 'deleteGroupMember'
    case 'putAccount':
      return 'putServiceAccount'
    case 'getAccount':
      return 'getServiceAccount'
    case 'createUser':
    case 'getUser':
    case 'deleteUser':
    case 'listUsers':
    case 'getCourse':
    case 'putCourse':
    case 'deleteCourse':
    case 'getGroup':
    case 'putGroup':
    case 'deleteGroup':
      return `${call.kind}${by}`
  }
}
