import type { User } from '@rollcall/client'
import { failedRow } from '../../import/targets/batch.ts'
import { heldDetail } from '../doubts.ts'
import { resultOf, type SyncOutcome, type SyncResult } from '../plan.ts'
import { inSeveralGroups, type SentItem } from '../service.ts'
import { isOwn, keptBy } from '../sources.ts'
import { nameOfUser } from '../user.ts'
import { identityChange } from './identity-changes.ts'
import { loginNameOfLeaver, type DesiredUser } from './login-names.ts'
import { openOf, personOf, whoHasNumber, type UserPair } from './names.ts'
import type { PlannedUsers } from './planned-users.ts'
import type { ChangeOutcome } from './service.ts'
import type { UserSync } from './user-sync.ts'

const LEAVER_OUTCOMES = { expire: 'expired', delete: 'deleted', keep: 'kept' } as const

/** The results of a sync of users: those of rows, and those of users without a row. */
export class UserResults {
  readonly #planned: PlannedUsers
  readonly #sync: UserSync
  /** What the outcomes of rows do not say, by their lines. */
  readonly #details: ReadonlyMap<number, { readonly detail: string | undefined; readonly who?: string }>
  readonly #removed: ReadonlySet<User>
  readonly #givesUpName: ReadonlySet<User>

  constructor(planned: PlannedUsers, sync: UserSync) {
    this.#planned = planned
    this.#sync = sync
    this.#removed = new Set(planned.remove)
    this.#givesUpName = new Set(planned.loginNames.leavers)
    const { source } = sync.options
    this.#details = new Map(
      planned.inFile.map((pair) => [
        pair.desired.line,
        { detail: detailOf(pair, source), ...whoHasNumber(personOf(pair)) },
      ]),
    )
  }

  /** Of all for which nothing is sent. */
  unsent(): readonly SyncResult[] {
    const { failed, unchanged, leftAlone, held, notOwn } = this.#planned
    const { options, placeOf } = this.#sync
    const noRowOrKeep =
      options.leavers === 'keep'
        ? 'Not in the file, with --leavers keep.'
        : 'No row is about a user of this group.'
    return [
      ...failed,
      ...this.#expectedOf('unchanged', unchanged),
      ...leftAlone,
      ...held.map((one) => ofUser('kept', one.present, heldDetail(one, placeOf, noRowOrKeep))),
      ...notOwn.map((user) => ofUser('kept', user, keptBy(user.managedBy))),
    ]
  }

  /** Of all others, if the service accepts them. */
  expected(): readonly SyncResult[] {
    const { create, change, moving, adopt, remove, onlyRenamed } = this.#planned
    return [
      ...create.map(({ line }) => resultOf('created', { line })),
      ...this.#expectedOf('changed', change),
      ...this.#expectedOf('moved', moving),
      ...this.#expectedOf('unchanged', adopt),
      ...[...remove, ...onlyRenamed].map((user) => this.ofLeaver(user, 'done')),
    ]
  }

  /** Of a row that was sent. */
  ofRow({ item: row, result, isRepeated }: SentItem<DesiredUser>): SyncResult {
    const { status, outcome, user } = result ?? {}
    if (user === undefined || outcome === undefined || outcome === 'replaced')
      return failedRow('users', row, result)
    const { line } = row
    const isChanged = isRepeated && outcome === 'unchanged' && !row.onlyAdopts
    const done = row.mover ? 'moved' : isChanged ? 'changed' : outcome
    return resultOf(done, { line, id: user.id, status, ...this.#details.get(line) })
  }

  /** Of somebody without a row who was to leave, or to give up the login name. Who is gone needs neither. */
  ofLeaver(user: User, outcome: ChangeOutcome): SyncResult {
    if (outcome === 'changed-meanwhile') return changedMeanwhile(user)
    if (!this.#removed.has(user)) return ofUser('changed', user, this.#newNameOf(user))
    const { members, options } = this.#sync
    const ofOtherFile = members.isElsewhere(user) ? inSeveralGroups(user).detail : undefined
    return ofUser(LEAVER_OUTCOMES[options.leavers], user, this.#newNameOf(user) ?? ofOtherFile)
  }

  #expectedOf(outcome: SyncOutcome, pairs: readonly UserPair[]) {
    return pairs.map(({ desired: { line }, present: { id } }) =>
      resultOf(outcome, { line, id, ...this.#details.get(line) }),
    )
  }

  #newNameOf(user: User): string | undefined {
    return this.#givesUpName.has(user) && this.#sync.options.leavers !== 'delete'
      ? `Renamed to ${loginNameOfLeaver(user)}, because another person gets this loginName.`
      : undefined
  }
}

/** Of a user who is not as the plan was made for. */
export const changedMeanwhile = (user: User): SyncResult => ({
  ok: false,
  id: user.id,
  who: nameOfUser(user),
  code: 'changed-meanwhile',
  detail:
    `${nameOfUser(user)} has changed or moved since the plan was made, and was left alone. Run the same ` +
    'command again.',
})

const ofUser = (outcome: SyncOutcome, user: User, detail?: string): SyncResult =>
  resultOf(outcome, { id: user.id, who: nameOfUser(user), detail })

/** What the outcome of a row does not say: what stays, who keeps the person, and another name or address. */
function detailOf(pair: UserPair, source: string | undefined): string | undefined {
  const { desired, present } = pair
  const { managedBy } = present
  const changesSource = !isOwn(present, source) && !desired.mover
  if (changesSource && desired.isUpToDate) return keptBy(managedBy)
  const isOfOther = source === undefined && managedBy && !desired.isUpToDate
  const before = managedBy ? `Taken over from ${managedBy}` : 'Adopted'
  const open = openOf(desired)
  const texts = [
    open && `Keeps the open registrations ${open}.`,
    changesSource && `${before}, and kept by ${source} from now on.`,
    isOfOther && keptBy(managedBy),
    identityChange(personOf(pair)),
  ]
  return texts.filter(Boolean).join(' ') || undefined
}
