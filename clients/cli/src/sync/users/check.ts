import type { User } from '@rollcall/client'
import { randomUUID } from 'node:crypto'
import { failedRow, MERGED } from '../../import/targets/batch.ts'
import { anyCase, canonical } from '../../import/texts.ts'
import { shellWord } from '../../shell.ts'
import type { PlaceOf, SyncResult } from '../plan.ts'
import { rejected } from '../../import/row.ts'
import { describeUser, isExpired } from '../user.ts'
import { changedValues, type PersonPair } from './identity-changes.ts'
import type { DesiredUser } from './login-names.ts'
import { idOf, type Members, type PersonRow } from './people.ts'
import { endedOutsideText, givenUpText, hiddenText, outsideHolder, outsideText } from './row-texts.ts'
import type { UserScope, UserService } from './service.ts'
import { MOVED_BACK, moveCommands, movedBack } from '../service.ts'

/** What becomes of users that the file does not list. */
export const LEAVER_CHOICES = ['expire', 'delete', 'keep'] as const
export type Leavers = (typeof LEAVER_CHOICES)[number]

export interface CompareOptions extends UserScope {
  readonly leavers: Leavers
  /** Clear the passed expiration dates of people in the file, except of those whose row gives a date. */
  readonly reactivate: boolean
  /** The ids of rows that may make an account that of somebody else. */
  readonly allowOtherPerson: readonly string[]
}

export interface Comparing {
  readonly members: Members
  readonly service: UserService
  readonly options: CompareOptions
  readonly placeOf: PlaceOf
  readonly now: Date
  /** The ids of users whom the last run has expired. */
  readonly removedBefore: ReadonlySet<string>
  /** Whom the last run has moved into the group. */
  readonly movedBefore: ReadonlySet<string>
}

/**
 * Why the row must not change the user, if so.
 * @param sharesEmail whether somebody outside the group has the address of the user, too
 */
export type ObjectionTo = (row: PersonRow, user: User, sharesEmail?: boolean) => SyncResult | undefined

export interface Checking extends Comparing {
  readonly objectionTo: ObjectionTo
  /** Why the row must not create a user, if so. */
  readonly objectionToNew: (row: PersonRow) => Promise<SyncResult | undefined>
}

export const LOGIN_NAME_TAKEN = 'login-name-taken'
export const MANAGED_ELSEWHERE = 'managed-elsewhere'
export const OUTSIDE_GROUP = 'outside-group'
/** Accepted and ignored by the service. */
const READ_ONLY = new Set(['id', 'createdDate', 'updatedDate', 'managedBy', 'visibleGroupIds', 'deleted'])

/** Whether it depends on people outside the group who may have the address, too. */
export const isUpToAddress = (row: PersonRow, user: User, objectionTo: ObjectionTo) =>
  objectionTo(row, user) === undefined && objectionTo(row, user, true) !== undefined

/** Whether the user has all values of a row. Only texts are compared here. */
export function hasValues(user: User, body: PersonRow['body']): boolean {
  const stored = user as unknown as Readonly<Record<string, unknown>>
  return Object.entries(body).every(
    ([field, value]) =>
      READ_ONLY.has(field) ||
      (typeof value === 'string' && canonical(value) === canonical(String(stored[field]))),
  )
}

/**
 * Asks the service what it would do with rows. Where another user of the group has the login name of a row,
 * it is asked about one that is free: the other user may give up the name in this run.
 */
