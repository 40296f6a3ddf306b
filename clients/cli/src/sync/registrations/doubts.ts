import type { Registration, User } from '@rollcall/client'
import { candidatesAmong } from '../../import/rewritten-ids.ts'
import { anyCase } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { heldText as heldByRows, type Doubt, type Held } from '../doubts.ts'
import type { PlaceOf } from '../plan.ts'
import { isExpired } from '../user.ts'
import type { DesiredRegistration } from './desired-registrations.ts'

/** The rows of a file that do not say, or may not say, whose registrations they are about. */
interface DoubtfulRows<D extends DesiredRegistration> {
  /** The lines of rows that do not identify a person or a course. */
  readonly unclearLines: readonly number[]
  /** Rows that name several people. */
  readonly ambiguous: readonly D[]
  /** Rows about people whom the service does not know. */
  readonly unknown: readonly D[]
  /** Rows whose number may be that of the person of a registration, as a spreadsheet has changed it. */
  readonly rewritten: readonly (readonly [DesiredRegistration, readonly Registration[]])[]
  /** All rows. */
  readonly all: readonly D[]
}

/**
 * The registrations without a row that rows may be about. A row about an unknown person may be about anybody
 * who is still active, and has a new number. With a login name, or an e-mail address beside the external id,
 * it may only be about a person who has that.
 */
export function doubtsOf<D extends DesiredRegistration>(
  missing: readonly Registration[],
  users: ReadonlyMap<number, User>,
  rows: DoubtfulRows<D>,
): readonly Doubt<Registration>[] {
  const ofCourse = new Map(
    [...Map.groupBy(missing, ({ courseId }) => courseId)].map(
      ([courseId, some]) => [courseId, new Candidates(some, users)] as const,
    ),
  )
  const doubt = (row: D, about: (candidates: Candidates) => readonly Registration[]) => {
    const candidates = ofCourse.get(row.course.id)
    return candidates ? [{ lines: [row.line], about: about(candidates) }] : []
  }
  const isCompared = ({ body, loginName }: D) =>
    loginName !== undefined || (body['userExternalId'] !== undefined && body['userEmail'] !== undefined)
  const notCompared = Map.groupBy(
    rows.unknown.filter((row) => !isCompared(row)),
    ({ course }) => course.id,
  )
  return [
    { lines: rows.unclearLines, about: missing },
    ...rows.rewritten.map(([{ line }, about]) => ({ lines: [line], about })),
    ...[...notCompared].map(([courseId, some]) => ({
      lines: some.map(({ line }) => line),
      about: ofCourse.get(courseId)?.active ?? [],
    })),
    ...rows.ambiguous.flatMap((row) =>
      doubt(row, (candidates) => [...candidates.byIdLike(row.body), ...candidates.byEmail(row.body)]),
    ),
    ...rows.unknown.flatMap((row) =>
      doubt(row, (candidates) => [
        ...candidates.byIdLike(row.body),
        ...(isCompared(row) ? candidates.byEmail(row.body).filter((one) => candidates.isActive(one)) : []),
      ]),
    ),
    // Also of rows that name somebody else: the number may be that of another person.
    ...rows.all.flatMap((row) => doubt(row, (candidates) => candidates.byLoginName(row))),
  ]
}

/** Registrations that the rows for a course may be about. */
class Candidates {
  readonly active: readonly Registration[]
  /** Those with the external id of a row, cut or rewritten. */
  readonly byIdLike: (body: DesiredRegistration['body']) => readonly Registration[]
  readonly #users: ReadonlyMap<number, User>
  readonly #byLoginName: ReadonlyMap<string, readonly Registration[]>
  readonly #byEmail: ReadonlyMap<string, readonly Registration[]>

  constructor(registrations: readonly Registration[], users: ReadonlyMap<number, User>) {
    this.#users = users
    this.active = registrations.filter((one) => this.isActive(one))
    const byExternalId = candidatesAmong(registrations, ({ userExternalId }) => userExternalId)
    this.byIdLike = ({ userExternalId }) => (userExternalId === undefined ? [] : byExternalId(userExternalId))
    const textOf = (field: 'loginName' | 'email') => (one: Registration) =>
      anyCase(users.get(one.userId)?.[field] ?? '')
    this.#byLoginName = Map.groupBy(registrations, textOf('loginName'))
    this.#byEmail = Map.groupBy(registrations, textOf('email'))
  }

  /** A person whom the account can't read may be active. */
  isActive({ userId }: Registration): boolean {
    const user = this.#users.get(userId)
    return user === undefined || !isExpired(user, new Date())
  }

  /** Also of somebody who has expired: the login name may be left to a person with a new number. */
  byLoginName({ loginName }: DesiredRegistration): readonly Registration[] {
    return (loginName !== undefined && this.#byLoginName.get(anyCase(loginName))) || []
  }

  byEmail({ userEmail }: DesiredRegistration['body']): readonly Registration[] {
    return (typeof userEmail === 'string' && this.#byEmail.get(anyCase(userEmail))) || []
  }
}

/** Why registrations are not withdrawn that rows hold, or the whole file. */
export function heldText(
  { held, hasEveryRowFailed, areSomeUnknown }: HeldRegistrations,
  placeOf: PlaceOf,
): string {
  if (hasEveryRowFailed || held.every(({ lines }) => lines.length === 0))
    return heldFileText(hasEveryRowFailed)
  const text = heldByRows(`${counted(held.length, 'registration')} not withdrawn`, held, placeOf)
  return `${text} Correct the file.${areSomeUnknown ? ` ${IF_UNKNOWN}` : ''}`
}

interface HeldRegistrations {
  readonly held: readonly Held<Registration>[]
  readonly hasEveryRowFailed: boolean
  readonly areSomeUnknown: boolean
}

const IF_UNKNOWN =
  'If a person has a new number: rollcall users renumber. If the person has left: rollcall users sync ' +
  '--leavers expire, or rollcall registrations withdraw ID.'

/** Why nothing is withdrawn, whatever the rows say. */
export const heldFileText = (hasEveryRowFailed: boolean) => (hasEveryRowFailed ? EVERY_ROW_FAILED : NO_ROW)
const NO_ROW = 'No registration is withdrawn, because no row is about these courses. Is it the right file?'
export const EVERY_ROW_FAILED =
  'No registration is withdrawn, because every row about these courses failed. Is it the right file?'
