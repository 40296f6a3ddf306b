import { everyRecord } from '../../paging.ts'
import { tooEarly } from '../earlier-training.ts'
import { rewrittenText, type Rewritten } from '../rewritten-ids.ts'
import type { ReadableRow, RowResult } from '../row.ts'
import { originalsAmong } from '../texts.ts'
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

/** The contract's limit. */
const MAX_ROWS = 500
const PREVIEW = `${STRICT}, ${VALIDATE_ONLY.Prefer}`

/** Registrations from another platform are imported, or only validated. A repeated row changes nothing. */
export function historyTarget(options: TargetOptions): Target {
  const { context, backOff, dryRun, parallel, openRegistration, allowEarlier } = options
  const { user, registration } = context.operatorApi(ONE_ATTEMPT)
  const preview = new Preview()
  /** Finds the ids that a spreadsheet may have changed; loaded when the first person is not found. */
  let originals: Promise<ReturnType<typeof originalsAmong<Rewritten['originals'][number]>>> | undefined

  return {
    rows: MAX_ROWS,
    bytes: MAX_BATCH_BYTES,
    parallel: dryRun ? 1 : parallel,
    async send(rows) {
      const bodies = rows.map((row) => bodyOf(row, openRegistration))
      const mayFinish = !allowEarlier && bodies.some((body) => body['openRegistration'] === 'complete')
      const previews = dryRun || mayFinish ? await importAll(bodies, PREVIEW) : []
      const held = bodies.map((body, i) => (allowEarlier ? undefined : whyHeld(body, previews[i])))
      const toImport = bodies.filter((_, i) => held[i] === undefined)
      const imported = dryRun || toImport.length === 0 ? [] : await importAll(toImport, STRICT)
      const stored = imported[Symbol.iterator]()
      return Promise.all(
        rows.map(async (row, i) => {
          const detail = held[i]
          if (detail !== undefined)
            return { line: row.line, ok: false, code: 'before-registration', detail, ...whoIsIn(row.body) }
          const sent = dryRun ? previews[i] : stored.next().value
          const result = rowResult('history', row, sent)
          return (dryRun && preview.resultOf(result, sent, bodies[i])) || (await explained(row, result, sent))
        }),
      )
    },
  }

  function importAll(bodies: readonly ReadableRow['body'][], Prefer: string): Promise<ItemResult[]> {
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
    if (result.code === 'registration-open') return { ...result, detail: openText(sent?.existingId) }
    if (result.code !== 'user-not-found' || typeof id !== 'string') return result
    const found = (await (originals ??= loadOriginals()))(id)
    if (found.length === 0) return result
    const detail = rewrittenText({ field: 'userExternalId', id, originals: found })
    return { ...result, code: 'rewritten-id', detail }
  }

  async function loadOriginals() {
    const known: Rewritten['originals'][number][] = []
    const users = everyRecord((page) => backOff.send(() => user.listAllUsersRaw(page)))
    for await (const { externalId, id, firstName, lastName, loginName } of users)
      known.push({ id: externalId, who: `${`${firstName} ${lastName}`.trim()} (user ${id}, ${loginName})` })
    return originalsAmong(known, ({ id }) => id)
  }
}

/** An empty cell of an export is another value than no column. */
function bodyOf(
  { body, columns }: ReadableRow,
  openRegistration: TargetOptions['openRegistration'],
): ReadableRow['body'] {
  const isCleared = body['id'] !== undefined && columns?.includes('success') && body['success'] === undefined
  return { ...(openRegistration && { openRegistration }), ...body, ...(isCleared && { success: null }) }
}

/** Why a row must not finish the open registration that it would. */
function whyHeld(body: ReadableRow['body'], preview: ItemResult | undefined): string | undefined {
  if (preview?.outcome !== 'changed' || !preview.registration) return undefined
  const completionDate = body['completionDate'] ?? body['registrationDate'] ?? body['createdDate']
  return tooEarly({ ...preview.registration, completionDate }, ifBefore(preview.registration.id))
}

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

