import { foldCase } from '../../../platform/domain/canonical.ts'
import { InvalidRequest } from '../../../platform/errors.ts'
import { ScimAttributeReadOnly, ScimPathInvalid, ScimTargetMissing, ScimTooManyMembers } from '../errors.ts'
import { fieldOf, type PatchOperation } from './patch.ts'
import { readPath, type Path } from './path.ts'
import { readId } from './resource.ts'

/** A larger group is not read or replaced in one request. */
export const MAX_MEMBERS = 1_000

/** What a PATCH does to the members of a group. */
export interface MemberChanges {
  /** Whether all members that are not in `join` leave. */
  readonly replaces: boolean
  readonly join: ReadonlySet<number>
  readonly leave: ReadonlySet<number>
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
  const changes = { replaces: false, join: new Set<number>(), leave: new Set<number>() }
  for (const { op, path, value } of operations.flatMap(withPath)) {
    if (path.name.toLowerCase() !== 'members') {
      requireUnchanged(path.name, value, group)
      continue
    }
    requireValueOfMember(path)
    const named = path.filter ? [path.filter.value] : value
    if (op !== 'remove' && named === undefined) throw new InvalidRequest(`${op} must have a value.`)
    const isAll = op === 'replace' || (op === 'remove' && (named === undefined || named === null))
    if (isAll) Object.assign(changes, { replaces: true, join: new Set(), leave: new Set() })
    for (const id of idsIn(named)) {
      const [to, from] = op === 'remove' ? [changes.leave, changes.join] : [changes.join, changes.leave]
      to.add(id)
      from.delete(id)
    }
  }
  if (changes.join.size + changes.leave.size > MAX_MEMBERS) throw new ScimTooManyMembers()
  return changes
}

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
  const isSame = typeof value === 'string' && foldCase(value.trim()) === foldCase(displayName)
  if (name.toLowerCase() === 'displayname' && !isSame) throw new ScimAttributeReadOnly()
}

/** @throws InvalidRequest */
function idsIn(value: unknown): number[] {
  if (value === undefined || value === null) return []
  const members: unknown[] = Array.isArray(value) ? value : [value]
  return members.map((member) => {
    const isObject = typeof member === 'object' && member !== null
    const id = readId(String(isObject ? fieldOf(member, 'value') : member))
    if (id === undefined) throw new InvalidRequest('members must be users, each with its id as value.')
    // Groups and users have ids of their own, which can be the same number.
    if (isObject && isGroup(member))
      throw new InvalidRequest(`members must be users, and ${id} is meant to be a group.`)
    return id
  })
}

const isGroup = (member: object): boolean =>
  /^group$/i.test(String(fieldOf(member, 'type'))) || /\/groups\//i.test(String(fieldOf(member, '$ref')))
