/** Mutants that nothing can catch because nothing changes by them, each with the reason. */
export interface Equivalent {
  /** The id, `*` for any text. */
  readonly id: string
  readonly reason: string
}

const because = (reason: string, ...ids: readonly string[]): Equivalent[] => ids.map((id) => ({ id, reason }))
const dropOrLooser = (limit: string): string[] => [`${limit}:drop`, `${limit}:looser`]

export const EQUIVALENT: readonly Equivalent[] = [
  ...because(
    'Only the deleted users of a list have the field (decision R16); no answer of this operation has it.',
    '* answers 20* deleted:*',
    'mergeUserBatch answers 200 [].user.deleted:*',
  ),
  ...because(
    'No answer of the services falls under it: each has a status of its own, and one that is not declared fails the tests. It says what an error on the way, of a proxy, looks like.',
    '* default:drop',
    'answer Error *',
  ),
  ...because(
    'The contract is kept in memory: nothing that this operation does can fail. The status stands for what nobody foresaw.',
    'getContract 500:drop',
  ),
  ...because(
    'A hint for generators of languages with several kinds of numbers. What fits is said by the bounds.',
    '*.format int64:drop',
    '*.format double:drop',
  ),
  ...because(
    'A limit on what is answered, never sent, and every answer stays away from it: no answer changes, and none is refused.',
    ...dropOrLooser('Registration.id.minimum'),
    ...dropOrLooser('RegistrationBatchResult.index.minimum'),
    ...dropOrLooser('RegistrationBatchResult.status.minimum'),
    'RegistrationBatchResult.status.maximum:*',
    ...dropOrLooser('RegistrationBatchResults.maxItems'),
    ...dropOrLooser('NotificationReceipt.attempts.minimum'),
    ...dropOrLooser('User.id.minimum'),
    ...dropOrLooser('UserMergeResult.index.minimum'),
    ...dropOrLooser('UserMergeResult.status.minimum'),
    'UserMergeResult.status.maximum:*',
    ...dropOrLooser('UserMergeResults.maxItems'),
    ...dropOrLooser('Delivery.attempts.minimum'),
    ...dropOrLooser('header X-Total-Count.minimum'),
    'header Retry-After.minimum:*',
    'header X-Error-Code.pattern:drop',
    'header Location.format uri-reference:drop',
    'Error.additionalProperties:open',
    'Problem.type.format uri-reference:drop',
    ...dropOrLooser('Problem.status.minimum'),
    'Problem.status.maximum:*',
  ),
  ...because(
    'A list of what is answered, never sent: without it every answer has a value of the list still.',
    'HistoryEntry.from.enum:open',
    'UserResolution.*.enum:open',
    'header Idempotent-Replayed.enum:open',
  ),
  ...because(
    'Every step is made by a service account today; null is kept for one that is not.',
    'HistoryEntry.by.nullable:drop',
  ),
  ...because(
    'The pattern beside it refuses texts of that length, too.',
    ...dropOrLooser('Moment.maxLength'),
    ...dropOrLooser('UserExpiration.maxLength'),
    ...dropOrLooser('KeyInput.expiresAt.maxLength'),
    ...dropOrLooser('RequiredText.minLength'),
    ...dropOrLooser('ExternalId.minLength'),
    'Email.minLength:*',
    ...dropOrLooser('Token.minLength'),
    ...dropOrLooser('parameter IdempotencyKey.minLength'),
    ...dropOrLooser('parameter Cursor.minLength'),
  ),
]

/** The entry that covers a mutant. */
export function equivalentOf(id: string, list: readonly Equivalent[] = EQUIVALENT): Equivalent | undefined {
  return list.find((entry) => matches(entry.id, id))
}

export function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(id)
}
