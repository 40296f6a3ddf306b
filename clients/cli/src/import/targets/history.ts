import { everyRecord } from '../../paging.ts'
import { batchesOf } from '../batches.ts'
import { tooEarly } from '../earlier-training.ts'
import { originalsAmong, rewrittenText, type Original } from '../rewritten-ids.ts'
import { rejected, type ReadableRow, type RowResult } from '../row.ts'
import {
  MAX_BATCH_BYTES,
  ONE_ATTEMPT,
  rowResult,
  sendBatch,
  STRICT,
  VALIDATE_ONLY,
  whoIsIn,
  type ItemResult,
} from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

type Body = ReadableRow['body']

/** The contract's limit. */
const MAX_ROWS = 500
const PREVIEW = `${STRICT}, ${VALIDATE_ONLY.Prefer}`

/** Registrations from another platform are imported, or only validated. A repeated row changes nothing. */
export function historyTarget(options: TargetOptions): Target {
  const { context, backOff, dryRun, parallel, allowEarlier } = options
  const { user, registration } = context.operatorApi(ONE_ATTEMPT)
  const preview = new Preview((bodies) => importAll(bodies, PREVIEW))
  /** Finds the ids that a spreadsheet may have changed; loaded when the first person is not found. */
  let originals: Promise<ReturnType<typeof originalsAmong<Original>>> | undefined

  return {
    rows: MAX_ROWS,
    bytes: MAX_BATCH_BYTES,
    parallel: dryRun ? 1 : parallel,
    async send(rows) {
      const bodies = rows.map((row) => bodyOf(row, options))
      const mayFinish = !allowEarlier && bodies.some((body) => body['openRegistration'] === 'complete')
      const previews = dryRun
        ? await preview.resultsOf(bodies)
        : mayFinish
          ? await importAll(bodies, PREVIEW)
          : []
      const held = bodies.map((body, i) => (allowEarlier ? undefined : whyHeld(body, previews[i])))
      const toImport = bodies.filter((_, i) => held[i] === undefined)
      const imported = dryRun || toImport.length === 0 ? [] : await importAll(toImport, STRICT)
      const stored = imported[Symbol.iterator]()
      return Promise.all(
        rows.map(async (row, i) => {
          const detail = held[i]
          if (detail !== undefined)
            return { ...rejected(row.line, 'before-registration', detail), ...whoIsIn(row.body) }
          const sent = dryRun ? previews[i] : stored.next().value
          return explained(row, rowResult('history', row, sent), sent)
        }),
      )
    },
  }

  function importAll(bodies: readonly Body[], Prefer: string): Promise<ItemResult[]> {
    return sendBatch(backOff, bodies, (init) =>
      registration.importRegistrationsRaw({ RegistrationToImport: [], Prefer }, init),
    )
  }

  /** The error with what the command line offers, or the id that a spreadsheet has probably changed. */
  async function explained(
    { body }: ReadableRow,
    result: RowResult,
    sent: ItemResult | undefined,
  ): Promise<RowResult> {
    const { userExternalId: id } = body
    if (options.onlyMapped && result.code === 'invalid-request' && body['statusName'] === undefined)
      return { ...result, detail: `${result.detail} ${NO_STATUS}` }
    if (result.code === 'registration-open') return { ...result, detail: openText(sent?.existingId) }
    if (result.code !== 'user-not-found' || typeof id !== 'string') return result
    const found = (await (originals ??= loadOriginals()))(id)
    if (found.length === 0) return result
    const detail = rewrittenText({ field: 'userExternalId', id, originals: found })
    return { ...result, code: 'rewritten-id', detail }
  }

  async function loadOriginals() {
    const known: Original[] = []
    const users = everyRecord((page) => backOff.send(() => user.listAllUsersRaw(page)))
    for await (const { externalId, id, firstName, lastName, loginName } of users)
      known.push({ id: externalId, who: `${`${firstName} ${lastName}`.trim()} (user ${id}, ${loginName})` })
    return originalsAmong(known, ({ id }) => id)
  }
}

const COURSE_FIELDS = ['courseId', 'courseName', 'courseExternalId']

