import { RollcallError } from '@rollcall/client/operator'
import { pMapIterable } from 'p-map'
import { noSuchGroup } from '../../errors.ts'
import { allErrors, contractErrors, isId, NO_ID } from '../row-errors.ts'
import { rejected, type Outcome, type ReadableRow, type RowResult } from '../row.ts'
import { namesNoGroup } from '../survey.ts'
import { ONE_ATTEMPT, sendAsIs } from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

type Body = Readonly<Record<string, unknown>>

const COURSES_AT_ONCE = 4
const CREATED = 201
/** Errors of the row itself; any other concerns the import as a whole. */
const ROW_STATUSES = new Set([400, 404, 409, 413, 422])

/** Groups and courses are put one by one at their ids. A dry run only looks at what is there. */
export function putTarget(kind: 'groups' | 'courses', options: TargetOptions): Target {
  const { context, backOff, dryRun, group } = options
  const { user, registration } = context.operatorApi(ONE_ATTEMPT)
  /** Groups that an earlier row of a dry run would create. */
  const wouldExist = new Set<unknown>()
  /** Whether each group exists that a course names. */
  const groups = new Map<number, Promise<boolean>>()
  // Groups one after the other, because one may lie below another that the file has created before.
  const concurrency = kind === 'courses' && !dryRun ? COURSES_AT_ONCE : 1

  return {
    // How many rows count as one batch in the state file.
    rows: 100,
    bytes: Infinity,
    parallel: 1,
    send: (rows) => Array.fromAsync(pMapIterable(rows, sendRow, { concurrency })),
  }

  async function sendRow({ line, body }: ReadableRow): Promise<RowResult> {
    const { id } = body
    if (!isId(id)) return invalid(line, contractErrors(kind, body).join(' ') || NO_ID)
    const complete = withGroup(body)
    const missing = await missingGroup(complete)
    if (missing !== undefined) return notFound(line, 'group-not-found', missing)
    if (dryRun) return tryRow(line, id, complete)
    try {
      const status = await put(id, complete)
      return { line, ok: true, outcome: outcomeOf(status), status, id }
    } catch (error) {
      if (!(error instanceof RollcallError) || !ROW_STATUSES.has(error.status)) throw error
      const { status, code, detail } = error
      if (code === 'invalid-request') return { ...invalid(line, allErrors(kind, body, detail)), status }
      return { ...rejected(line, code, detail), status }
    }
  }

  /** A PUT without groups would leave the course in none. */
  function withGroup(body: Body): Body {
    const needsGroup = kind === 'courses' && group !== undefined && namesNoGroup(body)
    return needsGroup ? { ...body, groupIds: [group] } : body
  }

  function put(id: number, { id: _, ...fields }: Body): Promise<number> {
    return backOff.send(async () => {
      const { raw } =
        kind === 'groups'
          ? await user.putGroupRaw({ id, GroupInput: { name: '' } }, sendAsIs(fields))
          : await registration.putCourseRaw({ id, CourseInput: { name: '' } }, sendAsIs(fields))
      return raw.status
    })
  }

  async function tryRow(line: number, id: number, body: Body): Promise<RowResult> {
    const errors = contractErrors(kind, body)
    if (errors.length > 0) return invalid(line, errors.join(' '))
    const { parentId } = body
    if (kind === 'groups' && typeof parentId === 'number' && !(await wouldFind(parentId)))
      return notFound(line, 'parent-not-found', parentId)
    const existed = await exists(kind, id)
    wouldExist.add(id)
    const status = existed ? 200 : CREATED
    return { line, ok: true, outcome: outcomeOf(status), status, ...(existed ? { id } : {}) }
  }

  async function wouldFind(groupId: number): Promise<boolean> {
    return wouldExist.has(groupId) || (await exists('groups', groupId))
  }

  /** The first group of a course that does not exist: the service would put the course into any group. */
  async function missingGroup({ groupIds }: Body): Promise<number | undefined> {
    if (kind === 'groups' || !Array.isArray(groupIds)) return undefined
    for (const groupId of groupIds.filter(isId)) {
      const found = groups.get(groupId) ?? exists('groups', groupId)
      groups.set(groupId, found)
      if (!(await found)) return groupId
    }
    return undefined
  }

  async function exists(what: 'groups' | 'courses', id: number): Promise<boolean> {
    try {
      await backOff.send<unknown>(() =>
        what === 'groups' ? user.getGroup({ id }) : registration.getCourse({ id }),
      )
      return true
    } catch (error) {
      if (error instanceof RollcallError && error.status === 404) return false
      throw error
    }
  }
}

const outcomeOf = (status: number): Outcome => (status === CREATED ? 'created' : 'replaced')

const notFound = (line: number, code: string, groupId: number): RowResult => ({
  ...rejected(line, code, noSuchGroup(groupId)),
  status: 422,
})

const invalid = (line: number, detail: string): RowResult => rejected(line, 'invalid-request', detail)
