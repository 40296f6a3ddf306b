import { DomainError, NotFound, resultOf } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Trace } from '../../../shared/trace.ts'
import { LoginNameTaken, UserExternalIdTaken } from '../errors.ts'
import { withoutCase, type User } from './rules.ts'
import type { Change } from './repository.ts'
import type { MergedUsers } from './merger.ts'

/** Users that a dry run of an import changes: the answers of the store, and nothing is kept. */
export class UsersInMemory implements MergedUsers {
  readonly #clock: Clock
  readonly #users = new Map<number, User>()
  readonly #byLoginName = new Map<string, number>()
  readonly #byExternalId = new Map<string, number>()

  constructor(users: readonly User[], clock: Clock) {
    this.#clock = clock
    for (const user of users) this.#put(user)
  }

  havingAnyOf({ loginNames, externalIds }: Parameters<MergedUsers['havingAnyOf']>[0]): Promise<User[]> {
    const ids = new Set([
      ...loginNames.map((name) => this.#byLoginName.get(name)),
      ...externalIds.map((externalId) => this.#byExternalId.get(externalId)),
    ])
    return Promise.resolve([...ids].flatMap((id) => (id === undefined ? [] : (this.#users.get(id) ?? []))))
  }

  add(user: User): Promise<void> {
    return Promise.resolve().then(() => this.#keep(user))
  }

  addAll(users: readonly User[]): Promise<User[]> {
    return Promise.resolve(users.filter((user) => this.#isRefused(user)))
  }

  change(id: number, _trace: Trace, move: (user: User, now: Date) => User): Promise<User> {
    return Promise.resolve().then(() => {
      const user = this.#users.get(id)
      if (!user) throw new NotFound()
      const moved = move(user, this.#clock.now())
      this.#keep(moved)
      return moved
    })
  }

  changeAll(changes: readonly Change[]): Promise<Change[]> {
    return Promise.resolve(changes.filter(({ after }) => this.#isRefused(after)))
  }

  #isRefused(user: User): boolean {
    return resultOf(() => this.#keep(user)) instanceof DomainError
  }

  #keep(user: User): void {
    const isTaken = (holder: number | undefined) => holder !== undefined && holder !== user.id
    if (isTaken(this.#byLoginName.get(withoutCase(user.loginName)))) throw new LoginNameTaken()
    if (isTaken(this.#byExternalId.get(user.externalId))) throw new UserExternalIdTaken()
    this.#put(user)
  }

  #put(user: User): void {
    const before = this.#users.get(user.id)
    if (before) {
      this.#byLoginName.delete(withoutCase(before.loginName))
      this.#byExternalId.delete(before.externalId)
    }
    this.#users.set(user.id, user)
    this.#byLoginName.set(withoutCase(user.loginName), user.id)
    if (user.externalId !== '') this.#byExternalId.set(user.externalId, user.id)
  }
}
