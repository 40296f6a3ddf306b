import {
  ADMINISTRATOR,
  ATTENDANCE,
  BATCH,
  CALLER,
  FIRST_GROUPS,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
  type Portal,
} from '../../../../testing/registration/portal.ts'
import type { Grant, ModelAccount } from './state.ts'

const to = (groupId: number, ...roles: Grant['role'][]): Grant[] => roles.map((role) => ({ role, groupId }))

/** One who reaches all, one of a part of the tree, one with two grants in different parts, one without the role. */
const FIRST_GRANTS = [
  to(ROOT, ATTENDANCE, ADMINISTRATOR),
  to(NORTH, BATCH, ADMINISTRATOR),
  [...to(NORTH_SCHOOL, ATTENDANCE), ...to(SOUTH, BATCH)],
  to(NORTH_SCHOOL, ADMINISTRATOR),
]

type Account = Awaited<ReturnType<Portal['aKey']>>

/** The accounts of a portal, as the services know them. */
export class Callers {
  readonly #portal: Portal
  #accounts: readonly Account[]

  static async of(portal: Portal): Promise<Callers> {
    const accounts = []
    for (const grants of FIRST_GRANTS) accounts.push(await portal.anAccount(grants))
    return new Callers(portal, accounts)
  }

  private constructor(portal: Portal, accounts: readonly Account[]) {
    this.#portal = portal
    this.#accounts = accounts
  }

  at = (position: number) => this.#accounts[position] as Account

  /** The same accounts, as a model knows them at first. */
  inModel(): ModelAccount[] {
    return FIRST_GRANTS.map((grants, position) => ({ id: this.at(position).id, name: CALLER, grants }))
  }

  /** Credentials are remembered for a while (A2b); new ones show at once what the accounts reach now. */
  async renewKeys(): Promise<void> {
    this.#accounts = await Promise.all(this.#accounts.map(({ id }) => this.#portal.aKey(id)))
  }

  /** Puts groups and grants back to where they were at first. */
  async reset(): Promise<void> {
    const { users } = this.#portal.operator
    for (const [id, parentId] of FIRST_GROUPS)
      await users.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId })
    for (const { id, name, grants } of this.inModel())
      await users.put(`/admin/service-accounts/${id}/`, { name, grants })
    await this.renewKeys()
  }
}
