import type { User } from '@rollcall/client'
import { anyCase } from '../../import/texts.ts'
import { shellWord } from '../../shell.ts'
import { describeUser, fullNameOf, isExpired, nameOfUser } from '../user.ts'
import { isOtherPerson, loginNameOfLeaver } from './login-names.ts'
import { hasOtherFirstName, hasOtherName, hasOtherNames, idOf, type PersonRow } from './people.ts'

/** Advice to choose another one would make a second account of the same person. */
export function outsideHolder(
  row: PersonRow,
  { holder, userId, now }: { holder: User | undefined; userId: number | undefined; now: Date },
): string {
  if (!holder)
    return `${hiddenHolder(String(row.body['loginName']))} ${aboutHolder(row, { holder, userId, now })}`
  return [
    `${describeUser(holder)} with the externalId ${holder.externalId || '(none)'}, in group`,
    `${holder.visibleGroupIds?.join(' and ')}, has this loginName.`,
    aboutHolder(row, { holder, userId, now }),
    isExpired(holder, now) ? '' : IF_EXCHANGED,
  ]
    .join(' ')
    .trim()
}

const IF_EXCHANGED =
  'If the two exchange theirs, sync the files of both groups once in one command, with --all-groups ' +
  'instead of --group, and without --leavers and the rows of new people. If it is somebody else who keeps ' +
  'it, choose another loginName.'

const hiddenHolder = (loginName: string) =>
  `Somebody whom this sync does not see has the loginName ${loginName}. It may be the same person in ` +
  `another group: an operator finds out (rollcall users find --login ${shellWord(loginName)}), and moves ` +
  'the person into this group. Only if it is somebody else, choose another loginName.'

const IF_RENUMBERED = 'If the person has a new number: rollcall users renumber.'
const IF_ONE_PERSON = 'If it is one person with a new number: rollcall users renumber.'

/** Who has no number can't be renumbered. */
const ifSameText = (row: PersonRow, user: User) =>
  user.externalId === '' && row.externalId !== ''
    ? `If it is this person: rollcall ${numberCommand(row, user)}.`
    : IF_RENUMBERED

export const numberCommand = ({ externalId }: PersonRow, { loginName }: User) =>
  `users merge --login-name ${shellWord(loginName)} --external-id ${shellWord(externalId)}`

/**
 * What to do about the holder of a login name that a row has. A new number would give the account of somebody
 * else, who has left, to the person of the row.
 * @param about.userId the account that has the number of the row, if known. One has it if the holder has
 *   none: the row would change the holder otherwise.
 */
export function aboutHolder(
  row: PersonRow,
  { holder, userId, now }: { holder: User | undefined; userId: number | undefined; now: Date },
): string {
  const hasLeft = holder !== undefined && isExpired(holder, now)
  const mayBeSame = !holder || mayHaveNewNumber(row, holder)
  const mayBeOther = holder !== undefined && (!mayBeSame || hasOtherName(row, holder))
  const expired = hasLeft ? ['That account has expired.'] : []
  if (holder?.externalId === '' && mayBeSame && userId !== undefined)
    return [...expired, mergeText(holder.id, userId)].join(' ')
  if (!mayBeOther) return [...expired, IF_RENUMBERED].join(' ')
  const names = `It is the account of ${fullNameOf(holder)}, and the row has ${nameGiven(row, holder)}.`
  const whatNow = mayBeSame
    ? [IF_ONE_PERSON, 'If it is another person:']
    : hasLeft
      ? []
      : ['Has that person left?']
  return [...expired, names, ...whatNow, renameText(holder)].join(' ')
}

/** A marriage can change the address, too. */
const mayHaveNewNumber = (row: PersonRow, holder: User) =>
  !hasOtherNames(row, holder) && !(isOtherPerson(row, holder) && hasOtherFirstName(row, holder))

const mergeText = (holderId: number, userId: number) =>
  `If it is one person with two accounts: rollcall users merge-accounts ${holderId} ${userId}.`

const nameGiven = ({ body }: PersonRow, holder: User) => fullNameOf({ ...holder, ...body })

/** How an operator takes the login name from somebody who has left, as a sync does within its group. */
const renameText = (user: User) => `Give that user another loginName first: ${renameCommand(user)}.`

