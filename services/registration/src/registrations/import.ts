import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { accepted, rejected, resultOf, type Result } from '../../../platform/errors.ts'
import { audit } from '../../../platform/http/audit.ts'
import { itemValidator } from '../../../platform/http/items.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { presentItems } from './batch.ts'
import { appliedPreferences } from './create.ts'
import { RegistrationNotFound } from '../errors.ts'
import {
  evaluateImport,
  namesOnlyExternalId,
  readImport,
  type ImportRequest,
  type SentRegistration,
} from './import-rules.ts'
import { presentWithDetails } from './presenter.ts'
import { registerAll, type RegisterDeps, type RegisterOptions } from './register.ts'
import type { Registrations } from './repository.ts'
import type { Registered } from './rules.ts'

/**
 * Stores registrations that were made on another platform, without an event: no e-mail is ever sent about
 * them. Each item has its own result, and a repeated one changes nothing, so no key is needed.
 */
export const importRegistrations = (
  deps: RegisterDeps & { readonly ids: Ids },
): Handler<'importRegistrations'> => {
  const validate = itemValidator<SentRegistration>('RegistrationImport')
  return async (call) => {
    const now = deps.clock.now()
    const sent = await named(
      deps.registrations,
      call.body.map((item) => resultOf(() => validate(item))),
    )
    const requests = sent.map((item) =>
      item.kind === 'rejected' ? item : resultOf(() => readImport(item.value, now)),
    )
    const applied = appliedPreferences(call)
    if (call.prefer.validateOnly) {
      const previews = await registerAll(deps, requests, optionsOfImport(call))
      return { status: 200, body: presentItems(previews, presentImported), applied }
    }
    const reserved = { firstId: await deps.ids.reserve(requests.length), isRetry: false }
    const results = await registerAll(deps, requests, optionsOfImport(call), reserved)
    audit(call, 'importRegistrations', {
      registrations: results.flatMap((result) =>
        result.kind === 'accepted' && !result.value.wasCreatedEarlier ? [result.value.registration.id] : [],
      ),
    })
    return { status: 200, body: presentItems(results, presentImported), applied }
  }
}

/** An import registers for an operator, without an event. */
export function optionsOfImport({
  operator,
  prefer: { strict },
  trace,
}: Pick<Call<'importRegistrations'>, 'operator' | 'prefer' | 'trace'>): RegisterOptions<ImportRequest> {
  const context = { operatorName: operator?.name ?? '', strict }
  return {
    strict,
    scope: undefined,
    trace,
    evaluate: (request, lookedUp, id, now) => evaluateImport(request, lookedUp, context, id, now),
    eventOf: () => undefined,
  }
}

function presentImported({ registration, wasCreatedEarlier, wasFinished }: Registered) {
  const body = { registration: presentWithDetails(registration) }
  if (wasFinished) return { status: 200, outcome: 'changed' as const, ...body }
  return wasCreatedEarlier
    ? { status: 200, outcome: 'unchanged' as const, ...body }
    : { status: 201, outcome: 'created' as const, ...body }
}

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
