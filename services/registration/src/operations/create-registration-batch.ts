import type { components } from '../../../shared/contract/generated/openapi.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { DomainError, resultOf, type Result } from '../../../shared/errors.ts'
import { describeError } from '../../../shared/http/error-table.ts'
import type { Idempotency } from '../../../shared/http/idempotency.ts'
import { itemValidator } from '../../../shared/http/item-validation.ts'
import { applied } from '../../../shared/http/preferences.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { requireVisible } from '../domain/access.ts'
import { presentRegistration } from '../present.ts'
import type { Registered, Registrar, RegistrationRequest } from '../registrar.ts'
import type { Registrations } from '../store/registrations.ts'
import { asking } from './create-registration.ts'

type ItemResult = components['schemas']['RegistrationBatchResult']

interface Deps {
  registrar: Registrar
  registrations: Registrations
  idempotency: Idempotency
  ids: Ids
}

/** Decisions, "Beyond the specification": a result per item, and one bad item never spoils another. */
export const createRegistrationBatch = ({
  registrar,
  registrations,
  idempotency,
  ids,
}: Deps): Operation<'createRegistrationBatch'> => {
  const validate = itemValidator<RegistrationRequest>('RegistrationBatch')
  return async (call) => {
    const { account, body, header, prefer, reach } = call
    const items = body.map((item) => resultOf<RegistrationRequest>(() => validate(item)))
    const wellFormed = items.filter((item): item is RegistrationRequest => !(item instanceof DomainError))
    const headers = applied(prefer.strict && 'handling=strict', prefer.validateOnly && 'validate-only')
    if (prefer.validateOnly) {
      const previewed = await registrar.preview(wellFormed, asking(call))
      return { status: 200, body: merge(items, previewed, 200), headers }
    }
    return idempotency.once({
      account: account.id,
      operation: 'createRegistrationBatch',
      key: header('idempotency-key'),
      body,
      allot: () => ids.block(body.length),
      perform: async (firstId, repeated) => {
        const itemIds = wellFormed.map((_, i) => firstId + i)
        const results = await registrar.register(wellFormed, itemIds, asking(call), repeated)
        return { status: 200 as const, body: merge(items, results, 201), headers }
      },
      mayReplay: async (_firstId, kept) => {
        const ids = (kept.body as ItemResult[]).flatMap(({ registration }) => registration?.id ?? [])
        for (const { course, user } of await registrations.findMany(ids)) requireVisible(course, user, reach)
      },
    })
  }
}

/** Puts the results of the well-formed items back between those that were refused before. */
function merge(
  items: readonly Result<RegistrationRequest>[],
  results: readonly Result<Registered>[],
  success: 200 | 201,
): ItemResult[] {
  let next = 0
  return items.map((item, index) => {
    const result = item instanceof DomainError ? item : (results[next++] as Result<Registered>)
    return result instanceof DomainError
      ? { index, ...describeError(result) }
      : { index, status: success, registration: presentRegistration(result.registration) }
  })
}
