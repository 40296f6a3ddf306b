import { NotFound } from '../../../shared/errors.ts'
import type { User } from '../domain/user.ts'
import type { Users } from '../store/users.ts'

/** @throws NotFound */
export async function userIdOf(users: Pick<Users, 'findByExternalId'>, externalId: string): Promise<number> {
  const user = await users.findByExternalId(externalId)
  if (!user) throw new NotFound()
  return user.id
}

/** The id may have moved on to another user since it was looked up. @throws NotFound */
export function requireExternalId(user: User, externalId: string): User {
  if (user.externalId !== externalId) throw new NotFound()
  return user
}
