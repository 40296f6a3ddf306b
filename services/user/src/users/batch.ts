import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { accountKey } from '../../../platform/domain/account.ts'
import {
  inParameter,
  InvalidRequest,
  requireAccepted,
  resultOf,
  type Result,
} from '../../../platform/errors.ts'
import { describeRejection } from '../../../platform/http/error-response.ts'
import { itemValidator } from '../../../platform/http/items.ts'
import type { Idempotency } from '../../../platform/store/idempotency.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import type { UpsertAccess, UpsertOutcome } from './upsert-plan.ts'
import type { UserUpserter } from './upserter.ts'
import { presentUser, readUserFields, readWriter } from './presenter.ts'
import type { UserFinder } from './finder.ts'
import { groupOfNewUser, requireVisible, type UserPatch } from './rules.ts'

interface Deps {
  userUpserter: UserUpserter
  users: Pick<UserFinder, 'find'>
  userIds: Pick<Ids, 'reserve'>
  idempotency: Idempotency
}

/** Creates or changes users in the scope of a service account. */
export const mergeVisibleUserBatch = ({
  userUpserter,
  users,
  userIds,
  idempotency,
}: Deps): Handler<'mergeVisibleUserBatch'> => {
  const validate = itemValidator<Schemas['UserBatchItem']>('UserBatchInput')
  return async (call) => {
    const items = call.body.map((item) => resultOf(() => readUserFields(validate(item))))
    const access = accessOf(call)
    const writer = readWriter(call.query)
    if (call.prefer.validateOnly) {
      await call.spendItems(items.length)
      const outcomes = await userUpserter.validateAll({ items, access, writer })
      return { status: 200, body: outcomes.map(presentOutcome), applied: ['validate-only'] }
    }
    return idempotency.once({
      accountKey: accountKey(call.account),
      operation: 'mergeVisibleUserBatch',
      key: call.header('idempotency-key'),
      body: { query: call.query, items: call.body },
      idCount: items.length,
      reserveIds: () => userIds.reserve(items.length),
      spend: () => call.spendItems(items.length),
      perform: async ({ firstId, isRetry }) => {
        const { trace } = call
        const outcomes = await userUpserter.upsertAll({ items, access, writer, trace, firstId, isRetry })
        const body = outcomes.map(presentOutcome)
        return {
          response: { status: 200 as const, body, headers: {}, applied: [] },
          wasCreatedEarlier: false,
        }
      },
      requireAccessForReplay: async ({ body }) => {
        const ids = body.flatMap(({ user }) => user?.id ?? [])
        for (const user of await Promise.all(ids.map((id) => users.find(id))))
          if (user) requireVisible(user, call.scope)
      },
      userIdsInResponse: ({ body }) => body.flatMap(({ user }) => user?.id ?? []),
    })
  }
}

/**
 * @throws GroupOutOfReach when the query names a group that is not in scope; InvalidRequest for moves without
 * a source or a group
 */
function accessOf({ query, account, scope }: Call<'mergeVisibleUserBatch'>): UpsertAccess {
  const newUserGroup = resultOf(() => groupOfNewUser(query.groupId, account, scope))
  // Without the parameter, a batch that only changes users needs no group.
  if (query.groupId !== undefined) requireAccepted(newUserGroup)
  if (query.outsideGroup !== 'move') return { scope, newUserGroup }
  if (query.groupId === undefined || query.source === undefined)
    throw new InvalidRequest(
      'outsideGroup=move needs the parameters groupId and source.',
      inParameter('outsideGroup'),
    )
  return { scope, newUserGroup, moveInto: query.groupId }
}

/** Creates or changes any users, with their groups, for operators. */
export const mergeUserBatch = ({ userUpserter }: Pick<Deps, 'userUpserter'>): Handler<'mergeUserBatch'> => {
  const validate = itemValidator<Schemas['UserMerge']>('UserMergeBatchInput')
  const read = (item: unknown): UserPatch => {
    const { groupIds, ...fields } = validate(item)
    const patch = readUserFields(fields)
    return groupIds ? { ...patch, groupIds } : patch
  }
  return async (call) => {
    const items: Result<UserPatch>[] = call.body.map((item) => resultOf(() => read(item)))
    const writer = readWriter(call.query)
    if (call.prefer.validateOnly) {
      const outcomes = await userUpserter.validateAll({ items, writer })
      return {
        status: 200,
        body: outcomes.map(presentOutcome),
        applied: ['validate-only'],
        audited: 'unchanged',
      }
    }
    const outcomes = await userUpserter.upsertAll({ items, writer, trace: call.trace })
    const users = outcomes.flatMap((outcome) =>
      outcome.kind === 'rejected' || outcome.kind === 'unchanged' ? [] : [outcome.user.id],
    )
    const audited = users.length > 0 ? call.audit({ users }) : 'unchanged'
    return { status: 200, body: outcomes.map(presentOutcome), applied: [], audited }
  }
}

function presentOutcome(outcome: UpsertOutcome, index: number): Schemas['UserMergeResult'] {
  if (outcome.kind === 'rejected') return { index, ...describeRejection(outcome.error) }
  const isCreated = outcome.kind === 'created' || outcome.kind === 'already-created'
  return {
    index,
    status: isCreated ? 201 : 200,
    outcome: isCreated ? 'created' : outcome.kind === 'adopted' ? 'unchanged' : outcome.kind,
    user: presentUser(outcome.user),
  }
}
