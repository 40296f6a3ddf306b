import { RollcallError, type User } from '@rollcall/client'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { textField } from '../../import/fields.ts'
import { rejected, type Row } from '../../import/row.ts'
import { failedRow, MERGED } from '../../import/targets/batch.ts'
import { canonical, isIdentifier, textIn } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { shellWord } from '../../shell.ts'
import { distinct } from '../compare.ts'
import { disagreementsAmong, IF_OLD_LIST, rewrittenAmong, type PersonCheck } from '../disagreements.ts'
import { resultOf, type Plan, type SyncResult } from '../plan.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { BatchSyncService, type SendBatch } from '../service.ts'
import { describeUser, fullNameOf } from '../user.ts'

export const RENUMBER_FIELDS = [
  textField('oldExternalId', 'The external id that the person has.'),
  textField('externalId', 'The external id that the person gets.'),
  textField('loginName', 'The login name of the person. If the person has another one, the row is an error.'),
  textField('email', 'The e-mail address of the person. If the person has another one, the row is an error.'),
  textField('lastName', 'The last name of the person, or the whole name, which is compared like these.'),
]

/** Gives people other external ids, as a list of old and new ones says. */
export const renumberUsers = (context: Context, options: SyncOptions): Promise<ExitCode> =>
  runSync(context, options, RENUMBER_FIELDS, {
    scope: undefined,
    name: 'renumber',
    renumbers: true,
    plan: async (rows) => planRenumbering(new RenumberService(context, options.source), rows),
  })

/** The account can't create a person, and was asked to for a free external id. */
const GROUP_OUT_OF_REACH = 'group-out-of-reach'
/** Somebody whom the account can't see has the external id. */
const OUT_OF_REACH = 'user-out-of-reach'

const takenResult = (one: Renumbering, whatNow = wouldKeepIt(one)) =>
  rejected(one.line, 'user-external-id-taken', `Another user has ${one.externalId}, ${whatNow}`)

/** With a login name or an address, a row that is done is known. */
const ifRunAlready = ({ check }: Renumbering) =>
  (check.loginName ?? check.email) === undefined
    ? 'Has this list been run already? Then leave it: a column loginName would show which rows are done. '
    : ''

const wouldKeepIt = (one: Renumbering) =>
  `and would keep it. ${ifRunAlready(one)}If it is the same person, an operator merges the two accounts: ` +
  `rollcall users merge-accounts ${shellWord(one.oldExternalId)} ${shellWord(one.externalId)} --external-id.`

const exchanged = (one: Renumbering) =>
  `and this list gives that user another one, for which this row has to be done first. ${ifRunAlready(one)}` +
  'To exchange numbers, give one of them a free number first, and by another file the final one.'

/** Two systems may use the same numbers, so a list without a source is about people whom none keeps. */
const otherSource = ({ oldExternalId }: Renumbering, source = '') =>
  `${oldExternalId} is the number of a person whom the source ${source} keeps. If this list is of that ` +
  `system: --source ${shellWord(source)}.`

const IF_NEVER_RUN = ' (if this list was never run, its columns are exchanged)'

interface Renumbering {
  readonly line: number
  readonly oldExternalId: string
  readonly externalId: string
  /** Of the person; only compared. */
  readonly check: PersonCheck
  readonly user?: User
}

interface Renumbered extends Renumbering {
  readonly user: User
}

interface Target {
  /** A new person with one of the external ids. */
  readonly body: Readonly<Record<string, unknown>>
  readonly one: Renumbering
}

const resultFor = ({ line, user }: Renumbered, outcome: 'changed' | 'unchanged') =>
  resultOf(outcome, { line, id: user.id, detail: describeUser(user) })

const asNewPerson = (one: Renumbering, externalId: string): Target => {
  const loginName = `rollcall-renumber-${randomUUID()}`
  const names = { email: 'renumbered@example.invalid', firstName: '', lastName: '-' }
  return { one, body: { externalId, loginName, ...names } }
}

class RenumberService extends BatchSyncService<Target> {
  /** Whose list it is. Undefined for people whom no source keeps. */
  readonly source: string | undefined

  constructor(context: Context, source: string | undefined) {
    super(context)
    this.source = source
  }

  protected override sendBatch: SendBatch<Target> = (headers, bodies) =>
    this.api.users.mergeVisibleUserBatchRaw({ UserBatchItem: [], ...headers }, bodies)

  /** The errors of those whose new external id can't be given to them, although no visible user has it. */
  async rejections(
    all: readonly Renumbered[],
  ): Promise<ReadonlyMap<Renumbering, ReturnType<typeof rejected>>> {
    const targets = all.map((one) => asNewPerson(one, one.externalId))
    const found = new Map<Renumbering, ReturnType<typeof rejected>>()
    for (const { item, result } of await this.validate(targets)) {
      const { user, code = '', existingId } = result ?? {}
      const { one, body } = item
      const isReservedForPerson = code === MERGED && existingId === one.user?.id
      if (user || isReservedForPerson || code === GROUP_OUT_OF_REACH) continue
      found.set(
        one,
        code === OUT_OF_REACH ? takenResult(one) : failedRow('users', { line: one.line, body }, result),
      )
    }
    return found
  }

  /** Why no visible user has the old external id of these. */
  async unknown(all: readonly Renumbering[]): Promise<ReturnType<typeof rejected>[]> {
    const asked = await this.validate(all.map((one) => asNewPerson(one, one.oldExternalId)))
    return asked.map(({ item: { one }, result }) =>
      result?.code === MERGED
        ? rejected(one.line, MERGED, result.detail ?? '')
        : rejected(one.line, 'user-not-found', `No visible user has ${one.oldExternalId}.`),
    )
  }

