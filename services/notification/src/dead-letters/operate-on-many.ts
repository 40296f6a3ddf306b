import type { Audited, Call, Handler } from '../../../platform/contract/operation.ts'
import { MAX_GROUPED, select } from '../error-classes.ts'
import { parseIds } from '../parse-id.ts'
import { replay, type Deps } from './handlers.ts'

/** Replays one after the other, in the order in which they arrived. */
export const replayDeadLetters =
  (deps: Deps): Handler<'replayDeadLetters'> =>
  async (call) => {
    const { chosen, remaining } = await choose(deps, call)
    const replayed: number[] = []
    let audited: Audited | 'unchanged' = 'unchanged'
    try {
      for (const id of chosen) {
        const letter = await deps.deadLetters.find(id)
        if (!letter || letter.replayedAt || letter.dismissedAt) continue
        await replay(deps.publisher, letter)
        replayed.push(id)
        await deps.deadLetters.markReplayed(id, deps.clock.now())
      }
    } finally {
      if (replayed.length > 0) audited = call.audit({ ...call.body, deadLetters: replayed })
    }
    return { status: 200, body: { done: replayed.length, remaining }, audited }
  }

export const dismissDeadLetters =
  (deps: Pick<Deps, 'deadLetters' | 'clock'>): Handler<'dismissDeadLetters'> =>
  async (call) => {
    const { chosen, remaining } = await choose(deps, call)
    const done = await deps.deadLetters.markAllDismissed(chosen, deps.clock.now())
    const audited = done > 0 ? call.audit({ ...call.body, deadLetters: chosen }) : 'unchanged'
    return { status: 200, body: { done, remaining }, audited }
  }

/** The dead letters that wait and match everything that the request names. */
async function choose(
  { deadLetters }: Pick<Deps, 'deadLetters'>,
  { body }: Pick<Call<'dismissDeadLetters'>, 'body'>,
): Promise<{ chosen: number[]; remaining: boolean }> {
  const { queue, reason, ids } = body
  const waiting = await deadLetters.listWithErrorClass({ ids: parseIds(ids) }, MAX_GROUPED)
  const inQueue = queue === undefined ? waiting : waiting.filter((letter) => letter.queue === queue)
  return select(inQueue, reason)
}
