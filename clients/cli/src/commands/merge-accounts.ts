import { RegistrationStatus, RollcallError } from '@rollcall/client'
import type { Merge, MergePlan, OperatorUser } from '@rollcall/client/operator'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api, Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { anyCase } from '../import/texts.ts'
import { counted } from '../output.ts'
import { everyRecord } from '../paging.ts'
import { planWriter } from '../sync/plan.ts'
import { isExpired } from '../sync/user.ts'
import { flagOption, ADD_EXTERNAL_ID, textArgument, wholeNumber } from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'
import { withServices } from './erasures.ts'
import { command } from './table.ts'

/** Longer than the services take while all servers that they need are available. */
const WAIT_MS = 30_000
const POLL_MS = 250

export const mergeAccounts = command({
  describe: 'Merge two accounts of one person, for good: <into> gets what <from> has, which is deleted',
  arguments: {
    from: textArgument('id of the account that goes, or its external id with --external-id'),
    into: textArgument('id of the account that is left, or its external id with --external-id'),
    'external-id': flagOption('`<from>` and `<into>` are external ids'),
    'dry-run': flagOption('show what would be done, change nothing'),
    ...CONFIRMATION,
  },
  examples: {
    'merge-accounts 1007 1012 --dry-run': 'show what becomes of the registrations',
    'merge-accounts hr-17 hr-20931 --external-id': 'hr-17 is deleted, hr-20931 stays',
  },
  epilogue:
    'Shows the plan and asks. Then it waits until all services have finished, at most 30 seconds;\n' +
    '`rollcall merges show <from>` shows what is left.',
  async run(context, { from, into, externalId, dryRun, yes }): Promise<ExitCode> {
    const { api, output } = context
    const idOf = (text: string, name: string) =>
      externalId ? idBy(api, text) : wholeNumber(text, name, ADD_EXTERNAL_ID)
    const id = await idOf(from, 'from')
    const MergeInput = { into: await idOf(into, 'into') }
    const planned = await api.user
      .mergeAccounts({ id, MergeInput, Prefer: 'validate-only' })
      .catch((error: unknown) => {
        const isUnknown = error instanceof RollcallError && error.status === 404
        throw isUnknown ? new UsageError(`There is no user ${id}.${ADD_EXTERNAL_ID}`) : error
      })
    if (!planned.plan) return await ended(context, planned)
    const print = planWriter(output, !dryRun && !yes)
    const users = await Promise.all([
      api.user.getAnyUser({ id }),
      api.user.getAnyUser({ id: MergeInput.into }),
    ])
    for (const line of linesOf(planned, planned.plan, users)) print(line)
    for (const line of await completedBy(api, id)) print(line)
    for (const line of await stillOpen(api, users, planned.plan)) print(line)
    if (dryRun) {
      if (output.json) await output.record(planned)
      return EXIT.done
    }
    const question = `Merge user ${id} into user ${MergeInput.into} and delete user ${id}, for good?`
    if (!(await isConfirmed(context, { yes, question }))) return EXIT.failed
    return await ended(context, await api.user.mergeAccounts({ id, MergeInput }))
  },
})

/** @throws UsageError if no user has the external id, or only one that was deleted and not merged */
async function idBy(api: Api, externalId: string): Promise<number> {
  const found = await api.user.listAllUsers({ externalId, includeDeleted: true })
  const user = found.find(({ deleted, mergedInto }) => !deleted || mergedInto !== undefined)
  if (!user) throw new UsageError(`No user has the external id ${JSON.stringify(externalId)}.`)
  return user.id
}

const accountText = (user: OperatorUser) =>
  `user ${user.id}: ${nameOf(user)}, external id ${user.externalId || '-'}, login name ${user.loginName}, ` +
  `${user.email}, source ${user.managedBy || '-'}, groups ${user.groupIds.join(' ') || '-'}`

const nameOf = ({ firstName, lastName }: OperatorUser) => `${firstName} ${lastName}`.trim()

