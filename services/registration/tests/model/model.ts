import { errors } from '../../../shared/contract/generated/errors.ts'
import type { Call } from './calls.ts'
import { createBatch, createRegistration } from './creating.ts'
import { FLAWS, type Flaw } from './flaws.ts'
import { listRegistrations, listUsers } from './listing.ts'
import { moveRegistration, readable, readRegistration } from './moving.ts'
import {
  changeMember,
  deleteCourse,
  deleteGroup,
  getAccount,
  getCourse,
  getGroup,
  putAccount,
  putCourse,
  putGroup,
} from './operating.ts'
import { anyText, ok, Refused, type Expected } from './records.ts'
import { ofUsers } from './requests.ts'
import type { State } from './state.ts'
import { createUser, deleteUser, getUser, updateUser, type SeenUser } from './users.ts'

/**
 * What a call has to be answered with: the specification and its decisions as one small program without a store, a
 * network or a second process. What the call changes is changed in the state. Ids, and the dates of users, are taken
 * from the answers: which ones a service chooses is its own affair.
 *
 * @param seen the body of the real answer, for what can't be known
 * @param now the second in which the registration service answers
 */
export function expectedAnswer(state: State, call: Call, seen: unknown, now: string): Expected {
  state.changedUser = undefined
  state.changedReach = false
  try {
    if (call.flaw) refuse(state, call, call.flaw)
    const expected = perform(state, call, seen, now)
    // A change of the user reaches the copies while the clock stands still.
    for (const one of state.registrations) if (one.user === state.changedUser) one.updatedDate = now
    return expected
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    const { status, detail = anyText } = errors[refused.code]
    const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
    return { status, code: refused.code, body: { detail: refused.detail ?? detail }, headers }
  }
}

/** A5: first who calls, then the role, then the form of the request. */
function refuse(state: State, call: Call, flaw: Flaw): never {
  if (flaw !== 'credential' && 'account' in call) {
    if (ofUsers(call)) state.administrator(call.account)
    else state.registrar(call.account)
  }
  throw new Refused(FLAWS[flaw])
}

function perform(state: State, call: Call, seen: unknown, now: string): Expected {
  switch (call.kind) {
    case 'create':
      return createRegistration(state, call, seen, now)
    case 'batch':
      return createBatch(state, call, seen, now)
    case 'approve':
    case 'complete':
    case 'withdraw':
      return moveRegistration(state, call, now)
    case 'read':
      return readRegistration(state, call)
    case 'history':
      return ok(200, readable(state, call.account, { id: call.id }).history)
    case 'notification':
      readable(state, call.account, { id: call.id })
      throw new Refused('dependency-unavailable')
    case 'list':
      return listRegistrations(state, call)
    case 'createUser':
      return createUser(state, call, seen as SeenUser)
    case 'getUser':
      return getUser(state, call, seen)
    case 'updateUser':
      return updateUser(state, call, seen as SeenUser)
    case 'deleteUser':
      return deleteUser(state, call)
    case 'listUsers':
      return listUsers(state, call)
    case 'getCourse':
      return getCourse(state, call.id)
    case 'putCourse':
      return putCourse(state, call, now)
    case 'deleteCourse':
      return deleteCourse(state, call.id, now)
    case 'putMember':
    case 'deleteMember':
      return changeMember(state, call)
    case 'getGroup':
      return getGroup(state, call.id)
    case 'putGroup':
      return putGroup(state, call)
    case 'deleteGroup':
      return deleteGroup(state, call.id)
    case 'getAccount':
      return getAccount(state, call.id)
    case 'putAccount':
      return putAccount(state, call)
  }
}
