import { GroupCycle, GroupInUse, ParentNotFound } from '../errors.ts'

export interface Group {
  readonly id: number
  readonly name: string
  /** null for a group at the top. */
  readonly parentId: number | null
}

/** All groups, with their subgroups. */
export class GroupTree {
  readonly #groups: ReadonlyMap<number, Group>
  readonly #children = new Map<number | null, number[]>()

  constructor(groups: Iterable<Group>) {
    const ordered = [...groups].sort((a, b) => a.id - b.id)
    this.#groups = new Map(ordered.map((group) => [group.id, group]))
    for (const { id, parentId } of ordered) {
      const siblings = this.#children.get(parentId)
      if (siblings) siblings.push(id)
      else this.#children.set(parentId, [id])
    }
  }

  get(id: number): Group | undefined {
    return this.#groups.get(id)
  }

  has(id: number): boolean {
    return this.#groups.has(id)
  }

  /** In the order of their ids. */
  all(): Group[] {
    return [...this.#groups.values()]
  }

  /** These groups and all their subgroups, in the order of their ids; unknown groups are ignored. */
  withSubgroups(ids: Iterable<number>): number[] {
    const found = new Set<number>()
    const toVisit = [...ids].filter((id) => this.has(id))
    for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
      if (found.has(id)) continue
      found.add(id)
      toVisit.push(...(this.#children.get(id) ?? []))
    }
    return [...found].sort((a, b) => a - b)
  }

  /** @throws ParentNotFound, GroupCycle when the group can't be placed there */
  requirePlace({ id, parentId }: Group): void {
    if (parentId === null) return
    if (parentId === id || this.withSubgroups([id]).includes(parentId)) throw new GroupCycle()
    if (!this.has(parentId)) throw new ParentNotFound()
  }

  /** @throws GroupInUse when it has subgroups */
  requireLeaf(id: number): void {
    if (this.#children.has(id)) throw new GroupInUse()
  }
}