/** Who has no number is named by the login name, and so needs a number to get another one. */
function renameCommand(user: User): string {
  const number = user.externalId || `left-${user.id}`
  const byName = `rollcall users merge --login-name ${shellWord(user.loginName)} --external-id ${number}`
  const byNumber = `rollcall users merge --external-id ${shellWord(number)}`
  const rename = `${byNumber} --login-name ${shellWord(loginNameOfLeaver(user))}`
  return user.externalId ? rename : `${byName}, and then ${rename}`
}

export const hiddenText = ({ externalId }: PersonRow) =>
  'Somebody whom the service account of this API key can not see has this externalId, or had it before a ' +
  `merge: an operator finds out (rollcall users find --external-id ${shellWord(externalId)} ` +
  '--include-deleted), and if it is this person, moves the person into the group. If another system has ' +
  'the same number, add a prefix.'

export const samePersonText = (row: PersonRow, user: User, what: string) =>
  `${describeUser(user)} with the externalId ${user.externalId || '(none)'} has this name and ${what}, and ` +
  `is not in the file. ${ifSameText(row, user)} If it is another person, add --allow-other-person ` +
  `${shellWord(row.externalId)}.`

/** Of a row about somebody whose former number another row has. */
export const renumberedText = (row: PersonRow, user: User) =>
  `${describeUser(user)} with the externalId ${user.externalId}, which another row has, has this name, and ` +
  `this loginName or address. ${IF_RENUMBERED} If it is another person, add --allow-other-person ` +
  `${shellWord(row.externalId)}.`

export const outsideText = (userId: number, group: number | undefined) =>
  `User ${userId} is outside group ${group}. A sync with --source moves people of its source; otherwise an ` +
  'operator moves the person: rollcall members add, then remove from the other group.'

export const givenUpText = (holder: User) =>
  `${describeUser(holder)}, in group ${holder.visibleGroupIds?.join(' and ')}, has this loginName, and ` +
  'another one by the own row. Run the same command again when that row is written.'

export const endedOutsideText = ({ id, visibleGroupIds = [] }: User, group: number | undefined) =>
  `User ${id} is active in group ${visibleGroupIds.join(' and ')}, outside group ${group}, and the row has ` +
  'an expirationDate in the past. The file of the other group decides when the person leaves: take the row ' +
  'out of this file.'

/** A row without a number, about whom the address says who it is. */
export const numberMissingText = ({ loginName }: PersonRow, user: User) =>
  `${describeUser(user)} with the externalId ${user.externalId}, in group ` +
  `${user.visibleGroupIds?.join(' and ')}, has this address. Is the number missing in the row? Then add ` +
  `it. If it is another person, add --allow-other-person ${shellWord(loginName)}.`

export const otherPersonText = (row: PersonRow, user: User, whose: string) =>
  `The row would make the account of ${describeUser(user)} ${whose} ` +
  `${isByLoginName(row, user) ? ifLoginNamePassed(user) : ifNumberPassed(row, user)} If it is one person, ` +
  `add --allow-other-person ${shellWord(idOf(row).id)}.`

const isByLoginName = (row: PersonRow, user: User) => row.externalId === '' || user.externalId === ''

const ifNumberPassed = (row: PersonRow, user: User) =>
  'Is the number a typing error? Then correct the file. Has another system the same number? Then add a ' +
  'prefix. Was the number given to somebody else? Then give the former person another one first: ' +
  `${freeing(row, user)}.`

const ifLoginNamePassed = (user: User) =>
  `${user.externalId && `Is the number ${user.externalId} missing in the row? Then add it. `}Was the login ` +
  `name given to somebody else? ${renameText(user)}`

/** Where the row has the login name, too, it would be taken when the number is free. */
const freeing = ({ loginName }: PersonRow, user: User) =>
  loginName === anyCase(user.loginName) && user.externalId !== ''
    ? `${renameCommand(user)}, and then rollcall users renumber`
    : 'rollcall users renumber'

/** How an error names the user of the group who has the login name of a row. */
export const holderText = (user: User) => `User ${user.id} (${nameOfUser(user)}, ${fullNameOf(user)})`

/** Why a row does not get the login name of a leaver, and what to do. */
export const keptByLeaver = (row: PersonRow, user: User, leavers: string) =>
  `${holderText(user)} is not in the file and keeps this loginName. ` +
  (mayHaveNewNumber(row, user) ? `${IF_ONE_PERSON} Otherwise: ` : '') +
  (leavers === 'keep'
    ? `${renameText(user)} Or run the sync with --leavers expire or delete.`
    : 'Correct what the plan warns about: until then, no leaver gives up a loginName.')
