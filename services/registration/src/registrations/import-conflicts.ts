import type { Scope } from '../../../platform/domain/account.ts'
import type { Result } from '../../../platform/errors.ts'
import { ExistingRegistrations, pairOf, type Conflicting, type RegistrationPair } from './conflicts.ts'
import type { AllowedImport } from './import-rules.ts'
import { isOpen, type AllowedRegistration, type Registered, type Registration } from './rules.ts'

/** What was found for an import. */
interface ConflictingWithImport extends Conflicting {
  /** Of the users and courses of finished items: open ones too, and the last finished one first. */
  readonly ofPairs: readonly Registration[]
  /** That items were exported from. */
  readonly exported: readonly Registration[]
}

/** Existing registrations that an imported item may finish or repeat, or conflict with. */
export class ExistingForImport extends ExistingRegistrations {
  /** Open ones by user and course. */
  readonly #toFinish: Map<string, Registration>
  /** Finished ones by user and course, the last one first. */
  readonly #finished: Map<string, Registration[]>
  readonly #byId: ReadonlyMap<number, Registration>

  constructor({ open, ofPairs, withExternalIds, imported, exported }: ConflictingWithImport) {
    const toFinish = ofPairs.filter(({ status }) => isOpen(status))
    // Those that were imported were read in another query, in which they may have had another status.
    const inPairs = new Map(ofPairs.map((one) => [one.id, one]))
    super({
      open: [...open, ...toFinish],
      withExternalIds,
      imported: new Map([...imported].map(([key, one]) => [key, inPairs.get(one.id) ?? one])),
    })
    this.#toFinish = new Map(toFinish.map((one) => [pairOf(one), one]))
    this.#finished = Map.groupBy(
      ofPairs.filter(({ status }) => !isOpen(status)),
      pairOf,
    )
    this.#byId = new Map(exported.map((registration) => [registration.id, registration]))
  }

  /**
   * The registration that an item was exported from: with its id, its user and its course. A spreadsheet may
   * have changed the dates.
   */
  exportedAs({ registration, exportedId }: AllowedImport): Registration | undefined {
    const exported = exportedId === undefined ? undefined : this.#byId.get(exportedId)
    return exported && pairOf(exported) === pairOf(registration) ? exported : undefined
  }

  /** The finished registrations for the same user and course, the last one first. */
  finishedOf(registration: RegistrationPair): readonly Registration[] {
    return this.#finished.get(pairOf(registration)) ?? []
  }

  /** The open registration for the same user and course that an item may finish. */
  toFinish(registration: RegistrationPair): Registration | undefined {
    return this.#toFinish.get(pairOf(registration))
  }

  override addFinished(item: Registration, finished: Registration): void {
    super.addFinished(item, finished)
    this.#toFinish.delete(pairOf(finished))
    this.#setFinished(finished)
  }

  #setFinished(finished: Registration): void {
    this.#finished.set(pairOf(finished), [finished, ...this.finishedOf(finished)].sort(byCompletion))
  }

  override preview(item: AllowedRegistration, scope: Scope | undefined): Result<Registered> {
    const result = super.preview(item, scope)
    const { registration } = item
    if (result.kind === 'rejected' || result.value.wasCreatedEarlier) return result
    if (isOpen(registration.status)) this.#toFinish.set(pairOf(registration), registration)
    else this.#setFinished(registration)
    return result
  }
}

/** The last one first; one of a preview has no id yet, and is the last of several. */
export const byCompletion = (a: Registration, b: Registration): number =>
  Number(b.completedAt) - Number(a.completedAt) || (b.id || Infinity) - (a.id || Infinity) || 0
