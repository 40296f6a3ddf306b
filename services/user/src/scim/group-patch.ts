import { foldCase } from '../../../platform/domain/canonical.ts'
import { inBody, InvalidRequest } from '../../../platform/errors.ts'
import { ScimAttributeReadOnly, ScimPathInvalid, ScimTargetMissing, ScimTooManyMembers } from '../errors.ts'
import { fieldOf, type PatchOperation } from './patch.ts'
import { readPath, scalarText, type Path } from './path.ts'
import { readId } from './resource.ts'

/** A larger group is not read or replaced in one request. */
export const MAX_MEMBERS = 1_000
/** A name of a group has at most 255 characters, which can be three each in another letter case. */
const MAX_COMPARED = 1_000

/** What a PATCH does to the members of a group. */
export interface MemberChanges {
  /** Whether all members that are not in `join` leave. */
  readonly replaces: boolean
  readonly join: ReadonlySet<number>
  readonly leave: ReadonlySet<number>
  /** Those that a path selects to be replaced, who have to be members. */
  readonly selected: ReadonlySet<number>
}

/**
 * What the operations do together.
 * @param group the present attributes, which may be sent along unchanged
 * @throws InvalidRequest, ScimAttributeReadOnly, ScimPathInvalid, ScimTargetMissing, ScimTooManyMembers
 */
export function readMemberChanges(
  operations: readonly PatchOperation[],
  group: { readonly displayName: string },
): MemberChanges {
  const changes = new Changes()
  for (const { op, path, value } of operations.flatMap(withPath)) {
    if (path.name.toLowerCase() !== 'members') {
      requireUnchanged(path.name, value, group)
      continue
    }
    requireValueOfMember(path)
    // Whoever means to remove all members says so: with an empty list, or by removing the attribute.
    if (op !== 'remove' && (value === undefined || value === null))
      throw new InvalidRequest(`${op} must have a value. Send [] for no members.`, inBody('members'))
    const [selected] = path.filter ? idsIn(path.filter.value) : []
    if (selected !== undefined) changes.ofSelected(op, selected, value)
    else if (op === 'remove') changes.remove(value)
    else changes.set(op, value)
  }
  if (changes.join.size + changes.leave.size > MAX_MEMBERS) throw new ScimTooManyMembers()
  return changes
}

/** The changes of all operations so far. */
class Changes implements MemberChanges {
  replaces = false
  readonly join = new Set<number>()
  readonly leave = new Set<number>()
  readonly selected = new Set<number>()

  set(op: 'add' | 'replace', value: unknown): void {
    const ids = idsIn(value)
    if (op === 'replace') this.#removeAll()
    this.#add(ids)
  }

  /** Entra ID names the members that it removes in the value. */
  remove(value: unknown): void {
    if (value === undefined || value === null) this.#removeAll()
    else this.#remove(idsIn(value))
  }

  /** Changes the member that a path selects, and no other. @throws InvalidRequest, ScimTargetMissing */
  ofSelected(op: PatchOperation['op'], id: number, value: unknown): void {
    const ids = idsIn(value)
    if (op === 'replace') {
      this.#requireMember(id)
      this.#remove([id])
      this.#add(ids)
      return
    }
    if (ids.some((other) => other !== id))
      throw new InvalidRequest(
        `path selects the member ${id}, and value names another one.`,
        inBody('members'),
      )
    if (op === 'remove') this.#remove([id])
    else this.#add([id])
  }

  /** As far as the operations before tell; otherwise the present members decide. */
  #requireMember(id: number): void {
    if (this.join.has(id)) return
    if (this.replaces || this.leave.has(id)) throw new ScimTargetMissing(NO_MEMBER)
    this.selected.add(id)
  }

  #removeAll(): void {
    this.replaces = true
    this.join.clear()
    this.leave.clear()
  }

  #add(ids: readonly number[]): void {
    for (const id of ids) {
      this.join.add(id)
      this.leave.delete(id)
    }
  }

  #remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.leave.add(id)
      this.join.delete(id)
    }
  }
}

/** Of {@link ScimTargetMissing}. */
export const NO_MEMBER = 'path selects a member that the group does not have. Add it instead.'

/** To skip the rest of a path would remove other members than it names. @throws ScimPathInvalid */
function requireValueOfMember({ filter, sub }: Path): void {
  const isValue = (name: string | undefined) => name === undefined || name.toLowerCase() === 'value'
  if (!isValue(filter?.attribute) || !isValue(sub)) throw new ScimPathInvalid('members')
}

/** An operation without a path stands for one operation for each attribute of its value. */
function withPath({ op, path, value }: PatchOperation) {
  if (path) return [{ op, path, value }]
  if (op === 'remove' || typeof value !== 'object' || value === null) throw new ScimTargetMissing()
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const named = readPath(name)
    return named ? [{ op, path: named, value: inner }] : []
  })
}

/**
 * Directories send the name and their own identifiers of a group along with its members. They find the group
 * by its name, whatever its letter case.
 */
function requireUnchanged(name: string, value: unknown, { displayName }: { displayName: string }): void {
  if (name.toLowerCase() !== 'displayname') return
  // To normalize a text with many marks takes long.
  const mayBeSame = typeof value === 'string' && value.length <= MAX_COMPARED
  if (!mayBeSame || foldCase(value.trim()) !== foldCase(displayName)) throw new ScimAttributeReadOnly()
}

/** @throws InvalidRequest */
function idsIn(value: unknown): number[] {
  if (value === undefined || value === null) return []
  const members: unknown[] = Array.isArray(value) ? value : [value]
  return members.map((member) => {
    const isObject = typeof member === 'object' && member !== null
    const id = readId(scalarText(isObject ? fieldOf(member, 'value') : member))
    if (id === undefined)
      throw new InvalidRequest('members must be users, each with its id as value.', inBody('members'))
    // Groups and users have ids of their own, which can be the same number.
    if (isObject && isGroup(member))
      throw new InvalidRequest(`members must be users, and ${id} is meant to be a group.`, inBody('members'))
    return id
  })
}

const isGroup = (member: object): boolean =>
  /^group$/i.test(scalarText(fieldOf(member, 'type'))) ||
  /\/groups\//i.test(scalarText(fieldOf(member, '$ref')))
