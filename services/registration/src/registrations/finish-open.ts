import { accepted, rejected, resultOf, type Result } from '../../../platform/errors.ts'
import { ImportDiffers, MovedSince, RegistrationNotFound, RegistrationOpen } from '../errors.ts'
import type { ExistingForImport } from './import-conflicts.ts'
import { isSameResult, type AllowedImport, type WhenOpen } from './import-rules.ts'
import type { Registrations } from './repository.ts'
import { isOpen, move, type Registered, type Registration } from './rules.ts'

/**
 * The result of imported training that is finished; undefined for what is to be inserted. What was imported
 * before is looked up first: the same item again changes nothing, although the registration that it has
 * finished is not open any more. One that was moved back to open is finished again.
 *
 * @param finish finishes the open registration
 */
export async function resultOfFinished(
  item: AllowedImport,
  existingRegistrations: ExistingForImport,
  finish: (item: AllowedImport, open: Registration) => Result<Registered> | Promise<Result<Registered>>,
): Promise<Result<Registered> | undefined> {
  const { registration, identifiedBy, whenOpen } = item
  const exported = existingRegistrations.exportedAs(item)
  if (exported) {
    const differing = differingFields(item, exported)
    return differing.length === 0
      ? accepted({ registration: exported, identifiedBy, wasCreatedEarlier: true })
      : rejected(new ImportDiffers(exported.id, differing))
  }
  if (whenOpen === undefined) return undefined
  const imported = existingRegistrations.importedAs(registration)
  // Somebody has moved it since. An item that can only complete has nothing else to say about it.
  const moved =
    whenOpen === 'complete-only' && imported?.status !== registration.status ? imported : undefined
  if (imported && !moved) return existingRegistrations.resultOf(item, undefined)
  const earlier = existingRegistrations.finishedOf(registration)
  const same = mayRepeat(whenOpen) && earlier.find((one) => isSameTraining(item, one))
  if (same)
    return isSameResult(registration, same)
      ? accepted({ registration: same, identifiedBy, wasCreatedEarlier: true })
      : rejected(new ImportDiffers(same.id))
  const open = moved && isOpen(moved.status) ? moved : existingRegistrations.toFinish(registration)
  if (moved && moved !== open) return rejected(new MovedSince(moved, open?.id))
  if (whenOpen === 'beside' || (!open && whenOpen !== 'complete-only')) return undefined
  if (!open) return rejected(notOpen(item, earlier[0]))
  if (whenOpen === 'reject')
    return isOtherOfExport(item, open) ? undefined : rejected(new RegistrationOpen(open.id || undefined))
  const result = await finish(item, open)
  if (result.kind === 'accepted') existingRegistrations.addFinished(registration, result.value.registration)
  return result
}

/** Whether the result of an item depends on what becomes of this one for the same user and course. */
export const dependsOn = (item: AllowedImport, inserted: Registration): boolean =>
  item.whenOpen === 'complete-only' ||
  (mayRepeat(item.whenOpen) && (isOpen(inserted.status) || isSameTraining(item, inserted)))

/** Whether an item and the open registration are different registrations of the system they come from. */
const isOtherOfExport = ({ exportedId, registration }: AllowedImport, open: Registration): boolean =>
  exportedId !== undefined &&
  open.importKey !== '' &&
  seconds(open.registeredAt) !== seconds(registration.registeredAt)

/** Whether an item may be the finished training of a registration that exists. */
export const mayRepeat = (whenOpen: WhenOpen | undefined): boolean =>
  whenOpen !== undefined && whenOpen !== 'beside'

/**
 * Whether an item tells what is finished already. It must not finish the registration of the next year with
 * the date of the last one.
 */
function isSameTraining(item: AllowedImport, one: Registration): boolean {
  const { status, completedAt, registeredAt } = item.registration
  if (!mayMean(item, one) || status !== one.status || !completedAt !== !one.completedAt) return false
  return completedAt && one.completedAt
    ? isSameTime(completedAt, one.completedAt)
    : seconds(registeredAt) === seconds(one.registeredAt)
}

/** Whether an item means this registration: one that only completes may name it by its external id. */
const mayMean = ({ registration: { externalId }, whenOpen }: AllowedImport, one: Registration): boolean =>
  whenOpen !== 'complete-only' || externalId === '' || externalId === one.externalId

/** A list that has only days gives midnight. */
function isSameTime(item: Date, one: Date): boolean {
  const unit = item.getTime() % DAY === 0 ? DAY : 1_000
  return Math.floor(item.getTime() / unit) === Math.floor(one.getTime() / unit)
}

