import type { Handler } from '../../../platform/contract/operation.ts'
import { presentUser } from './presenter.ts'
import type { UserFinder } from './finder.ts'

/** The present groups of users, deleted or not. The calling service checks access. */
export const findUserGroups =
  ({ users }: { users: Pick<UserFinder, 'groupsOf'> }): Handler<'findUserGroups'> =>
  async ({ body }) => {
    const found = await users.groupsOf(body.userIds)
    return {
      status: 200,
      body: found.map(({ id, groupIds }) => ({ userId: id, groupIds: [...groupIds] })),
    }
  }

/**
 * Users as the API shows them, for webhook events and late e-mails. The notification service asks for them,
 * because messages are of their time, and `user.changed.v1` has no personal data.
 */
export const findUsersForEvents =
  ({ users }: { users: Pick<UserFinder, 'findMany'> }): Handler<'findUsersForEvents'> =>
  async ({ body }) => {
    const found = await users.findMany(body.userIds)
    return {
      status: 200,
      body: found.map((user) => ({
        version: user.version,
        groupIds: [...user.groupIds],
        deleted: user.deleted,
        erased: user.erased,
        preferredLanguage: user.preferredLanguage,
        ...(user.mergedInto !== undefined && { mergedInto: user.mergedInto }),
        user: presentUser(user),
      })),
    }
  }
