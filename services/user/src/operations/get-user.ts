import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import type { Reach } from '../../../shared/domain/account.ts'
import { requireVisible, type User } from '../domain/user.ts'
import { presentUser } from '../presenters/user.ts'
import type { Users } from '../store/users.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByExternalId'>
}

export const getUser =
  ({ users }: Deps): Operation<'getUser'> =>
  async ({ path, reach }) => ({ status: 200, body: presentUser(visible(await users.find(path.id), reach)) })

export const getUserByExternalId =
  ({ users }: Deps): Operation<'getUserByExternalId'> =>
  async ({ path, reach }) => ({
    status: 200,
    body: presentUser(visible(await users.findByExternalId(path.externalId), reach)),
  })

/** @throws NotFound when there is none or it is deleted, UserOutOfReach when it lies outside the reach (decisions A4, R16) */
function visible(user: User | undefined, reach: Reach): User {
  if (!user || user.deleted) throw new NotFound()
  requireVisible(user, reach)
  return user
}