/** The item of a row, with what the options say of all rows. */
function bodyOf(row: ReadableRow, { openRegistration, course, onlyMapped }: TargetOptions): Body {
  const { body, columns } = row
  // An empty cell of an export is another value than no column.
  const isCleared = body['id'] !== undefined && columns?.includes('success') && body['success'] === undefined
  const namesCourse = COURSE_FIELDS.some((field) => body[field] !== undefined)
  return {
    ...(openRegistration && { openRegistration }),
    ...(course !== undefined && !namesCourse && { courseId: course }),
    ...body,
    ...(!onlyMapped && ofCompletionList(row, openRegistration)),
    ...(isCleared && { success: null }),
  }
}

/** A list of finished training says when, and neither a status nor when the people were registered. */
function ofCompletionList({ body, columns }: ReadableRow, openRegistration: string | undefined): Body {
  const lacks = (field: string) => body[field] === undefined && !columns?.includes(field)
  const { completionDate } = body
  if (completionDate === undefined || !lacks('statusName')) return {}
  const isUndated = lacks('createdDate') && lacks('registrationDate') && openRegistration !== 'complete'
  return { statusName: 'Completed', ...(isUndated && { createdDate: completionDate }) }
}

/** Why a row must not finish the open registration that it would. */
function whyHeld(body: Body, preview: ItemResult | undefined): string | undefined {
  if (preview?.outcome !== 'changed' || !preview.registration) return undefined
  const completionDate = body['completionDate'] ?? body['registrationDate'] ?? body['createdDate']
  return tooEarly({ ...preview.registration, completionDate }, ifBefore(preview.registration.id))
}

const NO_STATUS =
  'With --only-mapped, a row needs the status: that a person has completed the course is taken from a file ' +
  "without such a column alone. Leave out other columns one by one: --map 'column='."

/** @param id 0 if an earlier row of the same batch would be the open one */
const ifBefore = (id: number) =>
  `To store it beside ${id === 0 ? 'that of an earlier row' : `registration ${id}`}, which stays open: ` +
  '--open-registration beside. Only if that registration has ended so: --allow-earlier, which accepts all ' +
  'such rows.'

/** @param id undefined if an earlier row of the same batch would be the open one */
const openText = (id: number | undefined) =>
  `${id === undefined ? 'That of an earlier row' : `Registration ${id}`} of this person and course is ` +
  'open. If the row says how it has ended, add --open-registration complete. To store the row as well, ' +
  'add --open-registration beside.'

/**
 * What a dry run has checked. The service checks each batch alone, so rows with the person and course or the
 * external id of a row of an earlier batch are checked again behind that one.
 */
class Preview {
  readonly #rows = new Map<string, Body[]>()
  readonly #validate: (bodies: readonly Body[]) => Promise<ItemResult[]>

  constructor(validate: (bodies: readonly Body[]) => Promise<ItemResult[]>) {
    this.#validate = validate
  }

  async resultsOf(bodies: readonly Body[]): Promise<ItemResult[]> {
    const results = await this.#validate(bodies)
    const isKnown = results.map((result) => this.#earlierRows(result).length > 0)
    for (const [i, body] of bodies.entries()) if (!isKnown[i]) this.#add(body, results[i])
    const again = bodies.flatMap((body, i) => (isKnown[i] ? [{ i, body }] : []))
    for await (const some of batchesOf(again, { rows: MAX_AGAIN })) {
      const before = [...new Set(some.flatMap(({ i }) => this.#earlierRows(results[i])))]
      const behind = before.slice(MAX_AGAIN - MAX_ROWS)
      const found = await this.#validate([...behind, ...some.map(({ body }) => body)])
      for (const [n, { i, body }] of some.entries()) {
        results[i] = found[behind.length + n] as ItemResult
        this.#add(body, results[i])
      }
    }
    return results
  }

  #earlierRows(result: ItemResult | undefined): readonly Body[] {
    return keysOf(result).flatMap((key) => this.#rows.get(key) ?? [])
  }

  #add(body: Body, result: ItemResult | undefined): void {
    for (const key of keysOf(result)) {
      const before = this.#rows.get(key)
      if (before) before.push(body)
      else this.#rows.set(key, [body])
    }
  }
}

/** So many rows are checked again at once, so that the earlier rows fit into the same request. */
const MAX_AGAIN = 50

function keysOf({ registration }: Partial<ItemResult> = {}): string[] {
  if (!registration) return []
  const { userId, courseId, externalId } = registration
  return [JSON.stringify([userId, courseId]), ...(externalId ? [JSON.stringify(externalId)] : [])]
}
