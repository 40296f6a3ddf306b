import type { components } from '../../../shared/contract/generated/openapi.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { DomainError, resultOf, type Result } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import { describeError } from '../../../shared/http/error-response.ts'
import { itemValidator } from '../../../shared/http/items.ts'
import type { UserPatch } from './rules.ts'
import { presentUser, readUserFields } from './presenter.ts'
import type { Merged, UserMerger } from './merger.ts'

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
      const results = await userMerger.validateAll(items, call.trace)
      return { status: 200, body: results.map(presentResult), applied: ['validate-only'] }
    }
    const results = await userMerger.mergeAll(items, call.trace)
    audit(call, 'mergeUserBatch', {
      users: results.flatMap((result) => (result instanceof DomainError ? [] : [result.user.id])),
    })
    return { status: 200, body: results.map(presentResult), applied: [] }
  }
}

function presentResult(result: Result<Merged>, index: number): components['schemas']['UserMergeResult'] {
  if (result instanceof DomainError) return { index, ...describeError(result) }
  return { index, status: result.created ? 201 : 200, user: presentUser(result.user) }
}
