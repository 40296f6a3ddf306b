import type { User } from '@rollcall/client'
import { isExpired } from '../../sync/user.ts'
import { errorAsName } from '../../sync/users/garbled-text.ts'
import { changedValues, identityChange } from '../../sync/users/identity-changes.ts'
import {
  asPerson,
  idOf,
  isNamedIn,
  isSomebodyElse,
  sharedEmails,
  type PersonRow,
} from '../../sync/users/people.ts'
import { otherPersonText } from '../../sync/users/row-texts.ts'
import { batchesOf } from '../batches.ts'
import { rejected, type ReadableRow, type RowResult } from '../row.ts'
import { namesNoGroup } from '../survey.ts'
import { anyCase, canonical } from '../texts.ts'
import {
  MAX_BATCH_BYTES,
  ONE_ATTEMPT,
  rowResult,
  sendBatch,
  VALIDATE_ONLY,
  whoIsIn,
  type ItemResult,
} from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

const MAX_ROWS = 1000
/** What a default group adds to a row. */
const GROUP_BYTES = 40

const CREATED = 201

const OTHER_PERSON = 'other-person'

/** The result of a row, with the values that it has changed. */
function resultWithOldValues(row: PersonRow, result: ItemResult | undefined, user: User | undefined) {
  const of = rowResult('users', row, result)
  const detail = user && of.outcome === 'changed' ? identityChange({ row, user }) : undefined
  return detail === undefined ? of : { ...of, detail }
}

/** Users are merged, or only validated. */
export function usersTarget(options: TargetOptions): Target {
  const { context, backOff, dryRun, group, source, takeOver = [], allowOtherPerson = [], parallel } = options
  return {
    rows: MAX_ROWS,
    bytes: MAX_BATCH_BYTES - (group === undefined ? 0 : MAX_ROWS * GROUP_BYTES),
    parallel: dryRun ? 1 : parallel,
    async send(rows) {
      const people = rows.map(asPerson)
      const present = await presentUsers(people)
      const held = await heldRows(people, present)
      const allowed = people.filter((row) => !held.has(row))
      const complete = group === undefined ? allowed : await withGroup(allowed, group)
      const results = complete.length === 0 ? [] : await merge(complete, dryRun)
      const resultOf = new Map(allowed.map((row, index) => [row, results[index]]))
      return people.map(
        (row) => held.get(row) ?? resultWithOldValues(row, resultOf.get(row), present.get(row)),
      )
    },
  }

  /** The users whom rows name: what the service would return for a row that changes nothing. */
  async function presentUsers(people: readonly PersonRow[]): Promise<ReadonlyMap<PersonRow, User>> {
    const { user } = context.operatorApi(ONE_ATTEMPT)
    const named = people.filter((row) => idOf(row).id !== '')
    if (named.length === 0) return new Map()
    const bodies = named.map((row) => {
      const { field, id } = idOf(row)
      return { [field]: id }
    })
    const request = { UserMerge: [], ...VALIDATE_ONLY }
    const results = await sendBatch(backOff, bodies, (init) => user.mergeUserBatchRaw(request, init))
    return new Map(
      named.flatMap((row, index) => {
        const found = results[index]
        const isPresent = found?.user !== undefined && found.outcome === 'unchanged'
        return isPresent ? [[row, found.user as User] as const] : []
      }),
    )
  }

  /** The errors of rows that would make an account that of somebody else, or have no right name. */
  async function heldRows(people: readonly PersonRow[], present: ReadonlyMap<PersonRow, User>) {
    const now = new Date()
    const users = [...new Map([...present.values()].map((one) => [one.id, one])).values()]
    const shared = sharedEmails(people, users)
    const held = new Map<PersonRow, RowResult>()
    for (const row of people) {
      const wrong = errorAsName(row)
      if (wrong) held.set(row, { ...wrong, ...whoIsIn(row.body) })
    }
    for (const [row, one] of present) {
      if (held.has(row) || isNamedIn(allowOtherPerson, row)) continue
      const isOther = (isShared: (email: string) => boolean) =>
        isSomebodyElse(row, one, {
          hasLeft: isExpired(one, now),
          moves: one.managedBy !== '' && one.managedBy !== source && takesOver(row),
          isShared,
        })
      const isSeenTwice = (email: string) => shared.has(anyCase(email))
      const isHeld = isOther(isSeenTwice) || (isOther(() => true) && (await isSharedAddress(one.email)))
      if (!isHeld) continue
      const detail = otherPersonText(row, one, `that of somebody else: ${changedValues({ row, user: one })}.`)
      held.set(row, { ...rejected(row.line, OTHER_PERSON, detail), ...whoIsIn(row.body) })
    }
    return held
  }

  async function isSharedAddress(email: string): Promise<boolean> {
    const { user } = context.operatorApi(ONE_ATTEMPT)
    const found = await backOff.send(async () => (await user.listAllUsersRaw({ email, limit: 2 })).value())
    return found.length > 1
  }

  /** Only users who would be created get the group: it would replace the groups that others have. */
  async function withGroup(rows: readonly ReadableRow[], group: number): Promise<readonly ReadableRow[]> {
    const without = rows.filter(({ body }) => namesNoGroup(body))
    if (without.length === 0) return rows
    const results = await merge(without, true)
    const created = new Set(without.filter((_, index) => results[index]?.status === CREATED))
    return rows.map((row) => (created.has(row) ? { ...row, body: { ...row.body, groupIds: [group] } } : row))
  }

  async function merge(rows: readonly ReadableRow[], validateOnly: boolean): Promise<ItemResult[]> {
    const { user } = context.operatorApi(ONE_ATTEMPT)
    const results: ItemResult[] = []
    for await (const batch of batchesOf(rows, { rows: MAX_ROWS }, takesOver)) {
      const request = {
        UserMerge: [],
        ...(source !== undefined && { source, takeOver: batch.some(takesOver) }),
        ...(validateOnly ? VALIDATE_ONLY : {}),
      }
      const bodies = batch.map(({ body }) => body)
      results.push(...(await sendBatch(backOff, bodies, (init) => user.mergeUserBatchRaw(request, init))))
    }
    return results
  }

  function takesOver({ body }: ReadableRow): boolean {
    const id = body['externalId'] || body['loginName']
    return typeof id === 'string' && takeOver.includes(canonical(id))
  }
}