function* linesOf(
  { fromId, intoId }: Merge,
  plan: MergePlan,
  [from, into]: readonly [OperatorUser, OperatorUser],
): Generator<string> {
  yield `Goes:  ${accountText(from)}`
  yield `Stays: ${accountText(into)}`
  if (anyCase(nameOf(from)) !== anyCase(nameOf(into)))
    yield 'Warning: the names differ. Is this one person? A merge is for good.'
  if (from.managedBy)
    yield `Warning: while the source ${from.managedBy} sends user ${fromId}, its row is an error (merged).`
  if (isExpired(into, new Date()))
    yield (
      `Warning: user ${intoId}, who stays, has been expired since ${into.expirationDate}` +
      `${isExpired(from, new Date()) ? '' : `, and user ${fromId} is active`}. A merge does not change that.`
    )
  const { registrations, deliveries, withdrawn, withdrawnCount, groupIds } = plan
  yield (
    `${counted(registrations, 'registration')} and ${counted(deliveries, 'e-mail')} go from user ${fromId} ` +
    `to user ${intoId}.`
  )
  const [group] = groupIds
  if (group !== undefined) {
    yield `User ${intoId} joins ${counted(groupIds.length, 'group')}: ${groupIds.join(', ')}.`
    yield (
      'Warning: the next sync of such a group removes the person if its file does not have the external ' +
      `id of user ${intoId}. If the person has left the group, run this after the merge: rollcall members ` +
      `remove ${group} ${intoId}.`
    )
  }
  for (const { id, keptId, courseName } of withdrawn)
    yield `Registration ${id} for ${courseName} is withdrawn: registration ${keptId} is older and stays.`
  if (withdrawnCount > withdrawn.length) yield `${withdrawnCount - withdrawn.length} more are withdrawn.`
}

/** So many completed courses are named. */
const MAX_COMPLETED = 10

/** Names what the account that goes has completed. */
async function completedBy({ registration }: Api, userId: number): Promise<string[]> {
  const filter = { userId, status: [RegistrationStatus.Completed], limit: MAX_COMPLETED + 1 }
  const found = await registration.listAllRegistrations(filter)
  if (found.length === 0) return []
  const names = found
    .slice(0, MAX_COMPLETED)
    .map((one) => `${one.courseName} (${one.completionDate?.toISOString().slice(0, 10) ?? 'without a date'})`)
  return [`User ${userId} has completed: ${names.join(', ')}${found.length > MAX_COMPLETED ? ', …' : ''}.`]
}

/** For so many open registrations of each account, the other one's are looked up: each costs a request. */
const MAX_ASKED = 100

/** Names the courses that one account has open, and the other one has completed. */
async function stillOpen(
  { registration }: Api,
  [from, into]: readonly [OperatorUser, OperatorUser],
  { withdrawn }: MergePlan,
): Promise<string[]> {
  const status = [RegistrationStatus.NotStarted, RegistrationStatus.Approved]
  const openOf = ({ id: userId }: OperatorUser) =>
    Array.fromAsync(everyRecord((page) => registration.listAllRegistrationsRaw({ userId, status, ...page })))
  const [openOfFrom, openOfInto] = await Promise.all([openOf(from), openOf(into)])
  const ends = new Set(withdrawn.map(({ id }) => id))
  const kept = new Set(withdrawn.map(({ keptId }) => keptId))
  const found: string[] = []
  for (const [open, openOfOther, other] of [
    [openOfFrom, openOfInto, into],
    [openOfInto, openOfFrom, from],
  ] as const) {
    const ofOther = new Set(openOfOther.map(({ courseId }) => courseId))
    // Of pairs beyond those that the plan names, one of the two is withdrawn, too.
    const stay = open.filter(({ id, courseId }) => !ends.has(id) && (kept.has(id) || !ofOther.has(courseId)))
    for (const { id, userId, courseId, courseName } of stay.slice(0, MAX_ASKED)) {
      const done = { userId: other.id, courseId, status: [RegistrationStatus.Completed], limit: 1 }
      const [completed] = await registration.listAllRegistrations(done)
      if (completed)
        found.push(
          `Registration ${id} of user ${userId} for ${courseName} stays open, although the other account ` +
            `has completed the course. To end it: rollcall registrations withdraw ${id}`,
        )
    }
    if (stay.length > MAX_ASKED)
      found.push(
        `Of ${stay.length - MAX_ASKED} more left open, it is not known whether user ${other.id} has ` +
          'completed the course.',
      )
  }
  return found
}

/** Prints the merge when it has ended, or after a while. */
async function ended({ api, output, terminal }: Context, merge: Merge): Promise<ExitCode> {
  const { fromId: id } = merge
  const until = Date.now() + WAIT_MS
  let present = merge
  while (!present.finishedAt && Date.now() < until && !terminal.interrupted.aborted) {
    await sleep(POLL_MS)
    present = await api.user.getMerge({ id })
  }
  await output.record(output.json ? present : withServices(present))
  if (!present.finishedAt) output.info(`The merge goes on. See \`rollcall merges show ${id}\`.`)
  if (present.status !== 'stopped') return EXIT.done
  output.error(`The merge was stopped before its end: ${present.reason}.`)
  return EXIT.failed
}