const DAY = 24 * 60 * 60 * 1_000

/** An export has no parts of seconds. */
const seconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000)

/** What the item does not give, it has from the registration. */
function differingFields(
  { registration: item, isSuccessGiven }: AllowedImport,
  exported: Registration,
): string[] {
  const isCreationGiven = item.createdAt.getTime() !== item.registeredAt.getTime()
  const given = {
    ...item,
    externalId: item.externalId || exported.externalId,
    createdAt: isCreationGiven ? item.createdAt : exported.createdAt,
    success: isSuccessGiven ? item.success : exported.success,
  }
  const [is, was] = [fieldsOf(given), Object.values(fieldsOf(exported))]
  return Object.entries(is).flatMap(([name, value], i) => (value === was[i] ? [] : [name]))
}

const fieldsOf = ({ externalId, status, score, success, ...dates }: Registration) => ({
  externalId,
  statusName: status,
  createdDate: seconds(dates.createdAt),
  registrationDate: seconds(dates.registeredAt),
  completionDate: seconds(dates.completedAt),
  score,
  success,
})

/** The result of finishing this open registration, as a preview shows it. */
export const finishInPreview = (item: AllowedImport, open: Registration): Result<Registered> =>
  resultOf(() => asFinished(item, applyItem(open, item)))

/** Finishes an open registration, without an event: no e-mail and no webhook tells of it. */
export const finishOpen =
  (registrations: Pick<Registrations, 'change'>) =>
  async (item: AllowedImport, open: Registration): Promise<Result<Registered>> => {
    try {
      const apply = (current: Registration) => applyItem(current, item)
      const finished = await registrations.change(open, undefined, apply)
      return accepted(asFinished(item, finished))
    } catch (error) {
      if (error instanceof RegistrationNotFound) return rejected(error)
      throw error
    }
  }

/** @throws RegistrationNotFound for one that is not open any more, or not the one that the item names */
function applyItem(open: Registration, item: AllowedImport): Registration {
  const { importKey, score, success, status, completedAt, updatedAt, history } = item.registration
  const isRemembered = open.finishedBy?.some((by) => by.importKey === importKey)
  // A request that runs beside this one has finished it with the same item.
  if (isRemembered && open.status === status) return open
  if (!isOpen(open.status) || !mayMean(item, open)) throw noOpenRegistration()
  const imported = { importKey, score, success, completedAt }
  const actor = { id: null, name: history[0]?.byName ?? '' }
  const result = { score: score ?? undefined, success: success ?? undefined }
  return move(open, { to: status, ...result, imported }, actor, updatedAt)
}

const asFinished = ({ identifiedBy }: AllowedImport, registration: Registration): Registered => ({
  registration,
  identifiedBy,
  wasCreatedEarlier: false,
  wasFinished: true,
})

const noOpenRegistration = () =>
  new RegistrationNotFound('The open registration for the course is another one than the item names.')

const IF_FINISHED =
  'To correct it, approve the registration and send the right item. Register the user again only for ' +
  'another training.'
const IF_WITHDRAWN =
  'If it was withdrawn by mistake, approve it and send the item again. Otherwise register the user again.'

const IF_LATER =
  'This is probably another training, which with its createdDate is stored as a registration of its own.'
/** Half a year: the training of the next year is later, the right date of the same one is not. */
const MAX_CORRECTION_MS = 180 * DAY

/** @param last the last one that is finished; with the id 0 it is of the same preview */
function notOpen({ registration }: AllowedImport, last: Registration | undefined): RegistrationNotFound {
  if (!last) return new RegistrationNotFound('The user was never registered for the course.')
  const { id, status, completedAt, score, success } = last
  const on = completedAt ? ` on ${completedAt.toISOString().slice(0, 10)}` : ''
  const result = [score === null ? [] : `score ${score}`, success === false ? 'not passed' : []].flat()
  const details = result.length > 0 ? ` (${result.join(', ')})` : ''
  const text = `The registration of the user for the course is ${status}${on}${details} already.`
  // Does not name it: to correct it would replace the date of the training before.
  const { completedAt: date } = registration
  if (date && completedAt && date.getTime() - completedAt.getTime() > MAX_CORRECTION_MS)
    return new RegistrationNotFound(`${text} ${IF_LATER}`)
  return new RegistrationNotFound(
    `${text} ${status === 'Withdrawn' ? IF_WITHDRAWN : IF_FINISHED}`,
    id || undefined,
  )
}
