import type { Handler } from '../../../platform/contract/operation.ts'
import type { Copies } from './refresh.ts'

interface Deps {
  readonly copies: Pick<Copies, 'leaveDeletedGroup'>
  /** Refreshes the copies of courses and users with many registrations. */
  readonly courseRefresh: { wake(): void }
  readonly userRefresh: { wake(): void }
}

/** Takes a deleted group out of deleted users and courses, so that the next group with its id has neither. */
export const leaveDeletedGroup =
  ({ copies, courseRefresh, userRefresh }: Deps): Handler<'leaveDeletedGroup'> =>
  async ({ body: { groupId, users } }) => {
    const body = await copies.leaveDeletedGroup(
      groupId,
      users.map((user) => ({ ...user, deleted: true })),
    )
    courseRefresh.wake()
    userRefresh.wake()
    return { status: 200, body }
  }
