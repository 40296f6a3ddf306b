import type { User } from '@rollcall/client'
import { randomUUID } from 'node:crypto'
import { isLike } from '../../import/rewritten-ids.ts'
import { rejected } from '../../import/row.ts'
import { failedRow, MERGED, type ItemResult } from '../../import/targets/batch.ts'
import { anyCase, canonical } from '../../import/texts.ts'
import { shellWord } from '../../shell.ts'
import { rewrittenRow, type SyncResult } from '../plan.ts'
import { MOVED_BACK, moveCommands, movedBack } from '../service.ts'
import { isOwn } from '../sources.ts'
import { describeUser, isExpired } from '../user.ts'
import { changedValues, type PersonPair } from './identity-changes.ts'
import type { DesiredUser } from './login-names.ts'
import type { Objections } from './objections.ts'
import { fullNameKeyOf, hasValues, idOf, isNamedIn, type Members, type PersonRow } from './people.ts'
import { endedOutsideText, givenUpText, hiddenText, outsideHolder, outsideText } from './row-texts.ts'
import type { UserSync } from './user-sync.ts'

export const LOGIN_NAME_TAKEN = 'login-name-taken'
export const MANAGED_ELSEWHERE = 'managed-elsewhere'
export const OUTSIDE_GROUP = 'outside-group'

/**
 * Asks the service what it would do with rows. Where another user of the group has the login name of a row,
 * it is asked about one that is free: the other user may give up the name in this run.
 */
export async function check(rows: readonly PersonRow[], sync: UserSync, objections: Objections) {
  const { members, service, options } = sync
  const { group, source } = options
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
      failed.set(row, await errorOf(row, result, sync, byNumber))
      const merged = code === MERGED ? members.users.get(String(existingId)) : undefined
      if (merged) left.push(merged)
      continue
    }
    const isNew = outcome === 'created'
    const isOutside = !isNew && !members.users.has(String(user.id))
    const mover = isOutside && source !== undefined ? await service.find(user.id) : undefined
    const error = isNew
      ? await objections.toCreate(row)
      : mover
        ? await errorOfMover(row, mover, sync, objections)
        : isOutside
          ? rejected(row.line, OUTSIDE_GROUP, outsideText(user.id, group))
          : undefined
    if (error) failed.set(row, error)
    else if (mover) desired.push(await moving(row, mover, sync))
    else desired.push({ ...row, userId: isNew ? undefined : user.id, isUpToDate: outcome === 'unchanged' })
  }
  return { desired, failed, left }
}

/** Why the row does not move somebody into the group, if so. */
async function errorOfMover(
  row: PersonRow,
  mover: User,
  { options: { group }, movedBefore, now }: UserSync,
  objections: Objections,
): Promise<SyncResult | undefined> {
  if (movedBefore.has(String(mover.id)))
    return { ...rejected(row.line, MOVED_BACK, movedBack(mover, group)), id: mover.id }
  if (endsBy(row, mover, now)) return rejected(row.line, OUTSIDE_GROUP, endedOutsideText(mover, group))
  return objections.toMove(row, mover)
}

async function moving(
  row: PersonRow,
  mover: User,
  { service, options, now }: UserSync,
): Promise<DesiredUser> {
  // Also the present date, because the sync of the other group may expire the person meanwhile.
  const expirationDate = isExpired(mover, now) ? '' : mover.expirationDate
  const body = options.reactivate ? { expirationDate, ...row.body } : row.body
  const open = await service.openRegistrations(mover.id)
  return { ...row, body, userId: mover.id, isUpToDate: false, mover, open }
}

/** Whether the row would end the account of somebody who is active. */
const endsBy = ({ body: { expirationDate } }: PersonRow, user: User, now: Date) =>
  Boolean(expirationDate) && new Date(String(expirationDate)) <= now && !isExpired(user, now)

function freeLoginName(row: PersonRow, members: Members) {
  const holder = members.withLoginNameOf(row)
  const isFree = holder === undefined || holder === members.find(row)
  return isFree ? {} : { loginName: `rollcall-sync-${randomUUID()}` }
}

/** The error of a row that the service rejects, with what the command line offers. */
async function errorOf(
  row: PersonRow,
  result: ItemResult | undefined,
  { members, service, options, now }: UserSync,
  byNumber: ReadonlyMap<string, PersonRow>,
): Promise<SyncResult> {
  const failed: SyncResult = failedRow('users', row, result)
  const { code, detail = '' } = failed
  const holder = code === LOGIN_NAME_TAKEN ? await service.holderOf(row.loginName) : undefined
  const isOfAnother = code === MANAGED_ELSEWHERE || code === OUTSIDE_GROUP
  const hasTwo = holder?.externalId === ''
  const present = isOfAnother || hasTwo ? (members.find(row) ?? (await service.named(row))) : undefined
  if (code === MANAGED_ELSEWHERE) {
    const isOutside = present !== undefined && !members.users.has(String(present.id))
    const who = present ? ` ${whoIs({ row, user: present }, isOutside)}` : ''
    const whatNow =
      `If it is this person, add --take-over ${shellWord(idOf(row).id)}. If another system has the same ` +
      'number, add a prefix.'
    return { ...failed, detail: `${detail}${who} ${whatNow}` }
  }
  if (code === OUTSIDE_GROUP && present)
    return {
      ...failed,
      detail: `${detail} An operator moves the person: ${moveCommands(present, options.group)}`,
    }
  if (code === LOGIN_NAME_TAKEN) {
    const isAllowed = isNamedIn(options.allowOtherPerson, row)
    if (holder && !isAllowed && isOwn(holder, options.source) && isSameRewritten(row, holder))
      return rewrittenRow(row.line, {
        field: 'externalId',
        id: row.externalId,
        originals: [{ id: holder.externalId, who: describeUser(holder) }],
        mayRenumber: true,
      })
    const ofHolder = holder?.externalId ? byNumber.get(canonical(holder.externalId)) : undefined
    const isGivenUp = ofHolder !== undefined && anyCase(ofHolder.loginName) !== anyCase(row.loginName)
    return {
      ...failed,
      detail:
        holder && isGivenUp ? givenUpText(holder) : outsideHolder(row, { holder, userId: present?.id, now }),
    }
  }
  return code === 'user-out-of-reach' ? { ...failed, detail: hiddenText(row) } : failed
}

/** Somebody with this login name and these names whose number has other signs. */
const isSameRewritten = (row: PersonRow, holder: User): boolean =>
  isLike(row.externalId, holder.externalId) && fullNameKeyOf(row.body) === fullNameKeyOf(holder)

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
