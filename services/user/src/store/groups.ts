import type { Group, GroupTree } from '../domain/group-tree.ts'

/** The questions that this service asks about groups. */
export interface Groups {
  /** The tree as it is now. */
  tree(): Promise<GroupTree>
  /** Creates a group under an id that is issued for it. @throws ParentNotFound */
  add(group: Omit<Group, 'id'>): Promise<Group>
  /** Creates or replaces. @throws ParentNotFound, GroupCycle, even when two moves race */
  put(group: Group): Promise<'created' | 'replaced'>
  /**
   * Deletes a group without subgroups and references.
   * @param isReferredTo looks for users and grants
   * @throws NotFound, GroupInUse
   */
  remove(id: number, isReferredTo: () => Promise<boolean>): Promise<void>
  /**
   * Call after writing something that refers to these groups: cancels their pending deletion and returns
   * those that are already gone, so that the caller can undo its write.
   */
  keep(ids: readonly number[]): Promise<readonly number[]>
}
