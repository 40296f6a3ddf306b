import type { Scope } from '../../../platform/domain/account.ts'
import { accepted, rejected, type DomainError, type Result } from '../../../platform/errors.ts'
import type { UserCopy } from './rules.ts'
import type { StoredCourse } from '../courses/rules.ts'
import { AlreadyRegistered, ExternalIdTaken, ImportDiffers } from '../errors.ts'
import { isSameImport, type AllowedImport } from './import-rules.ts'
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
interface Found {
  readonly open: readonly (Pick<Registration, 'id'> & RegistrationPair)[]
  /** Of the users and courses of finished items: open ones too, and the last finished one first. */
  readonly ofPairs: readonly Registration[]
  /** That hold the external ids of new ones. */
  readonly withExternalIds: readonly Registration[]
  readonly imported: readonly Registration[]
  readonly exported: readonly Registration[]
}

/**
 * Existing registrations that a new one may conflict with. A create needs `resultOf` and `preview`, with open
 * ones and those that hold its external id; the rest is about imports.
 */
export class ExistingRegistrations {
  /** The ids of open ones by user and course. One of the same preview has the id 0. */
  readonly #open: Map<string, number>
  /** Those of them that an item may finish. */
  readonly #toFinish: Map<string, Registration>
  readonly #byExternalId: Map<string, Registration | 'previewed'>
  readonly #byImportKey: Map<string, Registration>
  readonly #byId: ReadonlyMap<number, Registration>
  /** Finished ones by user and course, the last one first. */
  readonly #finished: Map<string, Registration[]>
  /** The ids of registrations that are about to release their external ids. */
  readonly #releasing = new Set<number>()

  constructor({ open, ofPairs, withExternalIds, imported, exported }: Found) {
    const toFinish = ofPairs.filter(({ status }) => isOpen(status))
    this.#open = new Map([...open, ...toFinish].map((one) => [pairOf(one), one.id]))
    this.#toFinish = new Map(toFinish.map((one) => [pairOf(one), one]))
    this.#finished = Map.groupBy(
      ofPairs.filter(({ status }) => !isOpen(status)),
      pairOf,
    )
    // Read in another query, in which it may have had another status.
    const inPairs = new Map(ofPairs.map((one) => [one.id, one]))
    this.#byId = new Map(exported.map((registration) => [registration.id, registration]))
    this.#byImportKey = new Map(
      imported.flatMap((found) =>
        importKeysOf(found).map((importKey) => [importKey, inPairs.get(found.id) ?? found] as const),
      ),
    )
    this.#byExternalId = new Map(withExternalIds.map((holder) => [holder.externalId, holder]))
  }

  /**
   * The registration that an item was exported from: with its id, its user and its course. A spreadsheet may
   * have changed the dates.
   */
  exportedAs({ registration, exportedId }: AllowedImport): Registration | undefined {
    const exported = exportedId === undefined ? undefined : this.#byId.get(exportedId)
    return exported && pairOf(exported) === pairOf(registration) ? exported : undefined
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

  /** The finished registrations for the same user and course, the last one first. */
  finishedOf(registration: RegistrationPair): readonly Registration[] {
    return this.#finished.get(pairOf(registration)) ?? []
  }

  /** The open registration for the same user and course that an item may finish. */
  toFinish(registration: RegistrationPair): Registration | undefined {
    return this.#toFinish.get(pairOf(registration))
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
    this.#toFinish.delete(pairOf(finished))
    this.#byImportKey.set(importKey, finished)
    this.#setFinished(finished)
  }

  #setFinished(finished: Registration): void {
    this.#finished.set(pairOf(finished), [finished, ...this.finishedOf(finished)].sort(byCompletion))
  }

  /** The result that an insert would have. A later item of the same preview may conflict with this one. */
  preview(item: AllowedRegistration, scope: Scope | undefined): Result<Registered> {
    const { registration, identifiedBy } = item
    const known = this.resultOf(item, scope)
    if (known) return known
    if (isOpen(registration.status)) {
      this.#open.set(pairOf(registration), registration.id)
      this.#toFinish.set(pairOf(registration), registration)
    } else this.#setFinished(registration)
    if (registration.externalId !== '') this.#byExternalId.set(registration.externalId, 'previewed')
    if (registration.importKey !== '') this.#byImportKey.set(registration.importKey, registration)
    return accepted({ registration, identifiedBy, wasCreatedEarlier: false })
  }
}

/** The last one first; one of a preview has no id yet, and is the last of several. */
export const byCompletion = (a: Registration, b: Registration): number =>
  Number(b.completedAt) - Number(a.completedAt) || (b.id || Infinity) - (a.id || Infinity) || 0

/** Of the item that it is, and of those that have finished it. */
const importKeysOf = ({ importKey, finishedBy = [] }: Registration): string[] =>
  [importKey, ...finishedBy.map((item) => item.importKey)].filter((key) => key !== '')

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
