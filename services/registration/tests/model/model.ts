import { ERROR_TABLE } from '../../../shared/http/error-table.ts'
import type { Call, Move, RegistrationBody, Target } from './calls.ts'
import {
  anyText,
  isOpen,
  lower,
  ok,
  Refused,
  REQUIRED_OF_USERS,
  STATUS_OF,
  USER_FIELDS,
  type Draft,
  type Expected,
  type Kept,
  type ModelAccount,
  type ModelCourse,
  type ModelRegistration,
  type ModelUser,
} from './records.ts'
import {
  begin,
  identify,
  requireEligible,
  requireKnownFields,
  requireParameters,
  requireUserFields,
  requireTag,
  preferring,
  presentUser,
  freshId,
  requireFreeUser,
} from './rules.ts'

/**
 * The specification and its decisions as one small program without a store, a network or a second process. Ids, and
 * the dates of users, are taken from the answers: which ones a service chooses is its own affair.
 */
export class Model {
  readonly users: ModelUser[] = []
  readonly registrations: ModelRegistration[] = []
  readonly courses = new Map<number, ModelCourse>()
  /** The user whom the last call has changed, if it has. */
  changedUser: ModelUser | undefined
  readonly #accounts: readonly ModelAccount[]
  readonly #below: (groupId: number) => readonly number[]
  readonly #kept = new Map<string, Kept>()

  constructor(accounts: readonly ModelAccount[], below: (groupId: number) => readonly number[]) {
    this.#accounts = accounts
    this.#below = below
  }

  /**
   * What the call has to be answered with; what it changes is changed.
   * @param seen the body of the real answer, for what the model can't know
   * @param now the second in which the registration service answers
   */
  answer(call: Call, seen: unknown, now: string): Expected {
    this.changedUser = undefined
    try {
      return this.#dispatch(call, seen, now)
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      const { status, detail = anyText } = ERROR_TABLE[refused.code]
      return { status, code: refused.code, body: { detail: refused.detail ?? detail }, headers: {} }
    }
  }

  #dispatch(call: Call, seen: unknown, now: string): Expected {
    switch (call.kind) {
      case 'create':
        return this.#create(call, seen, now)
      case 'batch':
        return this.#batch(call, seen, now)
      case 'approve':
      case 'complete':
      case 'withdraw':
        return this.#move(call, now)
      case 'read': {
        const registration = this.#readable(call.account, call.target)
        const shown = this.present(registration)
        return call.ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304, undefined) : ok(200, shown)
      }
      case 'history':
        return ok(200, this.#readable(call.account, { id: call.id }).history)
      case 'list':
        return this.#list(call)
      case 'createUser':
        return this.#createUser(call, seen as { id: number; createdDate: string; updatedDate: string })
      case 'getUser':
        return ok(200, presentUser(this.#reachableUser(call.account, call.target), seen))
      case 'updateUser':
        return this.#updateUser(call, seen as { updatedDate: string })
      case 'deleteUser':
        this.changedUser = this.#reachableUser(call.account, call.target)
        this.changedUser.deleted = true
        return ok(204, undefined)
      case 'listUsers':
        return this.#listUsers(call)
      case 'putCourse': {
        const known = this.#liveCourse(call.id)
        this.courses.set(call.id, { ...call.body, id: call.id, deleted: false })
        const location = { location: `/admin/courses/${call.id}/` }
        return ok(known ? 200 : 201, { id: call.id, ...call.body }, known ? {} : location)
      }
      case 'deleteCourse': {
        const course = this.#liveCourse(call.id)
        if (!course) throw new Refused('not-found')
        course.deleted = true
        return ok(204, undefined)
      }
      case 'putMember':
      case 'deleteMember': {
        const user = this.users.find(({ id, deleted }) => id === call.userId && !deleted)
        if (!user) throw new Refused('not-found')
        if (user.groupIds.has(call.groupId) === (call.kind === 'putMember')) return ok(204, undefined)
        user.groupIds[call.kind === 'putMember' ? 'add' : 'delete'](call.groupId)
        user.updatedDate = undefined
        this.changedUser = user
        return ok(204, undefined)
      }
    }
  }

  present(registration: ModelRegistration) {
    return {
      id: registration.id,
      courseId: registration.courseId,
      courseName: this.courses.get(registration.courseId)?.name,
      createdDate: registration.createdDate,
      registrationDate: registration.createdDate,
      completionDate: registration.completionDate,
      statusName: registration.status,
      externalId: registration.externalId,
      userExternalId: registration.user.fields['externalId'],
      userId: registration.user.id,
      score: registration.score,
    }
  }

  /** Access to the registration API at all (A3). */
  #requireRegistrationRole(position: number): ModelAccount {
    const account = this.#accounts[position] as ModelAccount
    if (account.registrationGroups.length === 0) throw new Refused('forbidden')
    return account
  }

