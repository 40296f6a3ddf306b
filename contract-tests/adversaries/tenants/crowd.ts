import { ADMINISTRATOR, ATTENDANCE, expectBody } from '../../../testing/portal.ts'
import type { System } from '../../../testing/clients/system.ts'
import { addGroups } from '../../../testing/user/add-groups.ts'

/**
 * Lists are read in another way for an account with over 200 groups in scope, and in a third one with over
 * 1,000. Such accounts have the scope of their portal and empty groups, which are the same in all portals: so
 * many that the two groups of the portal itself, whose ids are larger, are the 200th and the 201st.
 */
const CROWDS = { wide: { root: 30_000, size: 199 }, huge: { root: 40_000, size: 1_000 } } as const

export const SCOPES = ['own', 'wide', 'huge'] as const
export type ScopeName = (typeof SCOPES)[number]

/** What an account has whose scope is a group of its portal and the crowd of this name. */
export const grantsIn = (groupId: number, scope: ScopeName = 'own') =>
  [groupId, ...(scope === 'own' ? [] : [CROWDS[scope].root])].flatMap((id) =>
    [ATTENDANCE, ADMINISTRATOR].map((role) => ({ role, groupId: id })),
  )

/** @param databaseUrl of the user service */
export async function addCrowd({ operator }: System, databaseUrl: string, scope: keyof typeof CROWDS) {
  const { root, size } = CROWDS[scope]
  expectBody(await operator.put(`/admin/groups/${root}/`, { name: scope, parentId: null }), 201)
  await addGroups({ databaseUrl, parentId: root, count: size - 1, firstId: root + 1 })
}
