import type { Registration } from '@rollcall/client'
import { heldDetail } from '../doubts.ts'
import { resultOf, type PlaceOf, type SyncOutcome, type SyncResult } from '../plan.ts'
import { keptBy } from '../sources.ts'
import type { ComparedRegistrations } from './comparison.ts'
import type { DesiredRegistration } from './desired-registrations.ts'
import { heldFileText } from './doubts.ts'

/** The result of a row. */
export const resultOfRow = ({ line, course }: DesiredRegistration, outcome: SyncOutcome, id?: number) =>
  resultOf(outcome, { line, courseId: course.id, id })

/** Of all for which nothing is sent. */
export function unsentResults(compared: ComparedRegistrations, placeOf: PlaceOf): readonly SyncResult[] {
  const { notDone, unchanged, hidden, completed, held, notOwn, sourceOf, hasEveryRowFailed } = compared
  const otherwise = heldFileText(hasEveryRowFailed)
  return [
    ...notDone,
    ...unchanged.map(({ desired, present }) => resultOfRow(desired, 'unchanged', present.id)),
    ...hidden.map((desired) => resultOfRow(desired, 'unchanged')),
    ...completed.map(({ desired, present }) => resultOfRow(desired, 'completed', present.id)),
    ...held.map((one) => keptResult(one.present, heldDetail(one, placeOf, otherwise), compared)),
    ...notOwn.map((one) => keptResult(one, keptBy(sourceOf(one.userId)), compared)),
  ]
}

/** Of all others, if the service accepts them. */
export const expectedResults = (compared: ComparedRegistrations): readonly SyncResult[] => [
  ...compared.create.map((desired) => resultOfRow(desired, 'created')),
  ...compared.remove.map((one) => withdrawnResult(one, compared)),
]

/** Of a registration that is withdrawn; if the command should name a source, with that of the person. */
export const withdrawnResult = (one: Registration, compared: ComparedRegistrations): SyncResult => ({
  ...resultOfRegistration('withdrawn', one, compared),
  ...(compared.isSourceMissing ? { detail: keptBy(compared.sourceOf(one.userId)) } : {}),
})

/** Of a registration that stays. */
export const keptResult = (
  one: Registration,
  detail: string,
  compared: ComparedRegistrations,
): SyncResult => ({
  ...resultOfRegistration('kept', one, compared),
  detail,
})

const resultOfRegistration = (
  outcome: SyncOutcome,
  { id, courseId, userId, userExternalId }: Registration,
  { members }: ComparedRegistrations,
) => resultOf(outcome, { id, courseId, userId, who: userExternalId || members?.get(userId)?.loginName })
