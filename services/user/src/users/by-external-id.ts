import { NotFound } from '../../../shared/errors.ts'
import type { User } from './rules.ts'
import type { Users } from './repository.ts'

/** @throws NotFound */
export async function userIdOf(users: Pick<Users, 'findByExternalId'>, externalId: string): Promise<number> {
  const user = await users.findByExternalId(externalId)
  if (!user) throw new NotFound()
  return user.id
}

/** The external id may have moved to another user since the lookup. @throws NotFound */
export function requireExternalId(user: User, externalId: string): User {
  if (user.externalId !== externalId) throw new NotFound()
  return user
}
