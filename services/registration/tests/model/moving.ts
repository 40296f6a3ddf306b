import type { Move, Read, Target } from './calls.ts'
import { isOpen, ok, Refused, STATUS_OF, type Expected, type ModelRegistration } from './records.ts'
import { requireTag } from './rules.ts'
import type { State } from './state.ts'

/** The one that the account may read (A4, R12, R16). */
export function readable(state: State, position: number, target: Target): ModelRegistration {
  const account = state.registrar(position)
  const found = state.registration(target)
  if (!found || !state.counts(found)) throw new Refused('not-registered')
  if (!state.sees(account, found)) throw new Refused('forbidden')
  return found
}

export function readRegistration(state: State, { account, target, ifNoneMatch }: Read): Expected {
  const shown = state.present(readable(state, account, target))
  return ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304, undefined) : ok(200, shown)
}

/** R5–R8 */
export function moveRegistration(state: State, call: Move, now: string): Expected {
  const { kind, account: position, target, body = {}, ifMatch } = call
  const account = state.registrar(position)
  const { score = null, success } = body
  const said = String(success).toLowerCase()
  if (success !== undefined && said !== 'true' && said !== 'false') throw new Refused('invalid-request')
  if (score !== null && typeof score !== 'number') throw new Refused('invalid-request')
  const found = readable(state, position, target)
  requireTag(ifMatch, state.present(found))
  const to = STATUS_OF[kind]
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
