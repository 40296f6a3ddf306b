import type { components } from '../../../shared/contract/generated/openapi.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { DomainError, resultOf, type Result } from '../../../shared/errors.ts'
import { describeError } from '../../../shared/http/error-response.ts'
import { itemValidator } from '../../../shared/http/items.ts'
import { requireVisible } from './rules.ts'
import { presentRegistration } from './presenter.ts'
import type { Registered, RegistrationRequest } from './check.ts'
import { preview } from './preview.ts'
import { registerAll } from './register.ts'
import { askingOf, type CreateDeps } from './create.ts'

type ItemResult = components['schemas']['RegistrationBatchResult']

/** Decisions, "Beyond the specification": a result per item, and one bad item does not affect the others. */
export const createRegistrationBatch = (deps: CreateDeps): Operation<'createRegistrationBatch'> => {
  const validate = itemValidator<RegistrationRequest>('RegistrationBatch')
  return async (call) => {
    const { account, body, header, prefer, scope } = call
    const items = body.map((item) => resultOf<RegistrationRequest>(() => validate(item)))
    const wellFormed = items.filter((item): item is RegistrationRequest => !(item instanceof DomainError))
    const applied = [prefer.strict && 'handling=strict', prefer.validateOnly && 'validate-only'] as const
    if (prefer.validateOnly) {
      const previewed = await preview(deps, wellFormed, askingOf(call))
      return { status: 200, body: merge(items, previewed, 200), applied }
    }
    return deps.idempotency.once({
      account: account.id,
      operation: 'createRegistrationBatch',
      key: header('idempotency-key'),
      body,
      reserveIds: () => deps.ids.reserve(body.length),
      perform: async (firstId, repeated) => {
        const ids = wellFormed.map((_, i) => firstId + i)
        const results = await registerAll(deps, wellFormed, ids, askingOf(call), repeated)
        return { status: 200 as const, body: merge(items, results, 201), headers: {}, applied }
      },
      mayReplay: async (_firstId, kept) => {
        const ids = (kept.body as ItemResult[]).flatMap(({ registration }) => registration?.id ?? [])
        for (const registration of await deps.registrations.findMany(ids)) requireVisible(registration, scope)
      },
    })
  }
}

/**
 * Merges the results of the well-formed items with the rejections of the others, in the order of the batch.
 */
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
