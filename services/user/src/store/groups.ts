import type { Group, GroupTree } from '../domain/group-tree.ts'

/** The questions that this service asks about groups. */
export interface Groups {
  /** The tree as it is now. */
  tree(): Promise<GroupTree>
  /** Creates or replaces. @throws ParentNotFound, GroupCycle; also when two moves cross */
  put(group: Group): Promise<'created' | 'replaced'>
  /**
   * Deletes a group that has no subgroups and that nothing refers to.
   * @param isReferredTo looks for users and grants
   * @throws NotFound, GroupInUse
   */
  remove(id: number, isReferredTo: () => Promise<boolean>): Promise<void>
  /**
   * To be called after something was written that refers to these groups: keeps those that are about to be deleted, and
   * tells which are gone, so that the caller takes back what it has written.
   */
  keep(ids: readonly number[]): Promise<readonly number[]>
}
