import { isDeepStrictEqual } from 'node:util'
import { accepted, rejected, resultOf, type Result } from '../../../platform/errors.ts'
import { ImportDiffers, RegistrationNotFound, RegistrationOpen } from '../errors.ts'
import type { ExistingRegistrations } from './conflicts.ts'
import type { Registrations } from './repository.ts'
import { isOpen, move, type AcceptedRegistration, type Registered, type Registration } from './rules.ts'

/**
 * The result of imported training that is finished; undefined for what is to be inserted. What was imported
 * before is looked up first: the same item again changes nothing, although the registration that it has
 * finished is not open any more.
 *
 * @param finish the open registration; without an id for one of the same preview
 */
export async function resultOfFinished(
  item: AcceptedRegistration,
  existing: ExistingRegistrations,
  finish: (openId: number | undefined) => Result<Registered> | Promise<Result<Registered>>,
): Promise<Result<Registered> | undefined> {
  const { registration, identifiedBy, whenOpen } = item
  const exported = existing.exportedAs(item)
  if (exported)
    return isSameState(registration, exported)
      ? accepted({ registration: exported, identifiedBy, wasCreatedEarlier: true })
      : rejected(new ImportDiffers(exported.id))
  if (whenOpen === undefined) return undefined
  const imported = existing.isImported(registration) && existing.resultOf(item, undefined)
  if (imported) return imported
  const open = existing.openOf(registration)
  if (whenOpen === 'beside' || (!open && whenOpen !== 'complete-only')) return undefined
  if (!open) return rejected(noOpenRegistration())
  if (whenOpen === 'reject') return rejected(new RegistrationOpen(open.id))
  const result = await finish(open.id)
  if (result.kind === 'accepted') existing.finish(registration, result.value.registration)
  return result
}

/** An export has no parts of seconds. */
function isSameState(item: Registration, exported: Registration): boolean {
  const seconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000)
  const stateOf = ({ status, createdAt, registeredAt, completedAt, score, success }: Registration) => [
    ...[status, score, success],
    ...[createdAt, registeredAt, completedAt].map(seconds),
  ]
  return isDeepStrictEqual(stateOf(item), stateOf(exported))
}

/** The result of finishing this open registration, as a preview shows it. */
export const finishInPreview = (
  item: AcceptedRegistration,
  open: Registration | undefined,
): Result<Registered> =>
  resultOf(() => finished(item, open ? finish(open, item) : { ...item.registration, id: 0 }))

/** Finishes an open registration, without an event: no e-mail and no webhook tells of it. */
export async function finishOpen(
  registrations: Pick<Registrations, 'find' | 'change'>,
  item: AcceptedRegistration,
  openId: number,
): Promise<Result<Registered>> {
  const open = await registrations.find(openId)
  if (!open) return rejected(noOpenRegistration())
  try {
    return accepted(
      finished(item, await registrations.change(open, undefined, (current) => finish(current, item))),
    )
  } catch (error) {
    if (error instanceof RegistrationNotFound) return rejected(error)
    throw error
  }
}

/** @throws RegistrationNotFound for one that is not open any more, or not the one that the item names */
function finish(open: Registration, { registration: item, whenOpen }: AcceptedRegistration): Registration {
  const { importKey, score, success, status, completedAt, updatedAt, history } = item
  // A request that runs beside this one has finished it with the same item.
  if (open.finishedBy?.some((by) => by.importKey === importKey)) return open
  const isNamed =
    whenOpen !== 'complete-only' || item.externalId === '' || item.externalId === open.externalId
  if (!isOpen(open.status) || !isNamed) throw noOpenRegistration()
  const imported = { importKey, score, success, completedAt }
  const actor = { id: null, name: history[0]?.byName ?? '' }
  const result = { score: score ?? undefined, success: success ?? undefined }
  return move(open, { to: status, ...result, imported }, actor, updatedAt)
}

const finished = ({ identifiedBy }: AcceptedRegistration, registration: Registration): Registered => ({
  registration,
  identifiedBy,
  wasCreatedEarlier: false,
  wasFinished: true,
})

const noOpenRegistration = () =>
  new RegistrationNotFound(
    'The user has no open registration for the course, or another one than the item names.',
  )
