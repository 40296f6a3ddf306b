import type { components } from '../../../shared/contract/generated/openapi.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { resultOf } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import { describeError } from '../../../shared/http/error-response.ts'
import { itemValidator } from '../../../shared/http/items.ts'
import type { MergeStep } from './merge-plan.ts'
import type { UserMerger } from './merger.ts'
import { presentUser, readUserFields } from './presenter.ts'
import type { UserPatch } from './rules.ts'

export const mergeUserBatch = ({ userMerger }: { userMerger: UserMerger }): Operation<'mergeUserBatch'> => {
  const validate = itemValidator<components['schemas']['UserMerge']>('UserMergeBatch')
  const read = (item: unknown): UserPatch => {
    const { groupIds, ...fields } = validate(item)
    const patch = readUserFields(fields)
    return groupIds ? { ...patch, groupIds } : patch
  }
  return async (call) => {
    const items = call.body.map((item) => resultOf(() => read(item)))
    if (call.prefer.validateOnly) {
      const steps = await userMerger.validateAll(items)
      return { status: 200, body: steps.map(presentStep), applied: ['validate-only'] }
    }
    const steps = await userMerger.mergeAll(items, call.trace)
    audit(call, 'mergeUserBatch', {
      users: steps.flatMap((step) => (step.kind === 'rejected' ? [] : [step.user.id])),
    })
    return { status: 200, body: steps.map(presentStep), applied: [] }
  }
}

function presentStep(step: MergeStep, index: number): components['schemas']['UserMergeResult'] {
  if (step.kind === 'rejected') return { index, ...describeError(step.error) }
  return {
    index,
    status: step.kind === 'created' ? 201 : 200,
    outcome: step.kind,
    user: presentUser(step.user),
  }
}
