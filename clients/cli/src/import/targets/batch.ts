import { shellWord } from '../../shell.ts'
import type { BackOff } from '../back-off.ts'
import type { Kind } from '../fields.ts'
import { allErrors } from '../row-errors.ts'
import type { ReadableRow, RowResult, Outcome } from '../row.ts'

/** The contract's limit for a batch, minus what surrounds the rows. */
export const MAX_BATCH_BYTES = 1_040_000

/** For requests of an import, which waits itself: it says why, and for how long. */
export const ONE_ATTEMPT = { attempts: 1 }

/** Without it a row whose external id is unknown would register the person with its e-mail address. */
export const STRICT = 'handling=strict'

export const VALIDATE_ONLY = { Prefer: 'validate-only' }

type Body = Readonly<Record<string, unknown>>

/** Sends rows as they are, for the service to validate: the generated client would drop unknown fields. */
export const sendAsIs = (body: Body | readonly Body[]) => () =>
  Promise.resolve({ body } as unknown as RequestInit)

/**
 * Sends one batch, and again when the service asks to wait. The results are read as plain JSON: to convert
 * the dates of each record would take longer than everything else here.
 */
export const sendBatch = (
  backOff: BackOff,
  bodies: readonly Body[],
  request: (bodies: ReturnType<typeof sendAsIs>, isRepeated: boolean) => Promise<{ readonly raw: Response }>,
): Promise<ItemResult[]> =>
  backOff.send(async (isRepeated) => {
    const { raw } = await request(sendAsIs(bodies), isRepeated)
    return (await raw.json()) as ItemResult[]
  })

/** The result of one item of a batch, as the service sends it. */
export interface ItemResult {
  readonly status: number
  /** Not sent by the batch that creates registrations, nor for a rejected item. */
  readonly outcome?: Outcome
  readonly code?: string
  readonly detail?: string
  readonly user?: { readonly id: number }
  readonly registration?: Readonly<Record<string, unknown>> & { readonly id: number; readonly userId: number }
  /** The registration that is in conflict with the item; with `merged`, the user who is left. */
  readonly existingId?: number
}

/** The code of a row that names a person by an account that was merged. */
export const MERGED = 'merged'

/** Those of a person come first: beside them, the external id is that of a registration. */
const IDENTIFIERS = [
  'userExternalId',
  'userEmail',
  'userId',
  'externalId',
  'loginName',
  'email',
  'userLoginName',
] as const

export function whoIsIn(body: Body): { who?: string } {
  const values = IDENTIFIERS.map((name) => body[name]).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  const first = values.map(String).find((text) => text !== '')
  return first === undefined ? {} : { who: first }
}

/** The service speaks of the parameters of a request. */
function disagreeText(body: Body): string {
  const given = [
    ['userId', 'userExternalId', 'userEmail'],
    ['courseId', 'courseName', 'courseExternalId'],
  ].map((names) => names.filter((name) => body[name] !== undefined))
  const columns = given.filter(({ length }) => length > 1).flat()
  return (
    `The columns ${columns.join(', ')} of this row name different people or courses, or one of them names ` +
    'none. Correct the row, or leave out the column that is wrong.' +
    (columns.includes('userExternalId') ? ' Has the person a new number? Then: rollcall users renumber.' : '')
  )
}

/** The result of a row that the service has rejected. */
export function failedRow(
  kind: Kind,
  { line, body, faults }: Pick<ReadableRow, 'line' | 'body' | 'faults'>,
  result: ItemResult | undefined,
) {
  if (result === undefined) return { line, ok: false, detail: 'The service gave no result for this row.' }
  const { status, code, detail = '' } = result
  return {
    line,
    ok: false,
    status,
    ...(code === undefined ? {} : { code }),
    detail:
      code === 'invalid-request'
        ? allErrors(kind, body, detail, faults)
        : code === 'identifiers-disagree'
          ? disagreeText(body)
          : code === 'user-ambiguous'
            ? `${detail} To find them: rollcall users find --email ${shellWord(String(body['userEmail']))}.`
            : detail,
    ...whoIsIn(body),
  }
}

export function rowResult(kind: Kind, row: ReadableRow, result: ItemResult | undefined): RowResult {
  const record = result?.user ?? result?.registration
  if (result === undefined || record === undefined) return failedRow(kind, row, result)
  // A record that would be created has the id 0.
  const id = record.id > 0 ? { id: record.id } : {}
  const { status, outcome = 'created' } = result
  return { line: row.line, ok: true, outcome, status, ...id }
}
