import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { accepted, rejected, resultOf, type Result } from '../../../platform/errors.ts'
import { itemValidator } from '../../../platform/http/items.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import type { Attempt } from '../../../platform/store/idempotency.ts'
import { presentItems } from './batch.ts'
import { appliedPreferences } from './create.ts'
import { RegistrationNotFound } from '../errors.ts'
import { pairOf } from './conflicts.ts'
import type { ExistingForImport } from './import-conflicts.ts'
import { dependsOn, finishInPreview, finishOpen, mayRepeat, resultOfFinished } from './finish-open.ts'
import {
  evaluateImport,
  namesOnlyExternalId,
  readImport,
  type AllowedImport,
  type ImportRequest,
  type SentRegistration,
} from './import-rules.ts'
import { presentWithDetails } from './presenter.ts'
import {
  allowedItems,
  evaluateAll,
  insertAllowed,
  markReleasingHolders,
  resultsOf,
  type AllowedItem,
  type RegisterDeps,
  type RegisterOptions,
} from './register.ts'
import type { Registrations } from './repository.ts'
import type { Registered } from './rules.ts'

type ImportOptions = RegisterOptions<ImportRequest, AllowedImport>

/**
 * Stores registrations that were made on another platform, without an event: no e-mail is ever sent about
 * them. Each item has its own result, and a repeated one changes nothing, so no key is needed.
 */
export const importRegistrations = (
  deps: RegisterDeps & { readonly ids: Ids },
): Handler<'importRegistrations'> => {
  const validate = itemValidator<SentRegistration>('RegistrationImportInput')
  return async (call) => {
    const now = deps.clock.now()
    const sent = await named(
      deps.registrations,
      call.body.map((item) => resultOf(() => withoutBlank(validate(item)))),
    )
    const requests = sent.map((item) =>
      item.kind === 'rejected' ? item : resultOf(() => readImport(item.value, now)),
    )
    const applied = appliedPreferences(call)
    if (call.prefer.validateOnly) {
      const previews = await importAll(deps, requests, optionsOfImport(call))
      return { status: 200, body: presentItems(previews, presentImported), applied, audited: 'unchanged' }
    }
    const attempt = { firstId: await deps.ids.reserve(requests.length), isRetry: false }
    const results = await importAll(deps, requests, optionsOfImport(call), attempt)
    const registrations = results.flatMap((result) =>
      result.kind === 'accepted' && !result.value.wasCreatedEarlier ? [result.value.registration.id] : [],
    )
    const audited = registrations.length > 0 ? call.audit({ registrations }) : 'unchanged'
    return { status: 200, body: presentItems(results, presentImported), applied, audited }
  }
}

/** An import registers for an operator, without an event. */
export function optionsOfImport({
  operator,
  prefer: { strict },
  trace,
}: Pick<Call<'importRegistrations'>, 'operator' | 'prefer' | 'trace'>): ImportOptions {
  const context = { operatorName: operator?.name ?? '', strict }
  return {
    strict,
    scope: undefined,
    trace,
    evaluate: (request, lookedUp, id, now) => evaluateImport(request, lookedUp, context, id, now),
    eventOf: () => undefined,
  }
}

/** The same as `registerAll` (`register.ts`), and finishes open registrations. */
export async function importAll(
  deps: RegisterDeps,
  requests: readonly Result<ImportRequest>[],
  options: ImportOptions,
  attempt?: Attempt,
): Promise<Result<Registered>[]> {
  const items = await evaluateAll(deps, requests, options, attempt)
  if (!attempt) await preview(deps, allowedItems(items), options)
  // Each turn finds what the one before has stored, as if its items came in a later request.
  else
    for (let waiting = allowedItems(items); waiting.length > 0; waiting = allowedItems(items))
      await insertAllowed(deps, await settle(deps, waiting, options), options)
  return resultsOf(items)
}

type ImportItem = AllowedItem<AllowedImport>

async function preview(
  deps: RegisterDeps,
  items: readonly ImportItem[],
  options: ImportOptions,
): Promise<void> {
  const existingRegistrations = await findExistingOfItems(deps, items, options)
  for (const item of items) {
    const finished = await resultOfFinished(item.allowed, existingRegistrations, finishInPreview)
    item.result = finished ?? existingRegistrations.preview(item.allowed, options.scope)
  }
}

/**
 * Finishes open registrations, and sets the results of all items that are not to be inserted.
 * @returns those to be inserted in this turn: of a user and a course none after one that waits for another
 */
async function settle(
  deps: RegisterDeps,
  items: readonly ImportItem[],
  options: ImportOptions,
): Promise<readonly ImportItem[]> {
  const finished = items.filter(
    ({ allowed: { whenOpen, exportedId } }) => (whenOpen ?? exportedId) !== undefined,
  )
  if (finished.length === 0) return items
  const existingRegistrations = await findExistingOfItems(deps, finished, options)
  const finish = finishOpen(deps.registrations)
  const ofPairs = Map.groupBy(items, (item) => pairOf(item.allowed.registration)).values()
  const toInsert = await Promise.all(
    [...ofPairs].map(async (ofPair) => {
      const pending: ImportItem[] = []
      for (const item of ofPair) {
        if (pending.some((earlier) => dependsOn(item.allowed, earlier.allowed.registration))) break
        item.result = await resultOfFinished(item.allowed, existingRegistrations, finish)
        if (!item.result) pending.push(item)
      }
      return pending
    }),
  )
  return toInsert.flat().sort((a, b) => a.id - b.id)
}

/** Finds what the items may finish, repeat or conflict with. */
async function findExistingOfItems(
  deps: RegisterDeps,
  items: readonly ImportItem[],
  { trace }: ImportOptions,
): Promise<ExistingForImport> {
  const registrationsOf = (some: readonly ImportItem[]) => some.map((item) => item.allowed.registration)
  const existingRegistrations = await deps.registrations.findForImport(
    registrationsOf(items),
    registrationsOf(items.filter((item) => mayRepeat(item.allowed.whenOpen))),
    items.flatMap((item) => item.allowed.exportedId ?? []),
  )
  await markReleasingHolders(deps, existingRegistrations, trace)
  return existingRegistrations
}

function presentImported({ registration, wasCreatedEarlier, wasFinished }: Registered) {
  const body = { registration: presentWithDetails(registration) }
  if (wasFinished) return { status: 200, outcome: 'changed' as const, ...body }
  return wasCreatedEarlier
    ? { status: 200, outcome: 'unchanged' as const, ...body }
    : { status: 201, outcome: 'created' as const, ...body }
}

/** An export has "" for a user without an external id. */
const withoutBlank = ({ userExternalId, ...sent }: SentRegistration): SentRegistration =>
  userExternalId ? { ...sent, userExternalId } : sent

/** The items, with course and user where one names only the external id of the registration to complete. */
async function named(
  registrations: Pick<Registrations, 'findByExternalIds'>,
  items: readonly Result<SentRegistration>[],
): Promise<Result<SentRegistration>[]> {
  const externalIds = items.flatMap((item) =>
    item.kind === 'accepted' && namesOnlyExternalId(item.value) ? [item.value.externalId ?? ''] : [],
  )
  const found = await registrations.findByExternalIds(externalIds)
  return items.map((item) => {
    if (item.kind === 'rejected' || !namesOnlyExternalId(item.value)) return item
    const registration = found.find(({ externalId }) => externalId === item.value.externalId)
    if (!registration) return rejected(new RegistrationNotFound())
    const { course, user } = registration
    return accepted({ ...item.value, courseId: course.id, userId: user.userId })
  })
}