  #requireUserRole(position: number): ModelAccount {
    const account = this.#accounts[position] as ModelAccount
    if (account.userGroups.length === 0) throw new Refused('forbidden')
    return account
  }

  #liveCourse(id: number): ModelCourse | undefined {
    const course = this.courses.get(id)
    return course?.deleted === false ? course : undefined
  }

  /** Both lie in groups of the account (A3, A4). */
  #reaches({ registrationGroups }: ModelAccount, course: ModelCourse | undefined, user: ModelUser): boolean {
    return (
      registrationGroups.some((id) => course?.groupIds.includes(id)) &&
      registrationGroups.some((id) => user.groupIds.has(id))
    )
  }

  #sees(account: ModelAccount, { courseId, user }: ModelRegistration): boolean {
    return this.#reaches(account, this.courses.get(courseId), user)
  }

  /** R12, R16 */
  #counts({ courseId, user }: ModelRegistration): boolean {
    return !user.deleted && this.#liveCourse(courseId) !== undefined
  }

  #readable(position: number, target: Target): ModelRegistration {
    const account = this.#requireRegistrationRole(position)
    const found = this.registrations.find((one) =>
      'id' in target ? one.id === target.id : one.externalId === target.externalId,
    )
    if (!found || !this.#counts(found)) throw new Refused('not-registered')
    if (!this.#sees(account, found)) throw new Refused('forbidden')
    return found
  }

  /** R5–R8 */
  #move({ kind, account: position, target, body = {}, ifMatch }: Move, now: string): Expected {
    const account = this.#requireRegistrationRole(position)
    const { score = null, success } = body
    const said = String(success).toLowerCase()
    if (success !== undefined && said !== 'true' && said !== 'false') throw new Refused('invalid-request')
    if (score !== null && typeof score !== 'number') throw new Refused('invalid-request')
    const found = this.#readable(position, target)
    requireTag(ifMatch, this.present(found))
    const to = STATUS_OF[kind]
    const newScore = score ?? found.score
    if (found.status === to && found.score === newScore) return ok(200, this.present(found))
    if (isOpen(to) && !isOpen(found.status) && this.#hasOpen(found.user, found.courseId))
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
    if (to === 'Completed') found.completionDate ??= now
    return ok(200, this.present(found))
  }

  #hasOpen(user: ModelUser, courseId: number): boolean {
    return this.registrations.some(
      (one) => one.user === user && one.courseId === courseId && isOpen(one.status),
    )
  }

  #create(call: Extract<Call, { kind: 'create' }>, seen: unknown, now: string): Expected {
    const account = this.#requireRegistrationRole(call.account)
    requireKnownFields(call.body)
    requireParameters(call.body)
    if (call.validateOnly) {
      const draft = this.#eligible(account, call.body, call.strict)
      this.#requireFree(account, draft)
      return ok(200, this.present(begin(0, draft, account, now)), preferring(call, draft))
    }
    return this.#once(call, call.body, () => {
      const draft = this.#eligible(account, call.body, call.strict)
      this.#requireFree(account, draft)
      const created = this.#add(begin(freshId(seen, this.registrations), draft, account, now))
      const location = { location: `/registrations/${created.id}/` }
      const answer = ok(201, this.present(created), { ...preferring(call, draft), ...location })
      return { answer, mayReplay: () => this.#sees(account, created) }
    })
  }

  /** B1: as many creates, one after the other; none spoils another. */
  #batch(call: Extract<Call, { kind: 'batch' }>, seen: unknown, now: string): Expected {
    const account = this.#requireRegistrationRole(call.account)
    const results = (Array.isArray(seen) ? seen : []) as { registration?: unknown }[]
    const perform = () => {
      const tried: ModelRegistration[] = []
      const body = call.items.map((item, index) => {
        try {
          requireKnownFields(item)
          requireParameters(item)
          const draft = this.#eligible(account, item, call.strict)
          this.#requireFree(account, draft, call.validateOnly ? tried : [])
          const id = call.validateOnly ? 0 : freshId(results[index]?.registration, this.registrations)
          const registration = begin(id, draft, account, now)
          tried.push(registration)
          if (!call.validateOnly) this.#add(registration)
          return { index, status: call.validateOnly ? 200 : 201, registration: this.present(registration) }
        } catch (refused) {
          if (!(refused instanceof Refused)) throw refused
          const { status, detail = anyText } = ERROR_TABLE[refused.code]
          return { index, status, code: refused.code, detail: refused.detail ?? detail }
        }
      })
      const mayReplay = () => tried.every((registration) => this.#sees(account, registration))
      return { answer: ok(200, body, preferring(call)), mayReplay }
    }
    return call.validateOnly ? perform().answer : this.#once(call, call.items, perform)
  }

  /** R10: only what succeeded is kept. */
  #once(
    { kind, account, key }: { kind: string; account: number; key: string | undefined },
    request: unknown,
    perform: () => { answer: Expected; mayReplay: () => boolean },
  ): Expected {
    if (key === undefined) return perform().answer
    const name = `${kind} ${account} ${key}`
    const body = JSON.stringify(request)
    const kept = this.#kept.get(name)
    if (!kept) {
      const done = perform()
      this.#kept.set(name, { body, ...done })
      return done.answer
    }
    if (kept.body !== body) throw new Refused('idempotency-key-reused')
    if (!kept.mayReplay()) throw new Refused('forbidden')
    return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
  }

  /** Resolve, access, eligibility, in this order (A5, S3). */
  #eligible(account: ModelAccount, body: RegistrationBody, strict: boolean): Draft {
    const live = [...this.courses.values()].filter(({ deleted }) => !deleted)
    const course = identify(
      [
        ['courseId', body.courseId, ({ id }) => id === body.courseId],
        ['courseName', body.courseName, ({ name }) => name === body.courseName],
        ['courseExternalId', body.courseExternalId, ({ externalId }) => externalId === body.courseExternalId],
      ],
      live,
      strict,
      'course',
    )
    const user = identify(
      [
        ['userId', body.userId, ({ id }) => id === body.userId],
        ['userExternalId', body.userExternalId, ({ fields }) => fields['externalId'] === body.userExternalId],
        ['userEmail', body.userEmail, ({ fields }) => lower(fields['email']) === lower(body.userEmail)],
      ],
      this.users.filter(({ deleted }) => !deleted),
      strict,
      'user',
    )
    if (!this.#reaches(account, course.record, user.record)) throw new Refused('forbidden')
    requireEligible(course.record, user.record)
    return {
      course: course.record,
      user: user.record,
      externalId: body.externalId ?? '',
      resolvedBy: `course=${course.by}; user=${user.by}`,
    }
  }

  /** R8, R9; `tried` came before in the same dry run. */
  #requireFree(account: ModelAccount, draft: Draft, tried: readonly ModelRegistration[] = []): void {
    const { course, user, externalId } = draft
    const holder = this.registrations.find((one) => one.externalId === externalId && externalId !== '')
    const open =
      this.#hasOpen(user, course.id) || tried.some((one) => one.user === user && one.courseId === course.id)
    if (open) throw new Refused('already-registered')
    if (externalId === '') return
    if (!holder) {
      if (tried.some((one) => one.externalId === externalId))
        throw new Refused('registration-external-id-taken')
      return
    }
    const named = `Registration ${holder.id} has this externalId. Choose another one.`
    if (this.#counts(holder) && this.#sees(account, holder))
      throw new Refused('registration-external-id-taken', named)
    throw new Refused('registration-external-id-taken')
  }

  #add(registration: ModelRegistration): ModelRegistration {
    this.registrations.push(registration)
    return registration
  }

  /** R12–R14 */
  #list({ account: position, query, count }: Extract<Call, { kind: 'list' }>): Expected {
    const account = this.#requireRegistrationRole(position)
    const { limit = 100, offset = 0 } = query
    if (limit < 0 || offset < 0) throw new Refused('invalid-request')
    const all = this.registrations
      .filter((one) => this.#counts(one) && this.#sees(account, one))
      .filter(({ courseId }) => query.course_id === undefined || courseId === query.course_id)
      .filter(({ user }) => query.user_id === undefined || user.id === query.user_id)
      .filter(({ status }) => query.status === undefined || status === query.status)
      .sort((a, b) => a.id - b.id)
    const page = all.slice(offset, offset + limit).map((one) => this.present(one))
    const counted = { 'preference-applied': 'count=exact', 'x-total-count': String(all.length) }
    return ok(200, page, {
      vary: 'Prefer',
      ...(all.length > offset + limit ? { link: 'next' } : {}),
      ...(count ? counted : {}),
    })
  }

  #createUser(
    call: Extract<Call, { kind: 'createUser' }>,
    seen: { id: number; createdDate: string; updatedDate: string },
  ): Expected {
    const account = this.#requireUserRole(call.account)
    requireUserFields(call.body)
    if (REQUIRED_OF_USERS.some((field) => call.body[field] === undefined))
      throw new Refused('invalid-request')
    const groupId = call.groupId ?? account.homeGroup
    if (groupId === undefined || !account.userGroups.includes(groupId)) throw new Refused('forbidden')
    const fields = { ...Object.fromEntries(USER_FIELDS.map((field) => [field, ''])), ...call.body }
    const build = (id: number): ModelUser => ({
      id,
      fields,
      groupIds: new Set([groupId]),
      deleted: false,
      createdDate: seen.createdDate,
      updatedDate: seen.createdDate,
    })
    if (call.validateOnly) {
      requireFreeUser(this.users, 0, fields)
      return ok(200, presentUser(build(0)), { 'preference-applied': 'validate-only', vary: 'Prefer' })
    }
    return this.#once(call, { groupId, ...call.body }, () => {
      requireFreeUser(this.users, 0, fields)
      const user = build(freshId(seen, this.users))
      this.users.push(user)
      const answer = ok(201, presentUser(user), { location: `/users/${user.id}/`, vary: 'Prefer' })
      return { answer, mayReplay: () => account.userGroups.some((id) => user.groupIds.has(id)) }
    })
  }

  #reachableUser(position: number, target: Target): ModelUser {
    const account = this.#requireUserRole(position)
    const user = this.users.find((one) =>
      'id' in target
        ? one.id === target.id && !one.deleted
        : one.fields['externalId'] === target.externalId && !one.deleted,
    )
    if (!user) throw new Refused('not-found')
    if (!account.userGroups.some((id) => user.groupIds.has(id))) throw new Refused('forbidden')
    return user
  }

  /** R17, S6 */
  #updateUser(call: Extract<Call, { kind: 'updateUser' }>, seen: { updatedDate: string }): Expected {
    this.#requireUserRole(call.account)
    requireUserFields(call.body)
    const user = this.#reachableUser(call.account, call.target)
    const fields = { ...user.fields, ...call.body }
    if (JSON.stringify(fields) === JSON.stringify(user.fields)) return ok(200, presentUser(user, seen))
    requireFreeUser(this.users, user.id, fields)
    user.fields = fields
    this.changedUser = user
    user.updatedDate = [user.updatedDate ?? '', seen.updatedDate].sort().at(-1)
    return ok(200, presentUser(user))
  }

  #listUsers({ account: position, groupId, includeDeleted }: Extract<Call, { kind: 'listUsers' }>): Expected {
    const { userGroups } = this.#requireUserRole(position)
    const groups = groupId === undefined ? userGroups : this.#below(groupId)
    const listed = this.users
      .filter(({ groupIds }) => userGroups.some((id) => groups.includes(id) && groupIds.has(id)))
      .filter(({ deleted }) => includeDeleted || !deleted)
      .map((user) => ({
        ...presentUser(user),
        // A membership or a deletion moves the date without an answer that shows it.
        updatedDate: anyText,
        ...(user.deleted ? { deleted: true } : {}),
      }))
    return ok(200, listed)
  }
}
