import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { DomainError } from '../../../shared/errors.ts'
import { REPLAYED, type Idempotency } from '../../../shared/http/idempotency.ts'
import { applied } from '../../../shared/http/preferences.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { requireVisible } from '../domain/access.ts'
import { NotRegistered } from '../domain/errors.ts'
import { presentRegistration } from '../present.ts'
import { missingParameter, type Asking, type Registered, type Registrar } from '../registrar.ts'
import type { Registrations } from '../store/registrations.ts'

interface Deps {
  registrar: Registrar
  registrations: Registrations
  idempotency: Idempotency
  ids: Ids
}

/** Specification §1, §3, §4.1.1; decisions R1–R4, R8–R11. */
export const createRegistration =
  ({ registrar, registrations, idempotency, ids }: Deps): Operation<'createRegistration'> =>
  async (call) => {
    const { account, body, header, prefer, reach } = call
    if (prefer.validateOnly) {
      const [previewed] = await registrar.preview([body], asking(call))
      return { status: 200, ...answer(call, succeeded(previewed)) }
    }
    const fault = missingParameter(body)
    if (fault) throw fault
    return idempotency.once({
      account: account.id,
      operation: 'createRegistration',
      key: header('idempotency-key'),
      body,
      allot: () => ids.next(),
      perform: async (id, repeated) => {
        const [result] = await registrar.register([body], [id], asking(call), repeated)
        const registered = succeeded(result)
        const { headers, ...rest } = answer(call, registered)
        const replayed = registered.repeated ? REPLAYED : {}
        return {
          status: 201 as const,
          ...rest,
          headers: { ...headers, location: `/registrations/${id}/`, ...replayed },
        }
      },
      mayReplay: async (id) => {
        const kept = await registrations.find(id)
        if (!kept) throw new NotRegistered()
        requireVisible(kept.course, kept.user, reach)
      },
    })
  }

export function asking(
  call: Pick<Call<'createRegistration'>, 'account' | 'reach' | 'prefer' | 'trace'>,
): Asking {
  return { by: call.account, reach: call.reach, strict: call.prefer.strict, trace: call.trace }
}

function succeeded(result: Registered | DomainError | undefined): Registered {
  if (!result) throw new Error('one request, one result')
  if (result instanceof DomainError) throw result
  return result
}

function answer({ prefer }: Call<'createRegistration'>, { registration, resolvedBy }: Registered) {
  return {
    body: presentRegistration(registration),
    headers: {
      ...applied(prefer.strict && 'handling=strict', prefer.validateOnly && 'validate-only'),
      'x-resolved-by': `course=${resolvedBy.course}; user=${resolvedBy.user}`,
    },
  }
}