export async function check(rows: readonly PersonRow[], checking: Checking) {
  const { members, service, options, now, movedBefore, objectionTo, objectionToNew } = checking
  const { group, source, reactivate } = options
  const desired: DesiredUser[] = []
  const failed = new Map<PersonRow, SyncResult>()
  /** The users of the group into whom those were merged whom rows name. */
  const left: User[] = []
  const byNumber = new Map(rows.map((row) => [canonical(row.externalId), row]))
  const asked = rows.map((row) => ({ ...row, body: { ...row.body, ...freeLoginName(row, members) } }))
  for (const [i, { result }] of (await service.validate(asked)).entries()) {
    const row = rows[i] as PersonRow
    const { outcome, user, code, existingId } = result ?? {}
    if (user === undefined) {
      const holder = code === LOGIN_NAME_TAKEN ? await service.holderOf(row.loginName) : undefined
      const isOfAnother = code === MANAGED_ELSEWHERE || code === OUTSIDE_GROUP
      const hasTwo = holder?.externalId === ''
      const present = isOfAnother || hasTwo ? (members.find(row) ?? (await service.named(row))) : undefined
      const isOutside = present !== undefined && !members.users.has(String(present.id))
      const rejection = failedRow('users', row, result)
      const ofHolder = holder?.externalId ? byNumber.get(canonical(holder.externalId)) : undefined
      const isGivenUp = ofHolder !== undefined && anyCase(ofHolder.loginName) !== anyCase(row.loginName)
      const about = { holder, present, isOutside, isGivenUp, now, group }
      failed.set(row, explained(row, rejection, about))
      if (code === MERGED) left.push(...[members.users.get(String(existingId)) ?? []].flat())
    } else if (outcome === 'created') {
      const objection = await objectionToNew(row)
      if (objection) failed.set(row, objection)
      else desired.push({ ...row, userId: undefined, isUpToDate: false })
    } else if (members.users.has(String(user.id)))
      desired.push({ ...row, userId: user.id, isUpToDate: outcome === 'unchanged' })
    else if (source === undefined)
      failed.set(row, rejected(row.line, OUTSIDE_GROUP, outsideText(user.id, group)))
    else {
      const mover = await service.find(user.id)
      if (movedBefore.has(String(user.id))) {
        failed.set(row, { ...rejected(row.line, MOVED_BACK, movedBack(mover, group)), id: user.id })
        continue
      }
      if (endsBy(row, mover, now)) {
        failed.set(row, rejected(row.line, OUTSIDE_GROUP, endedOutsideText(mover, group)))
        continue
      }
      const sharesEmail = isUpToAddress(row, mover, objectionTo) && (await service.isShared(mover.email))
      const objection = objectionTo(row, mover, sharesEmail)
      if (objection) failed.set(row, objection)
      else {
        // Also the present date, because the sync of the other group may expire the person meanwhile.
        const expirationDate = isExpired(mover, now) ? '' : mover.expirationDate
        const body = reactivate ? { expirationDate, ...row.body } : row.body
        const open = await service.openRegistrations(user.id)
        desired.push({ ...row, body, userId: user.id, isUpToDate: false, mover, open })
      }
    }
  }
  return { desired, failed, left }
}

/** Whether the row would end the account of somebody who is active. */
const endsBy = ({ body: { expirationDate } }: PersonRow, user: User, now: Date) =>
  Boolean(expirationDate) && new Date(String(expirationDate)) <= now && !isExpired(user, now)

function freeLoginName(row: PersonRow, members: Members) {
  const holder = members.withLoginNameOf(row)
  const isFree = holder === undefined || holder === members.find(row)
  return isFree ? {} : { loginName: `rollcall-sync-${randomUUID()}` }
}

/** The error of a row with what the command line offers. */
function explained(
  row: PersonRow,
  failed: SyncResult,
  {
    holder,
    present,
    isOutside,
    isGivenUp,
    now,
    group,
  }: {
    /** Who has the login name outside the group, if visible. */
    readonly holder: User | undefined
    readonly present: User | undefined
    readonly isOutside: boolean
    /** Whether the row of the holder has another login name. */
    readonly isGivenUp: boolean
    readonly now: Date
    readonly group: number | undefined
  },
): SyncResult {
  const { code, detail = '' } = failed
  if (code === MANAGED_ELSEWHERE)
    return {
      ...failed,
      detail:
        `${detail}${present ? ` ${whoIs({ row, user: present }, isOutside)}` : ''} If it is this person, ` +
        `add --take-over ${shellWord(idOf(row).id)}. If another system has the same number, add a prefix.`,
    }
  if (code === OUTSIDE_GROUP && present)
    return { ...failed, detail: `${detail} An operator moves the person: ${moveCommands(present, group)}` }
  if (code === LOGIN_NAME_TAKEN && holder && isGivenUp) return { ...failed, detail: givenUpText(holder) }
  if (code === LOGIN_NAME_TAKEN)
    return { ...failed, detail: outsideHolder(row, { holder, userId: present?.id, now }) }
  return code === 'user-out-of-reach' ? { ...failed, detail: hiddenText(row) } : failed
}

function whoIs(pair: PersonPair, isOutside: boolean): string {
  const others = Object.entries(pair.row.body).filter(
    ([field, value]) => !hasValues(pair.user, { [field]: value }),
  )
  const changed = changedValues(pair) || others.map(([field]) => field).join(', ')
  const what = changed
    ? `, and the row would change: ${changed}`
    : isOutside && ', and the row would move the person into this group'
  return `It is ${describeUser(pair.user)}${what || ''}.`
}
