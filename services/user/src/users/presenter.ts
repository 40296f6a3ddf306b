import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import { readDateTime, renderDateTime, renderInstant } from '../../../platform/domain/time.ts'
import { inBody, inParameter, InvalidRequest } from '../../../platform/errors.ts'
import { etagOf } from '../../../platform/http/conditional.ts'
import type { UserIdentification } from './identification.ts'
import { ERASED_DOMAIN, TEXT_FIELDS, type User, type UserPatch, type Writer } from './rules.ts'

export function presentUser(user: User): Schemas['User'] {
  return {
    id: user.id,
    address: user.address,
    address2: user.address2,
    city: user.city,
    country: user.country,
    createdDate: renderDateTime(user.createdAt),
    email: user.email,
    expirationDate: presentExpiration(user),
    externalId: user.externalId,
    firstName: user.firstName,
    lastName: user.lastName,
    loginName: user.loginName,
    state: user.state,
    updatedDate: renderDateTime(user.updatedAt),
    zip: user.zip,
    ovFormWithInput12: user.ovFormWithInput12,
    workSettingsOtherSpecify: user.workSettingsOtherSpecify,
    workSettingsPrivateIndustryExcept: user.workSettingsPrivateIndustryExcept,
  }
}

/** With the fields that a caller can ask for besides those of the specification. */
const presentWithDetails = (user: User, scope: Scope): Schemas['User'] => ({
  ...presentUser(user),
  preferredLanguage: user.preferredLanguage,
  managedBy: user.managedBy,
  visibleGroupIds: user.groupIds.filter((id) => scope.has(id)),
})

/** The ETag of both forms. An adoption does not raise the version. */
export const tagOf = ({ id, version, managedBy }: User): string => etagOf([id, version, managedBy])

export const presenterFor =
  ({ include }: { readonly include?: 'details' }, scope: Scope) =>
  (user: User): Schemas['User'] =>
    include === 'details' ? presentWithDetails(user, scope) : presentUser(user)

/** A user as the body of a response, with its ETag. */
export const shown = (user: User, present = presentUser) => ({
  body: present(user),
  etag: tagOf(user),
})

/** Adds `deleted` for deleted users, which only lists contain. */
export const presentListedUser = (user: User, present: (user: User) => Schemas['User']): Schemas['User'] => ({
  ...present(user),
  ...(user.deleted ? { deleted: true } : {}),
})

export const presentToOperator = (user: User): Schemas['OperatorUser'] => ({
  ...presentUser(user),
  preferredLanguage: user.preferredLanguage,
  managedBy: user.managedBy,
  createdDate: renderInstant(user.createdAt),
  updatedDate: renderInstant(user.updatedAt),
  deleted: user.deleted,
  ...(user.mergedInto !== undefined && { mergedInto: user.mergedInto }),
  groupIds: [...user.groupIds],
})

/** The fields that a caller sent; read-only ones are ignored. @throws InvalidRequest */
export function readUserFields(body: Schemas['UserUpdateInput']): UserPatch {
  if (body.email?.toLowerCase().endsWith(ERASED_DOMAIN))
    throw new InvalidRequest(
      `email must not end with ${ERASED_DOMAIN}, which is the domain of erased users.`,
      inBody('email'),
    )
  const texts = Object.fromEntries(
    TEXT_FIELDS.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]),
  )
  if (body.expirationDate === undefined) return texts
  return { ...texts, expirationDate: readExpiration(body.expirationDate) }
}

/** @throws InvalidRequest for a request that takes over and has no source */
export function readWriter({
  source,
  takeOver = false,
}: {
  readonly source?: string
  readonly takeOver?: boolean
}): Writer | undefined {
  if (source !== undefined) return { source, takesOver: takeOver }
  if (takeOver) throw new InvalidRequest('takeOver needs the parameter source.', inParameter('takeOver'))
  return undefined
}

export function presentIdentification(found: UserIdentification): Schemas['UserIdentification'] {
  if (found.kind !== 'identified') return { code: IDENTIFICATION_CODES[found.kind] }
  const user = found.record
  return {
    code: user.mergedInto !== undefined ? 'merged' : found.disagrees ? 'identifiers-disagree' : 'identified',
    identifiedBy: found.identifiedBy,
    user: {
      ...user,
      groupIds: [...user.groupIds],
      expirationDate: presentExpiration(user),
    },
  }
}

const IDENTIFICATION_CODES = {
  'not-found': 'user-not-found',
  ambiguous: 'user-ambiguous',
} as const

const presentExpiration = ({ expirationDate }: Pick<User, 'expirationDate'>): string =>
  expirationDate === null ? '' : renderDateTime(expirationDate)

const readExpiration = (text: string): Date | null =>
  text === '' ? null : readDateTime('expirationDate', text)
