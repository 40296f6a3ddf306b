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

interface Creating {
  readonly strict: boolean
  readonly validateOnly: boolean
  readonly key: string | undefined
}

export interface Move {
  readonly kind: 'approve' | 'complete' | 'withdraw'
  readonly account: number
  readonly target: Target
  readonly body: { readonly score?: unknown; readonly success?: unknown } | undefined
  readonly ifMatch: Tag | undefined
}

export interface ListQuery {
  readonly course_id?: number
  readonly user_id?: number
  readonly status?: string
  readonly limit?: number
  readonly offset?: number
}

/** `account` is a position in the list of accounts; operators have none. */
export type Call =
  | ({ readonly kind: 'create'; readonly account: number; readonly body: RegistrationBody } & Creating)
  | ({
      readonly kind: 'batch'
      readonly account: number
      readonly items: readonly RegistrationBody[]
    } & Creating)
  | Move
  | {
      readonly kind: 'read'
      readonly account: number
      readonly target: Target
      readonly ifNoneMatch: Tag | undefined
    }
  | { readonly kind: 'history'; readonly account: number; readonly id: number }
  | { readonly kind: 'list'; readonly account: number; readonly query: ListQuery; readonly count: boolean }
  | {
      readonly kind: 'createUser'
      readonly account: number
      readonly body: UserBody
      readonly groupId: number | undefined
      readonly validateOnly: boolean
      readonly key: string | undefined
    }
  | { readonly kind: 'getUser' | 'deleteUser'; readonly account: number; readonly target: Target }
  | {
      readonly kind: 'updateUser'
      readonly account: number
      readonly target: Target
      readonly body: UserBody
    }
  | {
      readonly kind: 'listUsers'
      readonly account: number
      readonly groupId: number | undefined
      readonly includeDeleted: boolean
    }
  | { readonly kind: 'putCourse'; readonly id: number; readonly body: CourseBody }
  | { readonly kind: 'deleteCourse'; readonly id: number }
  | { readonly kind: 'putMember' | 'deleteMember'; readonly groupId: number; readonly userId: number }

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
    case 'list':
      return 'listRegistrations'
    case 'putMember':
      return 'putGroupMember'
    case 'deleteMember':
      return 'deleteGroupMember'
    case 'createUser':
    case 'getUser':
    case 'updateUser':
    case 'deleteUser':
    case 'listUsers':
    case 'putCourse':
    case 'deleteCourse':
      return `${call.kind}${by}`
  }
}
