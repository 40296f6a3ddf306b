import type { Row } from '../../import/row.ts'
import { heldName } from '../doubts.ts'
import type { PlannedKind } from '../plan.ts'
import { isOfOtherSource, namesWithSources, nameWithSource, NOT_OWN } from '../sources.ts'
import { nameOfUser, numberAndName } from '../user.ts'
import { expirationDates } from './expiration-dates.ts'
import {
  changeOf,
  doubtfulAmong,
  nameOfRow,
  namesOf,
  namesWith,
  openOf,
  unanswered,
  rowsOf,
} from './names.ts'
import { othersAmong, type PersonRow } from './people.ts'
import type { PlannedUsers } from './planned-users.ts'
import { numberCommand } from './row-texts.ts'
import type { CompareOptions, LeaverChoice, UserSync } from './user-sync.ts'

type Lines = readonly PlannedKind[]

/** What the plan of a sync of users shows, in this order. */
export const planLines = (planned: PlannedUsers, rows: readonly Row[], sync: UserSync): Lines => [
  ...newPeopleLines(planned, rows, sync.options),
  ...changeLines(planned, sync),
  ...moverLines(planned, sync.options),
  ...returningLines(planned, sync.options),
  ...sourceLines(planned, sync.options),
  ...leaverLines(planned, sync),
  ...loginNameLines(planned, sync.options),
  ...unchangedLines(planned, sync),
]

const IS_MISSING =
  'somebody who is not in the file: a new number? (first users renumber, or later users merge-accounts)'
const IS_OF_OTHER =
  'somebody whom another source keeps: taken over? (first users renumber --source OTHER, and then ' +
  '--take-over ID; or later users merge-accounts)'

/** New people, some of whom may have an account already. */
function newPeopleLines(
  { create, deletedOf, formerOf }: PlannedUsers,
  rows: readonly Row[],
  options: CompareOptions,
): Lines {
  const { source } = options
  const sameIn = othersAmong(rows)
  const asked = unanswered(create, options)
  const formerIf = (isOfOther: boolean) => (row: PersonRow) =>
    [formerOf(row)].find((former) => former && isOfOtherSource(former, source) === isOfOther)
  return [
    { title: 'to create', names: create.map(nameOfRow) },
    {
      title: 'of them deleted in or since the last run, and created again',
      names: namesWith(create, deletedOf, ({ updatedDate }) => `deleted ${updatedDate.toISOString()}`),
    },
    {
      title: `of them with the name, or first name and address, of ${IS_MISSING}`,
      asks: 'who',
      names: namesWith(asked, formerIf(false), (former, row) => {
        const lacksNumber = row.externalId && !former.externalId
        return numberAndName(former) + (lacksNumber ? `: ${numberCommand(row, former)}` : '')
      }),
    },
    {
      title: `of them with the name, or first name and address, of ${IS_OF_OTHER}`,
      asks: 'who',
      names: namesWith(
        asked,
        formerIf(true),
        (former) => `${numberAndName(former)}, kept by ${former.managedBy}`,
      ),
    },
    {
      title: 'of them with the name and the address of another row: one person with two numbers?',
      asks: 'who',
      names: namesWith(asked, (row) => (formerOf(row) ? undefined : sameIn(row)), nameOfRow),
    },
  ]
}

function changeLines(planned: PlannedUsers, { options, now }: UserSync): Lines {
  const { change, moving, withOtherValues, ending, newlyDated } = planned
  const ofSources = options.source === undefined ? change.filter(({ present }) => present.managedBy) : []
  const firstDate = expirationDates(now).firstOf(newlyDated)
  return [
    { title: 'to change', names: namesOf(withOtherValues, changeOf) },
    doubtfulAmong([...change, ...moving], options),
    { title: 'to expire by their row (expirationDate)', names: namesOf(ending) },
    {
      title: `to get another expiration date by their row, the first on ${firstDate}`,
      names: namesOf(newlyDated),
    },
    {
      title: 'kept by another source, and changed all the same (--source NAME protects them)',
      names: namesOf(ofSources, ({ desired, present }) =>
        nameWithSource(nameOfRow(desired), present.managedBy),
      ),
    },
  ]
}

