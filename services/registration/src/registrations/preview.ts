import type { Scope } from '../../../shared/domain/account.ts'
import { DomainError, resultOf, type Result } from '../../../shared/errors.ts'
import { AlreadyRegistered, ExternalIdTaken } from '../errors.ts'
import { isActive, isVisible, type Registration } from './rules.ts'
import type { Registrations } from './repository.ts'
import { check, type Asking, type Eligible, type RegistrationRequest } from './check.ts'
import type { RegisteringDeps } from './register.ts'

/** The id that a preview shows (decision R11). */
const NO_ID = 0

/**
 * Runs every check and writes nothing; returns the registrations as they would be, or the exact rejections
 * (decision R11).
 */
export async function preview(
  deps: RegisteringDeps,
  requests: readonly RegistrationRequest[],
  asking: Asking,
): Promise<Result<Eligible>[]> {
  const judge = await check(deps, requests, asking)
  const earlier = { pairs: new Set<string>(), externalIds: new Set<string>() }
  const results: Result<Eligible>[] = []
  for (const position of requests.keys()) {
    const result = resultOf(() => judge(position, NO_ID))
    const duplicate =
      result instanceof DomainError
        ? undefined
        : await duplicateOf(deps.registrations, result, asking.scope, earlier)
    results.push(duplicate ?? result)
  }
  return results
}

/** The first duplicate that a write would meet, in the store or earlier in the same batch. */
async function duplicateOf(
  registrations: Registrations,
  { registration: { course, user, externalId } }: Eligible,
  scope: Scope,
  earlier: { pairs: Set<string>; externalIds: Set<string> },
): Promise<DomainError | undefined> {
  const pair = `${user.userId}:${course.id}`
  const open = await registrations.findOpen(user.userId, course.id)
  if (earlier.pairs.has(pair) || open !== undefined) return new AlreadyRegistered(undefined, open)
  if (externalId !== '') {
    const holder = await registrations.findByExternalId(externalId)
    if (holder || earlier.externalIds.has(externalId)) return externalIdTaken(holder, scope)
  }
  earlier.pairs.add(pair)
  earlier.externalIds.add(externalId)
  return undefined
}

/** The detail names the holder when the account may see it (decision R9). */
export function externalIdTaken(holder: Registration | undefined, scope: Scope): ExternalIdTaken {
  return holder && isActive(holder) && isVisible(holder, scope)
    ? new ExternalIdTaken(`Registration ${holder.id} has this externalId. Choose another one.`)
    : new ExternalIdTaken()
}
