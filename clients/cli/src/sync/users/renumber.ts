import { RollcallError, type User } from '@rollcall/client'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import type { Field } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { canonical, isIdentifier } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { distinct } from '../compare.ts'
import { rejected, resultOf, type Plan, type SyncResult } from '../plan.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { SyncService } from '../service.ts'

const field = (name: string, describe: string): Field => ({
  name,
  type: 'text',
  describe,
  readOnly: false,
  mayBeEmpty: false,
})
export const RENUMBER_FIELDS = [
  field('oldExternalId', 'The external id that the person has.'),
  field('externalId', 'The external id that the person gets.'),
]

/** Gives people other external ids, as a list of old and new ones says. */
export const renumberUsers = (context: Context, options: SyncOptions): Promise<ExitCode> =>
  runSync(context, options, RENUMBER_FIELDS, {
    scope: undefined,
    name: 'renumber',
    plan: async (rows) => planRenumbering(new RenumberService(context), rows),
  })

interface Renumbering {
  readonly line: number
  readonly oldExternalId: string
  readonly externalId: string
}

interface Renumbered extends Renumbering {
  readonly user: User
}

class RenumberService extends SyncService {
  /** All users whom the service account can see. */
  users(): Promise<User[]> {
    return this.list((page) => this.api.users.listUsersRaw(page))
  }

  /** Only a person who still has the old external id is renumbered. */
  async renumber({ line, user: { id }, oldExternalId, externalId }: Renumbered): Promise<SyncResult> {
    try {
      const present = await this.send(() => this.api.getUser(id))
      if (canonical(present.externalId) !== canonical(oldExternalId))
        return rejected(line, 'changed-meanwhile', `The person has ${present.externalId || 'no id'} by now.`)
      const ifMatch = present.lastResponse.etag
      await this.send(() => this.api.updateUser(id, { externalId }, { ifMatch }))
      return resultOf('changed', { line, id })
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
      if (isIdentifier(oldExternalId) && isIdentifier(externalId))
        return [{ line: row.line, oldExternalId: String(oldExternalId), externalId: String(externalId) }]
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
  for (const one of first) {
    const user = users.get(canonical(one.oldExternalId))
    const holder = users.get(canonical(one.externalId))
    if (user) (user === holder ? done : toDo).push({ ...one, user })
    else if (holder) done.push({ ...one, user: holder })
    else failed.push(rejected(one.line, 'user-not-found', `No visible user has ${one.oldExternalId}.`))
  }
  const { steps, blocked } = inOrder(toDo, users)
  for (const { line, externalId } of blocked)
    failed.push(
      rejected(line, 'user-external-id-taken', `Another user has ${externalId}, and would keep it.`),
    )
  const planned = steps.flat()
  const names = (some: readonly Renumbering[]) =>
    some.map(({ oldExternalId, externalId }) => `${oldExternalId} to ${externalId}`)
  return {
    heading: `${counted(rows.length, 'row')}; ${counted(users.size, 'visible user')}:`,
    kinds: [
      { title: 'to renumber', names: names(planned) },
      { title: 'renumbered already', names: names(done) },
      { title: 'with errors', noun: 'row', names: failed.map(({ line }) => `line ${line}`) },
    ],
    unsent: [...failed, ...done.map(({ line, user: { id } }) => resultOf('unchanged', { line, id }))],
    expected: planned.map(({ line, user: { id } }) => resultOf('changed', { line, id })),
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
  const taken = new Set(users.keys())
  const steps: (readonly Renumbered[])[] = []
  let rest = all
  for (;;) {
    const step = rest.filter(({ externalId }) => !taken.has(canonical(externalId)))
    if (step.length === 0) return { steps, blocked: rest }
    for (const { oldExternalId, externalId } of step) {
      taken.delete(canonical(oldExternalId))
      taken.add(canonical(externalId))
    }
    steps.push(step)
    rest = rest.filter((one) => !step.includes(one))
  }
}
