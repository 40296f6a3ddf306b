import { RollcallError } from '@rollcall/client/operator'
import { pMapIterable } from 'p-map'
import { allErrors, contractErrors, isId, NO_ID } from '../row-errors.ts'
import type { Outcome, ReadableRow, RowResult } from '../row.ts'
import { namesNoGroup } from '../survey.ts'
import { ONE_ATTEMPT, sendAsIs } from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

type Body = Readonly<Record<string, unknown>>

const COURSES_AT_ONCE = 4
const CREATED = 201
/** Errors of the row itself; any other concerns the import as a whole. */
const ROW_STATUSES = new Set([400, 404, 409, 413, 422])

/** Groups and courses are put one by one at their ids. A dry run only looks at what is there. */
export class PutTarget implements Target {
  /** How many rows count as one batch in the state file. */
  readonly rows = 100
  readonly bytes = Infinity
  readonly parallel = 1
  readonly #kind: 'groups' | 'courses'
  readonly #options: TargetOptions
  /** Groups that an earlier row of a dry run would create. */
  readonly #wouldExist = new Set<unknown>()

  constructor(kind: 'groups' | 'courses', options: TargetOptions) {
    this.#kind = kind
    this.#options = options
  }

  async send(rows: readonly ReadableRow[]): Promise<RowResult[]> {
    // Groups one after the other, because one may lie below another that the file has created before.
    const concurrency = this.#kind === 'courses' && !this.#options.dryRun ? COURSES_AT_ONCE : 1
    const results: RowResult[] = []
    for await (const result of pMapIterable(rows, (row) => this.#sendRow(row), { concurrency }))
      results.push(result)
    return results
  }

  async #sendRow({ line, body }: ReadableRow): Promise<RowResult> {
    const { id } = body
    if (!isId(id)) return invalid(line, contractErrors(this.#kind, body).join(' ') || NO_ID)
    if (this.#options.dryRun) return this.#tryRow(line, id, body)
    try {
      const status = await this.#put(id, this.#withGroup(body))
      return { line, ok: true, outcome: outcomeOf(status), status, id }
    } catch (error) {
      if (!(error instanceof RollcallError) || !ROW_STATUSES.has(error.status)) throw error
      const { status, code, detail } = error
      if (code === 'invalid-request') return { ...invalid(line, allErrors(this.#kind, body, detail)), status }
      return { line, ok: false, status, code, detail }
    }
  }

  /** A PUT without groups would leave the course in none. */
  #withGroup(body: Body): Body {
    const { group } = this.#options
    return this.#kind === 'courses' && group !== undefined && namesNoGroup(body)
      ? { ...body, groupIds: [group] }
      : body
  }

  #put(id: number, { id: _, ...fields }: Body): Promise<number> {
    const { context, backOff } = this.#options
    return backOff.send(async () => {
      const { user, registration } = context.operatorApi(ONE_ATTEMPT)
      const { raw } =
        this.#kind === 'groups'
          ? await user.putGroupRaw({ id, GroupInput: { name: '' } }, sendAsIs(fields))
          : await registration.putCourseRaw({ id, CourseInput: { name: '' } }, sendAsIs(fields))
      return raw.status
    })
  }

  async #tryRow(line: number, id: number, body: Body): Promise<RowResult> {
    const errors = contractErrors(this.#kind, body)
    if (errors.length > 0) return invalid(line, errors.join(' '))
    const { parentId } = body
    if (this.#kind === 'groups' && typeof parentId === 'number' && !(await this.#wouldFind(parentId)))
      return {
        line,
        ok: false,
        status: 422,
        code: 'parent-not-found',
        detail: `There is no group ${parentId}.`,
      }
    const exists = await this.#exists(id)
    this.#wouldExist.add(id)
    const status = exists ? 200 : CREATED
    return { line, ok: true, outcome: outcomeOf(status), status, ...(exists ? { id } : {}) }
  }

  async #wouldFind(groupId: number): Promise<boolean> {
    return this.#wouldExist.has(groupId) || (await this.#exists(groupId))
  }

  async #exists(id: number): Promise<boolean> {
    const { context, backOff } = this.#options
    const { user, registration } = context.api
    try {
      await backOff.send<unknown>(() =>
        this.#kind === 'groups' ? user.getGroup({ id }) : registration.getCourse({ id }),
      )
      return true
    } catch (error) {
      if (error instanceof RollcallError && error.status === 404) return false
      throw error
    }
  }
}

const outcomeOf = (status: number): Outcome => (status === CREATED ? 'created' : 'replaced')

const invalid = (line: number, detail: string): RowResult => ({
  line,
  ok: false,
  code: 'invalid-request',
  detail,
})
