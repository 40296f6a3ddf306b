import type { User } from '@rollcall/client'
import { tooEarly } from '../../import/earlier-training.ts'
import { originalsAmong } from '../../import/rewritten-ids.ts'
import { rejected } from '../../import/row.ts'
import { MERGED } from '../../import/targets/batch.ts'
import { canonical, textIn } from '../../import/texts.ts'
import { disagreementsAmong, IF_OLD_LIST, rewrittenAmong } from '../disagreements.ts'
import type { BatchSyncService, SentItem } from '../service.ts'
import { describeUser } from '../user.ts'
import { IF_EXTERNAL_ID, nameOfRow, namesOnlyRegistration, type Completion } from './completion.ts'

/** Why the command does not send a row that the service would accept, if so. */
export type Objection = (sent: SentItem<Completion>) => ReturnType<typeof rejected> | undefined

/**
 * What the service would do with the rows, without those to which there is an objection. A row behind them
 * may be about the same registration, so the others are checked again.
 */
export async function withoutHeld(
  service: Pick<BatchSyncService<Completion>, 'validate'>,
  completions: readonly Completion[],
  objectionTo: Objection,
) {
  const held: ReturnType<typeof rejected>[] = []
  for (let toCheck = completions; ;) {
    const checked = await service.validate(toCheck)
    const objections = checked.flatMap((sent) => objectionTo(sent) ?? [])
    if (objections.length === 0) return { checked, held }
    held.push(...objections)
    const lines = new Set(objections.map(({ line }) => line))
    toCheck = toCheck.filter(({ line }) => !lines.has(line))
  }
}

/** Finds the person whose number a row gives. */
export function personAmong(users: ReadonlyMap<number, User>) {
  const byExternalId = new Map([...users.values()].map((user) => [canonical(user.externalId), user]))
  return ({ userId, userExternalId }: Completion['body']): User | undefined =>
    users.get(Number(userId)) ?? byExternalId.get(canonical(textIn(userExternalId) ?? ''))
}

/** The number of the row is not that of its person, or it has lost its zeros. */
export function otherPersonAmong(users: ReadonlyMap<number, User>): Objection {
  const originalsOf = originalsAmong([...users.values()], ({ externalId }) => externalId)
  const disagreementOf = disagreementsAmong(users.values())
  const rewrittenOf = rewrittenAmong(users.values(), 'userExternalId', disagreementOf)
  const personOf = personAmong(users)
  return ({ item: { line, body, check: columns }, result }) => {
    const { userId, userExternalId, userEmail } = body
    const check = { ...columns, email: textIn(userEmail) }
    const named = users.get(result?.registration?.userId ?? 0) ?? personOf(body)
    if (!named) return result?.code === MERGED ? undefined : rewrittenOf(line, userExternalId, check)
    const disagreement = disagreementOf(named, check)
    if (disagreement !== undefined)
      return rejected(line, 'identifiers-disagree', `${nameOfRow(body)} ${disagreement} ${IF_OLD_LIST}`)
    const mayBeMeant = (user: User) =>
      user.externalId.length > named.externalId.length && disagreementOf(user, check) === undefined
    const alike = userId === undefined ? originalsOf(userExternalId).filter(mayBeMeant) : []
    return alike.length > 0 ? rejected(line, 'rewritten-id', alikeText({ named, alike })) : undefined
  }
}

const alikeText = ({ named, alike }: { readonly named: User; readonly alike: readonly User[] }) =>
  `userExternalId ${named.externalId} is ${describeUser(named)}, and may be ` +
  `${alike.map((user) => `${user.externalId}, ${describeUser(user)}`).join(', or ')}, without first zeros. ` +
  'Add a column userLoginName or userEmail, which says who is meant.'

/** A registration that a row names by its external id may be for another course than the list is for. */
export function otherCourse(
  { item: { line, body }, result }: SentItem<Completion>,
  course: number | undefined,
) {
  if (course === undefined || !namesOnlyRegistration(body) || !result?.registration) return undefined
  const { id, courseId, courseName } = result.registration
  if (courseId === course) return undefined
  return rejected(
    line,
    'identifiers-disagree',
    `externalId ${String(body['externalId'])} is that of registration ${id}, for the course ` +
      `${String(courseId)} (${String(courseName)}), and --course says ${course}. ${IF_EXTERNAL_ID} ` +
      'Otherwise correct the row, or leave out --course.',
  )
}

/** Last year's list would complete this year's registration. */
export const beforeRegistration: Objection = ({ item: { line }, result }) => {
  const why = result?.outcome === 'changed' && result.registration && tooEarly(result.registration)
  return why ? rejected(line, 'before-registration', why) : undefined
}
