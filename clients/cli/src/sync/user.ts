import type { User } from '@rollcall/client'

export const isExpired = ({ expirationDate }: Pick<User, 'expirationDate'>, now: Date): boolean =>
  expirationDate !== '' && new Date(expirationDate) <= now

/** How a plan names somebody. */
export const nameOfUser = ({ externalId, loginName }: User) => externalId || loginName

export const fullNameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** How a plan names somebody who is removed, or whom a row names by a number alone. */
export const numberAndName = (user: User) => `${nameOfUser(user)} ${fullNameOf(user)}`

/** How an error says which of several accounts is meant. */
export const describeUser = (user: User) => `${fullNameOf(user)} (user ${user.id}, ${user.loginName})`