type Imported = NonNullable<ItemResult['registration']>

/**
 * What the earlier batches of a dry run would have stored. The service checks each batch alone, so it
 * finds only repetitions within one.
 */
class Preview {
  readonly #lines = new Map<string, { readonly line: number; readonly imported: Imported }>()

  /** The result of a row that repeats or contradicts an earlier one; undefined for any other. */
  resultOf(
    result: RowResult,
    sent: ItemResult | undefined,
    { openRegistration, id }: Readonly<Record<string, unknown>> = {},
  ): RowResult | undefined {
    const imported = sent?.registration
    if (result.outcome !== 'created' || !imported) return undefined
    const { line } = result
    const item = keyOf(imported, ['userId', 'courseId', 'statusName', ...DATES])
    const earlier = this.#lines.get(item)
    if (earlier) {
      const isSame = imported.externalId === '' || imported.externalId === earlier.imported.externalId
      if (isSame && keyOf(imported, OUTCOME) === keyOf(earlier.imported, OUTCOME))
        return { line, ok: true, outcome: 'unchanged' }
    }
    const pair = keyOf(imported, ['userId', 'courseId'])
    const isOpen = imported.statusName === 'Not Started' || imported.statusName === 'Approved'
    const trainings = isOpen ? [] : trainingsOf(imported)
    const same = earlier || openRegistration === 'beside' ? undefined : this.#lines.get(trainings[0] ?? '')
    if (same) {
      const isSame = OUTCOME.every((name) => (imported[name] ?? same.imported[name]) === same.imported[name])
      return isSame ? { line, ok: true, outcome: 'unchanged' } : conflict('import-differs', line, same.line)
    }
    const store = (key: string) => this.#lines.set(key, { line, imported })
    const keys = {
      'already-registered': isOpen && pair,
      'registration-external-id-taken': imported.externalId !== '' && keyOf(imported, ['externalId']),
      'import-differs': item,
    }
    const open = isOpen || openRegistration === 'beside' ? undefined : this.#lines.get(pair)
    if (open && openRegistration === 'complete') {
      this.#lines.delete(pair)
      trainings.forEach(store)
      return { line, ok: true, outcome: 'changed' }
    }
    // Two registrations of one export.
    const isOther = id !== undefined && open?.imported['registrationDate'] !== imported['registrationDate']
    if (open && !isOther) return conflict('registration-open', line, open.line)
    for (const [code, key] of Object.entries(keys)) {
      const other = key === false ? undefined : this.#lines.get(key)
      if (other) return conflict(code, line, other.line)
    }
    for (const key of [...Object.values(keys), ...trainings]) if (key !== false) store(key)
    return undefined
  }
}

const DATES = ['createdDate', 'registrationDate', 'completionDate'] as const
const OUTCOME = ['score', 'success'] as const

const WHAT_IT_HAS: Readonly<Record<string, string>> = {
  'registration-open': 'is open',
  'already-registered': 'registers this person for this course already',
  'registration-external-id-taken': 'has this externalId',
  'import-differs': 'has the same person, course, status and dates, and other data',
}

const conflict = (code: string, line: number, otherLine: number): RowResult => ({
  line,
  ok: false,
  code,
  detail: `Line ${otherLine} ${WHAT_IT_HAS[code]}.`,
})

/** The keys of finished training: the first finds an earlier row. Midnight stands for the whole day. */
function trainingsOf(imported: Imported): string[] {
  const { completionDate: completed, registrationDate } = imported
  const at = typeof completed === 'string' ? completed : `registered ${String(registrationDate)}`
  const ofPair = keyOf(imported, ['userId', 'courseId', 'statusName'])
  const [exactly, ofDay] = [`${ofPair} ${at}`, `${ofPair} ${at.slice(0, 10)}`]
  return at.endsWith('T00:00:00Z') ? [ofDay, exactly] : [exactly, ofDay]
}

const keyOf = (imported: Imported, fields: readonly (keyof Imported)[]) =>
  JSON.stringify(fields.map((field) => [field, imported[field]]))