  /** All users whom the service account can see. */
  users(): Promise<User[]> {
    return this.list((page) => this.api.users.listUsersRaw({ ...page, include: 'details' }))
  }

  /** Only a person who still has the old external id is renumbered. */
  async renumber(one: Renumbered): Promise<SyncResult> {
    const { line, oldExternalId, externalId } = one
    const { id } = one.user
    try {
      const present = await this.send(() => this.api.getUser(id))
      if (canonical(present.externalId) !== canonical(oldExternalId))
        return rejected(line, 'changed-meanwhile', `The person has ${present.externalId || 'no id'} by now.`)
      const ifMatch = present.lastResponse.etag
      const source = this.source === undefined ? {} : { source: this.source }
      await this.send(() => this.api.updateUser(id, { externalId }, { ifMatch, ...source }))
      return resultFor(one, 'changed')
    } catch (error) {
      if (!(error instanceof RollcallError) || error.status >= 500) throw error
      return { ...rejected(line, error.code, error.detail), status: error.status, id }
    }
  }
}

async function planRenumbering(service: RenumberService, rows: readonly Row[]): Promise<Plan> {
  const users = new Map((await service.users()).map((user) => [canonical(user.externalId), user]))
  const failed: ReturnType<typeof rejected>[] = []
  const asked = rows.flatMap((row): Renumbering[] => {
    if (!('body' in row)) failed.push(rejected(row.line, row.code, row.error))
    else {
      const { oldExternalId, externalId } = row.body
      if (isIdentifier(oldExternalId) && isIdentifier(externalId)) {
        const { loginName, email, lastName } = row.body
        const check = { loginName: textIn(loginName), email: textIn(email), lastName: textIn(lastName) }
        const ids = { oldExternalId: String(oldExternalId), externalId: String(externalId) }
        return [{ line: row.line, ...ids, check }]
      }
      failed.push(rejected(row.line, 'invalid-request', 'oldExternalId and externalId are required.'))
    }
    return []
  })
  const { first, repeated } = distinct(asked, ({ oldExternalId, externalId }) => [
    `old ${canonical(oldExternalId)}`,
    `new ${canonical(externalId)}`,
  ])
  for (const { item, earlierLine } of repeated)
    failed.push(rejected(item.line, 'repeated-row', `Line ${earlierLine} has one of these external ids.`))
  const done: Renumbered[] = []
  const toDo: Renumbered[] = []
  const unknown: Renumbering[] = []
  const disagreementOf = disagreementsAmong(users.values())
  const rewrittenOf = rewrittenAmong(users.values(), 'oldExternalId', disagreementOf)
  for (const one of first) {
    const { line, oldExternalId, check } = one
    const holder = users.get(canonical(one.externalId))
    const named = users.get(canonical(oldExternalId)) ?? holder
    const disagreement = named && disagreementOf(named, check)
    const rewritten = named ? undefined : rewrittenOf(line, oldExternalId, check)
    // In a list that is repeated, the old number may be that of the next person.
    if (holder && !disagreementOf(holder, check) && (named === holder || disagreement))
      done.push({ ...one, user: holder })
    else if (disagreement !== undefined)
      failed.push(rejected(line, 'identifiers-disagree', `${oldExternalId} ${disagreement} ${IF_OLD_LIST}`))
    else if (named && (named.managedBy ?? '') !== '' && named.managedBy !== service.source)
      failed.push(rejected(line, 'managed-elsewhere', otherSource(one, named.managedBy)))
    else if (named) toDo.push({ ...one, user: named })
    else if (rewritten) failed.push(rewritten)
    else unknown.push(one)
  }
  failed.push(...(await service.unknown(unknown)))
  const rejections = await service.rejections(toDo)
  failed.push(...rejections.values())
  const { steps, blocked } = inOrder(
    toDo.filter((one) => !rejections.has(one)),
    users,
  )
  const leaving = new Set(blocked.map(({ oldExternalId }) => canonical(oldExternalId)))
  for (const one of blocked)
    failed.push(takenResult(one, leaving.has(canonical(one.externalId)) ? exchanged(one) : undefined))
  const planned = steps.flat()
  const names = (some: readonly Renumbered[]) =>
    some.map(
      ({ oldExternalId, externalId, user }) => `${oldExternalId} to ${externalId} (${fullNameOf(user)})`,
    )
  return {
    heading: `${counted(rows.length, 'row')}; ${counted(users.size, 'visible user')}:`,
    kinds: [
      { title: 'to renumber', names: names(planned) },
      {
        title: `renumbered already${done.length === rows.length ? IF_NEVER_RUN : ''}`,
        names: names(done),
      },
    ],
    unsent: [...failed, ...done.map((one) => resultFor(one, 'unchanged'))],
    expected: planned.map((one) => resultFor(one, 'changed')),
    warnings: [],
    async *execute() {
      for (const step of steps) yield* service.forEach(step, (one) => service.renumber(one))
    },
  }
}

/**
 * In steps, of which each has only ids that are free by then. People who exchange their ids block each other.
 */
function inOrder(all: readonly Renumbered[], users: ReadonlyMap<string, User>) {
  const wanting = new Map(all.map((one) => [canonical(one.externalId), one]))
  const steps: (readonly Renumbered[])[] = []
  let step: readonly Renumbered[] = all.filter(({ externalId }) => !users.has(canonical(externalId)))
  while (step.length > 0) {
    steps.push(step)
    step = step.flatMap(({ oldExternalId }) => wanting.get(canonical(oldExternalId)) ?? [])
  }
  const done = new Set(steps.flat())
  return { steps, blocked: all.filter((one) => !done.has(one)) }
}
