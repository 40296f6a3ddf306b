import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { accountKey } from '../../../platform/domain/account.ts'
import { accepted, requireAccepted, type Result } from '../../../platform/errors.ts'
import type { Idempotency } from '../../../platform/store/idempotency.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { RegistrationNotFound } from '../errors.ts'
import { presentRegistration, tagOf } from './presenter.ts'
import { previewAll, registerAll, type RegisterDeps, type RegisterOptions } from './register.ts'
import { registrationCreatedEvent } from './events.ts'
import {
  evaluate,
  requireCourseAndUserInScope,
  requireParameters,
  type IdentifiedBy,
  type Registered,
} from './rules.ts'

export interface CreateDeps extends RegisterDeps {
  readonly idempotency: Idempotency
  readonly ids: Ids
}

/** Registers one user for one course. */
export const createRegistration =
  (deps: CreateDeps): Handler<'createRegistration'> =>
  async (call) => {
    const requests = [accepted(requireParameters(call.body))]
    if (call.prefer.validateOnly) {
      const previews = await previewAll(deps, requests, optionsOfCreate(call))
      return { status: 200, ...responseTo(call, requireOnly(previews)) }
    }
    const response = await deps.idempotency.once({
      accountKey: accountKey(call.account),
      operation: 'createRegistration',
      key: call.header('idempotency-key'),
      body: call.body,
      reserveIds: () => deps.ids.next(),
      perform: async (attempt) => {
        const registered = requireOnly(await registerAll(deps, requests, optionsOfCreate(call), attempt))
        return {
          response: {
            status: 201 as const,
            ...responseTo(call, registered),
            etag: tagOf(registered.registration),
          },
          wasCreatedEarlier: registered.wasCreatedEarlier,
        }
      },
      requireAccessForReplay: async (_response, id) => {
        const registration = await deps.registrations.find(id)
        if (!registration) throw new RegistrationNotFound()
        requireCourseAndUserInScope(registration, call.scope)
      },
      // By these ids, an erasure finds the stored response.
      userIdsInResponse: ({ body: { userId } }) => [userId],
    })
    // Not stored: the same request may come again on the other form of the path. `sendSuccess` makes it
    // relative.
    const location = `${call.pathWithSlash}${response.body.id}/`
    return { ...response, headers: { ...response.headers, location } }
  }

/** The value of the only result of a batch of one. @throws its error */
const requireOnly = <T>(results: readonly Result<T>[]): T => requireAccepted(results[0] as Result<T>)

function responseTo(
  call: Call<'createRegistration'>,
  { registration, identifiedBy }: Omit<Registered, 'wasCreatedEarlier'>,
) {
  return {
    body: presentRegistration(registration),
    headers: { 'x-resolved-by': presentIdentifiedBy(identifiedBy) },
    applied: appliedPreferences(call),
  }
}

const presentIdentifiedBy = ({ course, user }: IdentifiedBy) => `course=${course}; user=${user}`

export const appliedPreferences = ({ prefer }: Pick<CreateCall, 'prefer'>) => [
  prefer.strict && 'handling=strict',
  prefer.validateOnly && 'validate-only',
]

/** The parts of a call that registering depends on. */
type CreateCall = Pick<Call<'createRegistration'>, 'account' | 'scope' | 'prefer' | 'trace'>

/** A create registers for a service account, in its scope, with an event. */
export function optionsOfCreate({ account, scope, prefer: { strict }, trace }: CreateCall): RegisterOptions {
  const context = { actor: account, scope, strict }
  return {
    strict,
    scope,
    trace,
    evaluate: (request, lookedUp, id, now) => evaluate(request, lookedUp, context, id, now),
    eventOf: (allowed) => registrationCreatedEvent(allowed, trace),
  }
}
