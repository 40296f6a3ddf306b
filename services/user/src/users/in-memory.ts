import { DomainError, NotFound, resultOf } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Trace } from '../../../shared/trace.ts'
import { LoginNameTaken, UserExternalIdTaken } from '../errors.ts'
import type { MergeKeys } from './match.ts'
import { foldCase, type User } from './rules.ts'
import type { Change, UserUpdate } from './repository.ts'
import type { MergedUsers } from './merger.ts'

/** A copy of the users concerned, which a validate-only batch changes instead of the database. */
export class UsersInMemory implements MergedUsers {
  readonly #clock: Clock
  readonly #users = new Map<number, User>()
  readonly #byLoginName = new Map<string, number>()
  readonly #byExternalId = new Map<string, number>()

  constructor(users: readonly User[], clock: Clock) {
    this.#clock = clock
    for (const user of users) this.#put(user)
  }

  findByMergeKeys({ loginNames, externalIds }: MergeKeys): Promise<User[]> {
    const ids = new Set([
      ...loginNames.map((name) => this.#byLoginName.get(name)),
      ...externalIds.map((externalId) => this.#byExternalId.get(externalId)),
    ])
    return Promise.resolve([...ids].flatMap((id) => (id === undefined ? [] : (this.#users.get(id) ?? []))))
  }

  add(user: User): Promise<void> {
    return Promise.resolve().then(() => this.#putIfFree(user))
  }

  addAll(users: readonly User[]): Promise<User[]> {
    return Promise.resolve(users.filter((user) => this.#isRejected(user)))
  }

  change(id: number, _trace: Trace, update: UserUpdate): Promise<User> {
    return Promise.resolve().then(() => {
      const user = this.#users.get(id)
      if (!user) throw new NotFound()
      const changed = update(user, this.#clock.now())
      this.#putIfFree(changed)
      return changed
    })
  }

  changeAll(changes: readonly Change[]): Promise<Change[]> {
    return Promise.resolve(changes.filter(({ after }) => this.#isRejected(after)))
  }

  #isRejected(user: User): boolean {
    return resultOf(() => this.#putIfFree(user)) instanceof DomainError
  }

  #putIfFree(user: User): void {
    const isTaken = (holder: number | undefined) => holder !== undefined && holder !== user.id
    if (isTaken(this.#byLoginName.get(foldCase(user.loginName)))) throw new LoginNameTaken()
    if (isTaken(this.#byExternalId.get(user.externalId))) throw new UserExternalIdTaken()
    this.#put(user)
  }

  #put(user: User): void {
    const before = this.#users.get(user.id)
    if (before) {
      this.#byLoginName.delete(foldCase(before.loginName))
      this.#byExternalId.delete(before.externalId)
    }
    this.#users.set(user.id, user)
    this.#byLoginName.set(foldCase(user.loginName), user.id)
    if (user.externalId !== '') this.#byExternalId.set(user.externalId, user.id)
  }
}
