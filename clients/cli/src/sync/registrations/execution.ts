import type { Registration } from '@rollcall/client'
import type { SyncResult } from '../plan.ts'
import {
  ALREADY_REGISTERED,
  failedResult,
  PERSON_IS_FOUND,
  type ComparedRegistrations,
} from './comparison.ts'
import { EVERY_ROW_FAILED } from './doubts.ts'
import { keptResult, resultOfRow, withdrawnResult } from './results.ts'
import type { RegistrationService } from './service.ts'

const CREATED = 201
/** Only a row that was not checked, because its person is known, can be so when it is sent. */
const MALFORMED = 'invalid-request'
const CHANGED_MEANWHILE =
  'A person could not be registered who could be a moment ago, so no registration is withdrawn. ' +
  'Run the same command again.'

/** Whose registrations the file describes. */
interface Scope {
  readonly group: number | undefined
  readonly source?: string | undefined
}

/**
 * Registers and withdraws. New registrations come first: the service may find that a person has one to
 * withdraw.
 */
export async function* execute(
  compared: ComparedRegistrations,
  service: RegistrationService,
  scope: Scope,
): AsyncGenerator<SyncResult> {
  const { create, remove, unchanged, completed, hidden } = compared
  const kept = new Set<number>()
  let isUnclear = false
  let failed = 0
  for await (const { item: desired, result } of service.write(create)) {
    const { status, code, registration, existingId } = result ?? {}
    if (status === CREATED && registration)
      yield { ...resultOfRow(desired, 'created', registration.id), status }
    else if (code === ALREADY_REGISTERED) {
      if (existingId !== undefined) kept.add(existingId)
      yield resultOfRow(desired, 'unchanged', existingId)
    } else {
      failed++
      isUnclear ||= code !== MALFORMED && !PERSON_IS_FOUND.has(code ?? '')
      yield failedResult(desired, result)
    }
  }
  const areNoneUpToDate = unchanged.length + completed.length + hidden.length === 0
  // The service would have found this person a moment ago.
  if (isUnclear && remove.length > 0) throw new Error(CHANGED_MEANWHILE)
  if (areNoneUpToDate && failed > 0 && failed === create.length && remove.length > 0)
    throw new Error(EVERY_ROW_FAILED)
  const removed = remove.filter(({ id }) => !kept.has(id))
  yield* service.forEach(removed, (one) => withdraw(one, compared, service, scope))
}

async function withdraw(
  one: Registration,
  compared: ComparedRegistrations,
  service: RegistrationService,
  { group, source }: Scope,
): Promise<SyncResult> {
  /** Read again, because a person may have moved or been handed over since the plan was made. */
  const isStillDue = async (): Promise<boolean> => {
    const user = compared.members?.get(one.userId)
    if (user === undefined) return compared.members === undefined
    const found = await service.member(group, user)
    return found !== undefined && (source === undefined || found.managedBy === source)
  }
  const after = await service.withdraw(one.id, isStillDue)
  return after?.statusName === 'Withdrawn'
    ? withdrawnResult(one, compared)
    : keptResult(one, MEANWHILE, compared)
}

const MEANWHILE = 'Completed, deleted, moved out of the group or handed to another source meanwhile.'
