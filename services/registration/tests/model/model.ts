import type { OperationId } from '../../../shared/contract/generated/catalogue.ts'
import { Refused, type Expected } from './answers.ts'
import type { Call } from './calls.ts'
import { FLAWS } from './flaws.ts'
import * as operators from './operating.ts'
import * as registrations from './registrations.ts'
import type { State } from './state.ts'
import * as users from './users.ts'

/**
 * @param seen the body of the real answer, for what can't be known
 * @param now the second in which the registration service answers
 */
type Rule = (state: State, call: Call, seen: any, now: string) => Expected

/** What each operation does, under its name; by external id it does the same. */
const RULES: Partial<Readonly<Record<OperationId, Rule>>> = { ...operators, ...registrations, ...users }

/**
 * What a call has to be answered with: the specification and its decisions as one small program without a store, a
 * network or a second process. What the call changes is changed in the state. Ids, and the dates of users, are taken
 * from the answers: which ones a service chooses is its own affair.
 */
export function expectedAnswer(state: State, call: Call, seen: unknown, now: string): Expected {
  state.changedUser = undefined
  state.changedReach = false
  const { operation, flaw, account } = call
  try {
    // A5: first who calls, then the role, then the form of the request.
    if (flaw && flaw !== 'credential' && account !== undefined) state.caller(call)
    if (flaw) throw new Refused(FLAWS[flaw].code)
    const rule = RULES[operation] ?? RULES[operation.replace('ByExternalId', '') as OperationId]
    if (!rule) throw new Error(`the model has no rule for ${operation}`)
    const expected = rule(state, call, seen, now)
    // A change of the user reaches the copies while the clock stands still.
    for (const one of state.registrations) if (one.user === state.changedUser) one.updatedDate = now
    return expected
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    const { status, code, detail } = refused
    const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
    return { status, code, body: { detail }, headers }
  }
}
