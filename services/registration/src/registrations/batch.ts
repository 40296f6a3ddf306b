import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Handler } from '../../../platform/contract/operation.ts'
import { accountKey } from '../../../platform/domain/account.ts'
import { resultOf, type Result } from '../../../platform/errors.ts'
import { describeRejection } from '../../../platform/http/error-response.ts'
import { itemValidator } from '../../../platform/http/items.ts'
import { appliedPreferences, optionsOfCreate, type CreateDeps } from './create.ts'
import { presentRegistration } from './presenter.ts'
import { previewAll, registerAll } from './register.ts'
import { requireParameters, requireVisible, type Registered, type RegistrationRequest } from './rules.ts'

/** Creates many registrations. Each item has its own result; a rejected item does not affect the others. */
export const createRegistrationBatch = (deps: CreateDeps): Handler<'createRegistrationBatch'> => {
  const validate = itemValidator<RegistrationRequest>('RegistrationBatchInput')
  return async (call) => {
    const requests = call.body.map((item) => resultOf(() => requireParameters(validate(item))))
    const applied = appliedPreferences(call)
    if (call.prefer.validateOnly) {
      await call.spendItems(requests.length)
      const previews = await previewAll(deps, requests, optionsOfCreate(call))
      return { status: 200, body: presentItems(previews, presentWithStatus(200)), applied }
    }
    return deps.idempotency.once({
      accountKey: accountKey(call.account),
      operation: 'createRegistrationBatch',
      key: call.header('idempotency-key'),
      body: call.body,
      idCount: requests.length,
      reserveIds: () => deps.ids.reserve(requests.length),
      spend: () => call.spendItems(requests.length),
      perform: async (attempt) => {
        const results = await registerAll(deps, requests, optionsOfCreate(call), attempt)
        const body = presentItems(results, presentWithStatus(201))
        // Only a whole response is marked as replayed, and a retry may have created some of the items.
        return { response: { status: 200 as const, body, headers: {}, applied }, wasCreatedEarlier: false }
      },
      requireAccessForReplay: async ({ body }) => {
        // A create is 404 when its registration is gone; a batch is returned as it was stored.
        const ids = body.flatMap(({ registration }) => registration?.id ?? [])
        for (const registration of await deps.registrations.findMany(ids))
          requireVisible(registration, call.scope)
      },
      userIdsInResponse: ({ body }) => body.flatMap(({ registration }) => registration?.userId ?? []),
    })
  }
}

type ItemResult = Schemas['RegistrationBatchResult'] & Pick<Schemas['RegistrationImportResult'], 'outcome'>

const presentWithStatus =
  (status: 200 | 201) =>
  ({ registration }: Registered) => ({ status, registration: presentRegistration(registration) })

export const presentItems = (
  results: readonly Result<Registered>[],
  present: (registered: Registered) => Omit<ItemResult, 'index'>,
): ItemResult[] =>
  results.map((result, index) => ({
    index,
    ...(result.kind === 'rejected' ? describeRejection(result.error) : present(result.value)),
  }))
