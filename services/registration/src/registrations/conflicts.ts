import type { Scope } from '../../../platform/domain/account.ts'
import { accepted, rejected, type DomainError, type Result } from '../../../platform/errors.ts'
import type { UserCopy } from './rules.ts'
import type { StoredCourse } from '../courses/rules.ts'
import { AlreadyRegistered, ExternalIdTaken, ImportDiffers } from '../errors.ts'
import { isSameImport } from './import-rules.ts'
import { isOpen, isVisible, type AllowedRegistration, type Registered, type Registration } from './rules.ts'

/** A user and a course, of which there is one open registration. */
export interface RegistrationPair {
  readonly user: Pick<UserCopy, 'userId'>
  readonly course: Pick<StoredCourse, 'id'>
}

/**
 * The rules that unique indexes enforce: one open registration for each user and course, one for each
 * external id, one for each imported item.
 */
export type UniqueRule = 'open-registration' | 'external-id' | 'import'

/** What a registration that violates a rule is rejected with if the other one is not found. */
export const ERROR_OF_RULE = {
  'open-registration': AlreadyRegistered,
  'external-id': ExternalIdTaken,
  import: ImportDiffers,
} satisfies Record<UniqueRule, unknown>

/** What was found of each kind; in any status, but for the open ones. */
export interface Conflicting {
  readonly open: readonly (Pick<Registration, 'id'> & RegistrationPair)[]
  /** That hold the external ids of new ones. */
  readonly withExternalIds: readonly Registration[]
  /** By the import keys of the items that they are, or that have finished them. */
  readonly imported: ReadonlyMap<string, Registration>
}

/** Existing registrations that a new one may conflict with. */
export class ExistingRegistrations {
  /** The ids of open ones by user and course. One of the same preview has the id 0. */
  readonly #open: Map<string, number>
  readonly #byExternalId: Map<string, Registration | 'previewed'>
  readonly #byImportKey: Map<string, Registration>
  /** The ids of registrations that are about to release their external ids. */
  readonly #releasing = new Set<number>()

  constructor({ open, withExternalIds, imported }: Conflicting) {
    this.#open = new Map(open.map((one) => [pairOf(one), one.id]))
    this.#byExternalId = new Map(withExternalIds.map((holder) => [holder.externalId, holder]))
    this.#byImportKey = new Map(imported)
  }

  /** The registrations that hold the external ids of new ones. */
  get holders(): Registration[] {
    return [...this.#byExternalId.values()].filter((holder) => holder !== 'previewed')
  }

  /** Says that the user or the course of these holders was deleted a moment ago. */
  markReleasing(holders: readonly Registration[]): void {
    for (const { id } of holders) this.#releasing.add(id)
  }

  /** The registration that was imported, or finished, with the same user, course, status and dates. */
  importedAs({ importKey }: Registration): Registration | undefined {
    return this.#byImportKey.get(importKey)
  }

  /**
   * The result of a registration that can't be inserted: an import of the same item has stored it before, or
   * it has a conflict. Parameters as of {@link conflictOf}.
   */
  resultOf(
    { registration, identifiedBy }: AllowedRegistration,
    scope: Scope | undefined,
    isIgnored?: (id: number) => boolean,
  ): Result<Registered> | undefined {
    const stored = this.#byImportKey.get(registration.importKey)
    if (stored && isSameImport(registration, stored))
      return accepted({ registration: stored, identifiedBy, wasCreatedEarlier: true })
    const conflict = this.conflictOf(registration, scope, isIgnored)
    return conflict && rejected(conflict)
  }

  /**
   * The first conflict of a new registration: with an open one for the same user and course, then with one
   * that has the same external id, then with one that was imported with other details.
   *
   * @param scope undefined for an operator, who sees all groups
   * @param isIgnored open registrations with these ids are ignored
   */
  conflictOf(
    registration: Registration,
    scope: Scope | undefined,
    isIgnored: (id: number) => boolean = () => false,
  ): DomainError | undefined {
    const open = isOpen(registration.status) ? this.#open.get(pairOf(registration)) : undefined
    if (open !== undefined && !isIgnored(open)) return new AlreadyRegistered(undefined, open || undefined)
    const imported = this.#byImportKey.get(registration.importKey)
    // The same training needs a correction, and no other external id.
    if (imported?.externalId === registration.externalId) return new ImportDiffers(imported.id)
    const withSameExternalId = this.#byExternalId.get(registration.externalId)
    if (withSameExternalId === 'previewed') return new ExternalIdTaken()
    if (withSameExternalId) {
      const isReleasing = this.#releasing.has(withSameExternalId.id)
      return externalIdTaken(withSameExternalId, registration, { scope, isReleasing })
    }
    return imported && new ImportDiffers(imported.id)
  }

  /** Says that this item has finished the open registration, or would in a preview. */
  addFinished({ importKey }: Registration, finished: Registration): void {
    this.#open.delete(pairOf(finished))
    this.#byImportKey.set(importKey, finished)
  }

  /** The result that an insert would have. A later item of the same preview may conflict with this one. */
  preview(item: AllowedRegistration, scope: Scope | undefined): Result<Registered> {
    const { registration, identifiedBy } = item
    const known = this.resultOf(item, scope)
    if (known) return known
    if (isOpen(registration.status)) this.#open.set(pairOf(registration), registration.id)
    if (registration.externalId !== '') this.#byExternalId.set(registration.externalId, 'previewed')
    if (registration.importKey !== '') this.#byImportKey.set(registration.importKey, registration)
    return accepted({ registration, identifiedBy, wasCreatedEarlier: false })
  }
}

/** The same for two registrations of the same user for the same course. */
export const pairOf = ({ user, course }: RegistrationPair) => `${user.userId}:${course.id}`

/** Says more about the other registration only if it is visible to the caller; an operator sees all. */
function externalIdTaken(
  other: Registration,
  registration: Registration,
  { scope, isReleasing }: { readonly scope: Scope | undefined; readonly isReleasing: boolean },
): ExternalIdTaken {
  if (scope && !isVisible(other, scope)) return new ExternalIdTaken()
  if (isReleasing) return new ExternalIdTaken(RELEASING)
  const isImport = registration.importKey !== '' && other.importKey !== ''
  const isSame = pairOf(other) === pairOf(registration)
  // An import changes nothing that exists. Under another external id the row is a second registration.
  const whatNow = !isSame
    ? 'has this externalId, for another course or person. Choose another one; programs that number alike ' +
      'need a prefix.'
    : isImport
      ? 'was imported with this externalId and other data, which an import does not change. ' +
        'If the row is right, withdraw that registration and give the row another externalId.'
      : 'has this externalId. Choose another one.'
  return new ExternalIdTaken(`Registration ${other.id} ${whatNow}`, other.id)
}

const RELEASING =
  'This externalId is being released, because the user or the course of its registration was deleted. ' +
  'Send the request again in a few seconds.'
