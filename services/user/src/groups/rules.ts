import { GroupCycle, GroupInUse, GroupTooDeep, ParentNotFound } from '../errors.ts'

export interface Group {
  readonly id: number
  readonly name: string
  /** null for a group at the top. */
  readonly parentId: number | null
}

/** A group at the top has depth 1. */
const MAX_DEPTH = 50

/** All groups, with their subgroups. */
export class GroupTree {
  readonly #groups = new Map<number, Group>()
  readonly #children = new Map<number, Set<number>>()

  get(id: number): Group | undefined {
    return this.#groups.get(id)
  }

  has(id: number): boolean {
    return this.#groups.has(id)
  }

  /** Adds or replaces a group. Nothing is checked, so groups may come in any order. */
  put(group: Group): void {
    this.remove(group.id)
    this.#groups.set(group.id, group)
    if (group.parentId === null) return
    const siblings = this.#children.get(group.parentId)
    if (siblings) siblings.add(group.id)
    else this.#children.set(group.parentId, new Set([group.id]))
  }

  remove(id: number): void {
    const parentId = this.#groups.get(id)?.parentId ?? null
    this.#groups.delete(id)
    if (parentId === null) return
    const siblings = this.#children.get(parentId)
    siblings?.delete(id)
    if (siblings?.size === 0) this.#children.delete(parentId)
  }

  /** These groups and all their subgroups, in the order of their ids; unknown groups are ignored. */
  withSubgroups(ids: Iterable<number>): number[] {
    const found = new Set([...ids].filter((id) => this.has(id)))
    // A loop over a set also visits what is added meanwhile.
    for (const id of found) for (const child of this.#children.get(id) ?? []) found.add(child)
    return [...found].sort((a, b) => a - b)
  }

  /** By ancestor, the given groups that are it or lie below it. Unknown groups are ignored. */
  groupsByAncestor(ids: Iterable<number>): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>()
    for (const id of new Set(ids)) {
      if (!this.has(id)) continue
      for (const ancestor of this.#pathTo(id)) {
        const below = found.get(ancestor)
        if (below) below.push(id)
        else found.set(ancestor, [id])
      }
    }
    return found
  }

  /**
   * @throws ParentNotFound, GroupCycle, GroupTooDeep when the group, with its subgroups, can't be placed
   * there
   */
  requirePlace({ id, parentId }: Group): void {
    if (parentId === null) return
    if (!this.has(parentId) && parentId !== id) throw new ParentNotFound()
    const ancestors = this.#pathTo(parentId)
    if (ancestors.includes(id)) throw new GroupCycle()
    if (ancestors.length + this.#heightOf(id) > MAX_DEPTH) throw new GroupTooDeep()
  }

  /** @throws GroupInUse when it has subgroups */
  requireLeaf(id: number): void {
    if (this.#children.has(id)) throw new GroupInUse()
  }

  /** The group and its ancestors. Ends even where stored groups form a cycle. */
  #pathTo(id: number): number[] {
    const path = new Set<number>()
    for (let at: number | null = id; at !== null && !path.has(at); at = this.get(at)?.parentId ?? null)
      path.add(at)
    return [...path]
  }

  /** How many levels the group and its subgroups have. */
  #heightOf(id: number): number {
    let parents = this.#withChildren([id])
    let height = 1
    for (; parents.length > 0 && height <= MAX_DEPTH; height++)
      parents = parents.flatMap((parent) => this.#withChildren(this.#children.get(parent) ?? []))
    return height
  }

  /** Of tens of thousands of groups, few have children. */
  #withChildren(ids: Iterable<number>): number[] {
    const found: number[] = []
    for (const id of ids) if (this.#children.has(id)) found.push(id)
    return found
  }
}
