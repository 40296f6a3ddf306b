import type { Client } from '../../../shared/tests/kit/client.ts'
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
} from '../kit/portal.ts'
import type { Grant, ModelAccount } from './state.ts'

/** One who reaches all, one of a part of the tree, one with two grants in different parts, one without the role. */
const FIRST_GRANTS: readonly (readonly Grant[])[] = [
  [
    { role: ATTENDANCE, groupId: ROOT },
    { role: ADMINISTRATOR, groupId: ROOT },
  ],
  [
    { role: BATCH, groupId: NORTH },
    { role: ADMINISTRATOR, groupId: NORTH },
  ],
  [
    { role: ATTENDANCE, groupId: NORTH_SCHOOL },
    { role: BATCH, groupId: SOUTH },
  ],
  [{ role: ADMINISTRATOR, groupId: NORTH_SCHOOL }],
]

/** The accounts of a portal, as the services know them. */
export class Callers {
  readonly #portal: Portal
  readonly #ids: readonly number[]
  #clients: readonly { readonly api: Client; readonly users: Client }[]

  static async of(portal: Portal): Promise<Callers> {
    const accounts = []
    for (const grants of FIRST_GRANTS) accounts.push(await portal.anAccount(grants))
    return new Callers(portal, accounts)
  }

  private constructor(
    portal: Portal,
    accounts: readonly { id: number; readonly api: Client; readonly users: Client }[],
  ) {
    this.#portal = portal
    this.#ids = accounts.map(({ id }) => id)
    this.#clients = accounts
  }

  at(position: number): { readonly api: Client; readonly users: Client } {
    const clients = this.#clients[position]
    if (!clients) throw new Error('no such account')
    return clients
  }

  /** The same accounts, as a model knows them at first. */
  inModel(): ModelAccount[] {
    return this.#ids.map((id, position) => ({ id, name: CALLER, grants: FIRST_GRANTS[position] ?? [] }))
  }

  /** Credentials are remembered for a while (A2b); new ones show at once what the accounts reach now. */
  async renewKeys(): Promise<void> {
    this.#clients = await Promise.all(this.#ids.map((id) => this.#portal.aKey(id)))
  }

  /** Puts groups and grants back to where they were at first. */
  async reset(): Promise<void> {
    const { users } = this.#portal.operator
    for (const [id, parentId] of FIRST_GROUPS)
      await users.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId })
    for (const [position, id] of this.#ids.entries())
      await users.put(`/admin/service-accounts/${id}/`, { name: CALLER, grants: FIRST_GRANTS[position] })
    await this.renewKeys()
  }
}
