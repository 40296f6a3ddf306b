import { UsageError } from '../../errors.ts'
import type { Outcome, ReadableRow, RowResult } from '../row.ts'
import { namesNoGroup } from '../survey.ts'
import { MAX_BATCH_BYTES, ONE_ATTEMPT, rowResult, sendAsIs, VALIDATE_ONLY, type ItemResult } from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

const MAX_ROWS = 1000
/** What a default group adds to a row. */
const GROUP_BYTES = 40

const CREATED = 201

/** Users are merged, or only validated. */
export class UsersTarget implements Target {
  readonly rows = MAX_ROWS
  readonly bytes: number
  readonly parallel: number
  readonly #options: TargetOptions
  /** The service is known to support validate-only. */
  #canValidate: Promise<void> | undefined

  constructor(options: TargetOptions) {
    this.#options = options
    this.parallel = options.dryRun ? 1 : options.parallel
    this.bytes = MAX_BATCH_BYTES - (options.group === undefined ? 0 : MAX_ROWS * GROUP_BYTES)
  }

  async send(rows: readonly ReadableRow[]): Promise<RowResult[]> {
    const { dryRun, group } = this.#options
    const complete = group === undefined ? rows : await this.#withGroup(rows, group)
    const results = await this.#merge(complete, dryRun)
    return rows.map((row, index) => rowResult('users', row, results[index], outcomeOf))
  }

  /** Only users who would be created get the group: for others the field would replace the groups that they have. */
  async #withGroup(rows: readonly ReadableRow[], group: number): Promise<readonly ReadableRow[]> {
    const without = rows.filter(({ body }) => namesNoGroup(body))
    if (without.length === 0) return rows
    const results = await this.#merge(without, true)
    const created = new Set(without.filter((_, index) => results[index]?.status === CREATED))
    return rows.map((row) => (created.has(row) ? { ...row, body: { ...row.body, groupIds: [group] } } : row))
  }

  async #merge(rows: readonly ReadableRow[], validateOnly: boolean): Promise<ItemResult[]> {
    if (validateOnly) await (this.#canValidate ??= this.#requireValidateOnly())
    const { context, backOff } = this.#options
    const request = { UserMerge: rows.map(() => ({})), ...(validateOnly ? VALIDATE_ONLY : {}) }
    const bodies = sendAsIs(rows.map(({ body }) => body))
    // Read as plain JSON: to convert the dates of each user would take longer than everything else here.
    return backOff.send(async () => {
      const { raw } = await context.operatorApi(ONE_ATTEMPT).user.mergeUserBatchRaw(request, bodies)
      return (await raw.json()) as ItemResult[]
    })
  }

  /** An older service would write what it is to validate, so it is first sent a user that can't be written. */
  async #requireValidateOnly(): Promise<void> {
    const { context, backOff } = this.#options
    const { user } = context.api
    const { raw } = await backOff.send(() => user.mergeUserBatchRaw({ UserMerge: [{}], ...VALIDATE_ONLY }))
    if (raw.headers.get('preference-applied') !== VALIDATE_ONLY.Prefer)
      throw new UsageError(
        'This service is too old for dry runs and default groups of users. Nothing was sent.',
      )
  }
}

/** An older service does not tell changed users from unchanged ones. */
const outcomeOf = ({ status, outcome }: ItemResult): Outcome =>
  outcome ?? (status === CREATED ? 'created' : 'changed')
