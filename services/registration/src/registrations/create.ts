import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { DomainError } from '../../../shared/errors.ts'
import { REPLAYED, type Idempotency } from '../../../shared/idempotency.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { NotRegistered } from '../errors.ts'
import { requireInScope } from './rules.ts'
import { presentRegistration } from './presenter.ts'
import { requireParameters, type Asking, type Registered } from './check.ts'
import { preview } from './preview.ts'
import { register, type RegisteringDeps } from './register.ts'

export interface CreateDeps extends RegisteringDeps {
  readonly idempotency: Idempotency
  readonly ids: Ids
}

/** Specification §1, §3, §4.1.1; decisions R1–R4, R8–R11. */
export const createRegistration =
  (deps: CreateDeps): Operation<'createRegistration'> =>
  async (call) => {
    const { account, body, header, prefer, scope, location } = call
    if (prefer.validateOnly) {
      const [previewed] = await preview(deps, [body], askingOf(call))
      if (!previewed || previewed instanceof DomainError)
        throw previewed ?? new Error('one request, one result')
      return { status: 200, ...answer(call, previewed) }
    }
    requireParameters(body)
    const perform = async (id: number, repeated: boolean) => {
      const registered = await register(deps, body, id, askingOf(call), repeated)
      const { headers, ...rest } = answer(call, registered)
      const replayed = registered.repeated ? REPLAYED : {}
      return {
        status: 201 as const,
        ...rest,
        headers: { ...headers, location: `${location}${id}/`, ...replayed },
      }
    }
    const key = header('idempotency-key')
    if (key === undefined) return perform(await deps.ids.next(), false)
    return deps.idempotency.once({
      account: account.id,
      operation: 'createRegistration',
      key,
      body,
      reserveIds: () => deps.ids.next(),
      perform,
      mayReplay: async (id) => {
        const kept = await deps.registrations.find(id)
        if (!kept) throw new NotRegistered()
        requireInScope(kept, scope)
      },
    })
  }

export function askingOf({
  account,
  scope,
  prefer,
  trace,
}: Pick<Call<'createRegistration'>, 'account' | 'scope' | 'prefer' | 'trace'>): Asking {
  return { by: account, scope, strict: prefer.strict, trace }
}

function answer({ prefer }: Call<'createRegistration'>, { registration, resolvedBy }: Registered) {
  return {
    body: presentRegistration(registration),
    headers: { 'x-resolved-by': `course=${resolvedBy.course}; user=${resolvedBy.user}` },
    applied: [prefer.strict && 'handling=strict', prefer.validateOnly && 'validate-only'] as const,
  }
}
