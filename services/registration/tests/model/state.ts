import type { ErrorCode } from '../../../shared/contract/generated/errors.ts'
import { ADMINISTRATOR, FIRST_GROUPS } from '../kit/portal.ts'
import type { Call, Target } from './calls.ts'
import {
  isOpen,
  Refused,
  type Grant,
  type Kept,
  type ModelAccount,
  type ModelCourse,
  type ModelRegistration,
  type ModelUser,
} from './records.ts'

/** All that the model knows, and the questions that several rules ask of it. */
export class State {
  readonly accounts: readonly ModelAccount[]
  readonly users: ModelUser[] = []
  readonly registrations: ModelRegistration[] = []
  readonly courses = new Map<number, ModelCourse>()
  readonly groups = new Map(FIRST_GROUPS)
  readonly kept = new Map<string, Kept>()
  /** The user whom the last call has changed, if it has. */
  changedUser: ModelUser | undefined
  /** The last call has changed who reaches what. */
  changedReach = false

  constructor(accounts: readonly ModelAccount[]) {
    this.accounts = accounts
  }

  /** Access to the registration API at all (A3). */
  registrar(call: Call): ModelAccount {
    const account = this.accounts[call.account as number] as ModelAccount
    if (this.registrationGroups(account).length === 0) throw new Refused('role-missing')
    return account
  }

  /** Access to the user API at all (A3). */
  administrator(call: Call): ModelAccount {
    const account = this.accounts[call.account as number] as ModelAccount
    if (this.userGroups(account).length === 0) throw new Refused('role-missing')
    return account
  }

  registrationGroups({ grants }: ModelAccount): readonly number[] {
    return this.#reach(grants.filter(({ role }) => role !== ADMINISTRATOR))
  }

  userGroups({ grants }: ModelAccount): readonly number[] {
    return this.#reach(grants.filter(({ role }) => role === ADMINISTRATOR))
  }

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

  present(registration: ModelRegistration) {
    return {
      id: registration.id,
      courseId: registration.courseId,
      courseName: this.courses.get(registration.courseId)?.name,
      createdDate: registration.createdDate,
      registrationDate: registration.createdDate,
      completionDate: registration.completionDate,
      statusName: registration.status,
      externalId: registration.externalId,
      userExternalId: registration.user.fields['externalId'],
      userId: registration.user.id,
      score: registration.score,
    }
  }
}
