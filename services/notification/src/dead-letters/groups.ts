import type { Call, Handler } from '../../../shared/contract/operation.ts'
import { audit } from '../../../shared/http/audit.ts'
import { presentGroup } from '../deliveries/retry.ts'
import { parseId } from '../parse-id.ts'
import { groupByReason, MAX_GROUPED, MAX_HANDLED } from '../reasons.ts'
import { replay, type Deps } from './handlers.ts'

/** The reasons of the dead letters that wait, by queue, the most frequent first. */
export const listDeadLetterReasons =
  ({ deadLetters }: Pick<Deps, 'deadLetters'>): Handler<'listDeadLetterReasons'> =>
  async () => {
    const found = await deadLetters.listReasons(MAX_GROUPED + 1)
    const groups = groupByReason(found.slice(0, MAX_GROUPED), ({ queue }) => queue).map(
      ({ key: queue, ...group }) => ({ queue, ...presentGroup(group) }),
    )
    return { status: 200, body: { groups, complete: found.length <= MAX_GROUPED } }
  }

/** Replays one after the other, in the order in which they arrived. */
export const replayDeadLetters =
  (deps: Deps): Handler<'replayDeadLetters'> =>
  async (call) => {
    const { chosen, remaining } = await choose(deps, call)
    let done = 0
    try {
      for (const id of chosen) {
        const letter = await deps.deadLetters.find(id)
        if (!letter || letter.replayedAt || letter.dismissedAt) continue
        await replay(deps, letter)
        done++
      }
    } finally {
      if (done > 0) audit(call, 'replayDeadLetters', { ...call.body, deadLetters: chosen.slice(0, done) })
    }
    return { status: 200, body: { done, remaining } }
  }

export const dismissDeadLetters =
  (deps: Pick<Deps, 'deadLetters' | 'clock'>): Handler<'dismissDeadLetters'> =>
  async (call) => {
    const { chosen, remaining } = await choose(deps, call)
    const done = await deps.deadLetters.markAllDismissed(chosen, deps.clock.now())
    if (done > 0) audit(call, 'dismissDeadLetters', { ...call.body, deadLetters: chosen })
    return { status: 200, body: { done, remaining } }
  }

/** The dead letters that wait and match everything that the request names. */
async function choose(
  { deadLetters }: Pick<Deps, 'deadLetters'>,
  { body }: Pick<Call<'dismissDeadLetters'>, 'body'>,
): Promise<{ chosen: number[]; remaining: boolean }> {
  const { queue, reason, ids } = body
  const wanted = ids && new Set(ids.map(parseId))
  const found = (await deadLetters.listReasons(MAX_GROUPED)).filter(
    (letter) =>
      (queue === undefined || letter.queue === queue) &&
      (reason === undefined || letter.reason === reason) &&
      (wanted?.has(letter.id) ?? true),
  )
  const chosen = found.slice(0, MAX_HANDLED).map(({ id }) => id)
  return { chosen, remaining: found.length > chosen.length }
}
