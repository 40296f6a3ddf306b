import type { Call } from './calls.ts'
import { isOpen, ok, Refused, type Expected, type ModelRegistration } from './records.ts'
import { requireTag } from './rules.ts'
import type { State } from './state.ts'

/** The one that the account may read (A4, R12, R16). */
function readable(state: State, call: Call): ModelRegistration {
  const account = state.registrar(call)
  const found = state.registration(call.target)
  if (!found || !state.counts(found)) throw new Refused('not-registered')
  if (!state.sees(account, found)) throw new Refused('forbidden')
  return found
}

export function getRegistration(state: State, call: Call): Expected {
  const shown = state.present(readable(state, call))
  return call.ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304, undefined) : ok(200, shown)
}

export const getHistory = (state: State, call: Call): Expected => ok(200, readable(state, call).history)

export function getNotification(state: State, call: Call): Expected {
  readable(state, call)
  throw new Refused('dependency-unavailable')
}

/** R5–R8 */
export const moveTo =
  (to: 'Approved' | 'Completed' | 'Withdrawn') =>
  (state: State, call: Call, _seen: unknown, now: string): Expected => {
    const account = state.registrar(call)
    const { score = null, success } = (call.body ?? {}) as { score?: unknown; success?: unknown }
    const said = String(success).toLowerCase()
    if (success !== undefined && said !== 'true' && said !== 'false') throw new Refused('invalid-request')
    if (score !== null && typeof score !== 'number') throw new Refused('invalid-request')
    const found = readable(state, call)
    requireTag(call.ifMatch, state.present(found))
    const newScore = score ?? found.score
    if (found.status === to && found.score === newScore) return ok(200, state.present(found))
    if (isOpen(to) && !isOpen(found.status) && state.hasOpen(found.user, found.courseId))
      throw new Refused('reopen-conflict')
    found.history.push({
      at: now,
      by: account.id,
      byName: account.name,
      from: found.status,
      to,
      score: newScore,
      success: success === undefined ? null : said === 'true',
    })
    found.status = to
    found.score = newScore
    found.updatedDate = now
    if (to === 'Completed') found.completionDate ??= now
    return ok(200, state.present(found))
  }