const moverLines = ({ moving }: PlannedUsers, { group }: CompareOptions): Lines => [
  { title: `to move into group ${group}`, names: namesOf(moving) },
  {
    title: 'of them with open registrations, which they keep (rollcall registrations withdraw ID)',
    asks: 'what',
    names: namesWith(rowsOf(moving), openOf, String),
  },
]

const returningLines = ({ returning, leaverLike }: PlannedUsers, options: CompareOptions): Lines => [
  { title: 'to reactivate', names: namesOf(returning) },
  {
    title: `of them with the name and the address of ${IS_MISSING}`,
    asks: 'who',
    names: namesWith(unanswered(rowsOf(returning), options), leaverLike, numberAndName),
  },
]

/** Whom the source of the sync takes over, and whom it leaves to others. */
function sourceLines(planned: PlannedUsers, { source }: CompareOptions): Lines {
  const { adopt, change, moving, ofOtherSources } = planned
  const isTakenOver = ({ present }: PlannedUsers['inFile'][number]) => isOfOtherSource(present, source)
  return [
    {
      title: `to take over from another source, and kept by ${source} from now on`,
      names: [...adopt, ...change, ...moving]
        .filter(isTakenOver)
        .map(({ desired, present }) => nameWithSource(nameOfRow(desired), present.managedBy)),
    },
    {
      title: 'in the file, and kept by another source, which alone changes and removes them',
      names: ofOtherSources.map((user) => nameWithSource(nameOfUser(user), user.managedBy)),
    },
    {
      title: `unchanged, and kept by ${source} from now on`,
      names: namesOf(adopt.filter((pair) => !isTakenOver(pair))),
    },
  ]
}

const IF_LEAVING: Record<LeaverChoice, string> = {
  expire: 'not in the file, to expire',
  delete: 'not in the file, to delete for ever (first sync the new groups of people who have moved)',
  keep: 'not in the file, left as they are (--leavers expire or delete)',
}

const leaverLines = (
  { leaving, remove, held, notOwn }: PlannedUsers,
  { members, options, placeOf }: UserSync,
): Lines => [
  { title: IF_LEAVING[options.leavers], names: leaving.map(numberAndName) },
  {
    title: 'of them in another group, too, whose file may name them',
    asks: 'what',
    names: remove
      .filter(members.isElsewhere)
      .map((user) => `${nameOfUser(user)} (${user.visibleGroupIds?.join(' ')})`),
  },
  {
    title: 'not in the file, and not removed in this run',
    names:
      options.leavers === 'keep' ? [] : held.map((one) => heldName(nameOfUser(one.present), one, placeOf)),
  },
  { title: NOT_OWN, names: namesWithSources(notOwn, nameOfUser, ({ managedBy }) => managedBy) },
]

const loginNameLines = (
  { loginNames: { leavers, exchanging } }: PlannedUsers,
  options: CompareOptions,
): Lines => [
  {
    title: 'not in the file, to rename because other people get their login names',
    names: options.leavers === 'delete' ? [] : leavers.map(nameOfUser),
  },
  {
    title: 'to get a temporary login name first, because they exchange theirs with others',
    names: exchanging.map(nameOfRow),
  },
]

function unchangedLines({ unchanged, inFile }: PlannedUsers, { now }: UserSync): Lines {
  const dates = expirationDates(now)
  return [
    { title: 'unchanged', names: namesOf(unchanged) },
    {
      title: 'in the file, and expired (--reactivate clears the date)',
      names: namesOf(inFile.filter(dates.staysExpired)),
    },
    {
      title: 'in the file, with an expiration date that the row does not give, and that stays',
      names: namesOf(inFile.filter(dates.keepsDate)),
    },
  ]
}
