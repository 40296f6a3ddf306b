import type { ErrorCode } from '../../../shared/contract/generated/errors.ts'
import type { Schemas } from '../../../shared/contract/schema.ts'
import { ADMINISTRATOR, FIRST_GROUPS } from '../../../../testing/registration/portal.ts'
import { Refused, type Expected } from './answers.ts'
import { ofUsers, type Call, type CourseBody, type Target } from './calls.ts'

export type Grant = Readonly<Schemas['GrantInput']>

export interface ModelAccount {
  readonly id: number
  readonly name: string
  grants: readonly Grant[]
}

export interface ModelUser {
  readonly id: number
  fields: Readonly<Record<string, string>>
  groupIds: Set<number>
  deleted: boolean
  readonly createdDate: string
  /** Undefined after a change whose answer doesn't show it. */
  updatedDate: string | undefined
}

export interface ModelCourse extends CourseBody {
  readonly id: number
  deleted: boolean
}

export interface ModelRegistration {
  readonly id: number
  readonly user: ModelUser
  readonly courseId: number
  readonly externalId: string
  readonly createdDate: string
  /** Moves, and changes of its user or its course. */
  updatedDate: string
  status: string
  completionDate: string | null
  score: number | null
  /** As callers see it. */
  readonly history: object[]
}

/** What a call has done under an Idempotency-Key. */
interface Done {
  readonly answer: Expected
  /** Why the account may no longer see the answer. */
  readonly mayNotReplay: () => ErrorCode | undefined
}

export const isOpen = (status: string) => status === 'Not Started' || status === 'Approved'

/** All that the model knows, and the questions that several rules ask of it. */
export class State {
  readonly accounts: readonly ModelAccount[]
  readonly users: ModelUser[] = []
  readonly registrations: ModelRegistration[] = []
  readonly courses = new Map<number, ModelCourse>()
  readonly groups = new Map(FIRST_GROUPS)
  readonly #kept = new Map<string, Done & { readonly body: string }>()
  /** The user whom the last call has changed, if it has. */
  changedUser: ModelUser | undefined
  /** The last call has changed who reaches what. */
  changedReach = false

  constructor(accounts: readonly ModelAccount[]) {
    this.accounts = accounts
  }

  /** Who calls. One who reaches no group has no access to that API at all (A3). */
  caller(call: Call): ModelAccount {
    const account = this.accounts[call.account as number] as ModelAccount
    const groups = ofUsers(call) ? this.userGroups(account) : this.registrationGroups(account)
    if (groups.length === 0) throw new Refused('role-missing')
    return account
  }

  registrationGroups = ({ grants }: ModelAccount) =>
    this.#reach(grants.filter(({ role }) => role !== ADMINISTRATOR))
  userGroups = ({ grants }: ModelAccount) => this.#reach(grants.filter(({ role }) => role === ADMINISTRATOR))

  #reach(grants: readonly Grant[]): readonly number[] {
    return [...this.groups.keys()].filter((id) => grants.some(({ groupId }) => this.liesIn(id, groupId)))
  }

  /** Is it that group, or one below it? */
  liesIn(id: number, groupId: number): boolean {
    const parentId = this.groups.get(id)
    return id === groupId || (typeof parentId === 'number' && this.liesIn(parentId, groupId))
  }

  liveCourse(id: number): ModelCourse | undefined {
    const course = this.courses.get(id)
    return course?.deleted === false ? course : undefined
  }

  /** Which of the two lies in no group of the account; a create is told the first one (A3, A4). */
  outOfReach(account: ModelAccount, courseId: number, user: ModelUser): ErrorCode | undefined {
    const groups = this.registrationGroups(account)
    if (!groups.some((id) => this.courses.get(courseId)?.groupIds.includes(id))) return 'course-out-of-reach'
    return groups.some((id) => user.groupIds.has(id)) ? undefined : 'user-out-of-reach'
  }

  sees(account: ModelAccount, { courseId, user }: ModelRegistration): boolean {
    return this.outOfReach(account, courseId, user) === undefined
  }

  administers(account: ModelAccount, { groupIds }: ModelUser): boolean {
    return this.userGroups(account).some((id) => groupIds.has(id))
  }

  /** R12, R16 */
  counts({ courseId, user }: ModelRegistration): boolean {
    return !user.deleted && this.liveCourse(courseId) !== undefined
  }

  /** R8 */
  hasOpen(user: ModelUser, courseId: number): boolean {
    return this.registrations.some(
      (one) => one.user === user && one.courseId === courseId && isOpen(one.status),
    )
  }

  registration({ id, externalId }: Target = {}): ModelRegistration | undefined {
    return this.registrations.find((one) =>
      externalId === undefined ? one.id === id : one.externalId === externalId,
    )
  }

  /** R16: a deleted one is none. */
  user({ id, externalId }: Target = {}): ModelUser | undefined {
    return this.users.find(
      (one) =>
        !one.deleted && (externalId === undefined ? one.id === id : one.fields['externalId'] === externalId),
    )
  }

  /** R10: only what succeeded is kept. R11: a preview is none of that. */
  once({ operation, account, key, validateOnly }: Call, request: unknown, perform: () => Done): Expected {
    if (key === undefined || validateOnly) return perform().answer
    const name = `${operation} ${account} ${key}`
    const body = JSON.stringify(request)
    const kept = this.#kept.get(name)
    if (!kept) {
      const done = perform()
      this.#kept.set(name, { body, ...done })
      return done.answer
    }
    if (kept.body !== body) throw new Refused('idempotency-key-reused')
    const refusal = kept.mayNotReplay()
    if (refusal) throw new Refused(refusal)
    return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
  }
}
