import type { Erasure, Operator, UserExport } from '@rollcall/client/operator'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { requireText } from '../files/lines.ts'
import { objectsOf, type NdjsonRecord } from '../files/ndjson-reader.ts'
import { counted, jsonText, printable } from '../output.ts'
import { OPERATIONS } from '../operations/contract.ts'
import { flagOption, idArgument, numbersArgument, textOption } from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'
import { printForEachId } from './each-id.ts'
import { command } from './table.ts'

const ERASURE_COLUMNS = OPERATIONS.listErasures.columns as readonly (keyof Erasure)[]
/** The reason of an erasure that a list does not give. */
const REPEATED = 'repeated after a restore'

export const exportUser = command({
  describe: 'Print everything that Rollcall holds about a person as one JSON document',
  arguments: { id: idArgument('id of the user') },
  examples: { 'export 1007 > 1007.json': 'write the data of user 1007 to a file' },
  async run({ api, output }, { id }) {
    let document = await api.user.exportUser({ id })
    for (let after = document.next; after !== undefined;) {
      const { next, ...more } = await api.user.exportUser({ id, after })
      document = withLists(document, more)
      after = next
    }
    const { next: _, ...whole } = document
    await output.text(`${jsonText(printable(whole), 2)}\n`)
  },
})

/** The first response, with the lists of a later one after its own. */
function withLists(first: UserExport, later: UserExport): UserExport {
  const joined = <T>(one: readonly T[] = [], other: readonly T[] = []) => [...one, ...other]
  return {
    ...first,
    registrations: joined(first.registrations, later.registrations),
    deliveries: joined(first.deliveries, later.deliveries),
    webhooks: joined(first.webhooks, later.webhooks),
    deadLetters: joined(first.deadLetters, later.deadLetters),
  }
}

export const eraseUsers = command({
  describe: 'Delete users and erase their personal data everywhere, for good',
  arguments: {
    ids: numbersArgument('ids of users'),
    reason: textOption('why; do not name the person, because the reason is stored for good'),
    'with-registrations': flagOption('remove the registrations too'),
    again: textOption('repeat the erasures of this file from `erasures export`, after a restore'),
    ...CONFIRMATION,
  },
  examples: {
    'erase 1007 --reason "request DSR-2024-17"': 'erase user 1007',
    'erase --again erasures.ndjson': 'after a restore, repeat the erasures of the list',
  },
  run: (context, args) =>
    args.again === undefined ? eraseIds(context, args) : eraseAgain(context, args.again, args),
})

interface EraseOptions {
  readonly ids: readonly number[]
  readonly reason: string | undefined
  readonly withRegistrations: boolean
  readonly yes: boolean
}

async function eraseIds(
  context: Context,
  { ids, reason, withRegistrations, yes }: EraseOptions,
): Promise<ExitCode> {
  if (ids.length === 0) throw new UsageError('Give ids of users, or --again with a file.')
  if (reason === undefined) throw new UsageError('Give a --reason.')
  const { user } = context.api
  const question = `Erase ${ids.length === 1 ? `user ${ids[0]}` : `${ids.length} users`} for good?`
  if (!(await isConfirmed(context, { yes, question }))) return EXIT.failed
  const erase = async (id: number) => {
    // Read before: an erased user has no source. If this fails, the next request says why.
    const before = await user.getAnyUser({ id }).catch(() => undefined)
    const erasure = await user.eraseUser({ id, ErasureInput: { reason, withRegistrations } })
    if (before?.managedBy) context.output.warn(keptElsewhere(id, before.managedBy))
    return erasure
  }
  return await printForEachId(context, ids, erase, ERASURE_COLUMNS)
}

const keptElsewhere = (id: number, source: string) =>
  `User ${id} was kept by ${source}. Erase the person in that system too: its next file or change that ` +
  'names the person creates a new user.'

interface Listed {
  readonly userId: number
  readonly withRegistrations: boolean
  readonly reason: string
}

/** Reads the whole file before the first erasure, so that a damaged file changes nothing. */
async function eraseAgain(
  context: Context,
  file: string,
  { ids, reason, withRegistrations, yes }: EraseOptions,
): Promise<ExitCode> {
  if (ids.length > 0) throw new UsageError('Give ids of users or --again with a file, not both.')
  if (withRegistrations)
    throw new UsageError('Give --again or --with-registrations, not both: the file has it for each user.')
  const listed: Listed[] = []
  const path = resolve(context.terminal.folder, file)
  await requireText({ file, path, encoding: 'utf-8', skipped: 0 })
  for await (const one of objectsOf(path, 'utf-8')) listed.push(listedIn(one, reason))
  const { user } = context.api
  const byId = new Map(listed.map((one) => [one.userId, one]))
  const question = `Erase the ${counted(byId.size, 'user')} of ${file} again, for good?`
  if (!(await isConfirmed(context, { yes, question }))) return EXIT.failed
  const erase = (id: number): Promise<Erasure> => eraseListed(user, byId.get(id) as Listed)
  const exitCode = await printForEachId(context, byId.keys(), erase, ERASURE_COLUMNS)
  context.output.info(`${counted(byId.size, 'erasure')} repeated.`)
  return exitCode
}

const eraseListed = (user: Operator['user'], { userId, withRegistrations, reason }: Listed) =>
  user.eraseUser({ id: userId, ErasureInput: { reason, withRegistrations, again: true } })

/** @throws UsageError for a line that is not one of an exported list */
function listedIn(read: NdjsonRecord, reason: string | undefined): Listed {
  if ('error' in read) throw new UsageError(`Line ${read.line} is ${read.error}.`)
  const { userId, withRegistrations = false, reason: given = REPEATED } = read.object
  if (!Number.isSafeInteger(userId) || typeof withRegistrations !== 'boolean' || typeof given !== 'string')
    throw new UsageError(`Line ${read.line} is not an erasure. Use the file of \`rollcall erasures export\`.`)
  return { userId: userId as number, withRegistrations, reason: reason ?? given }
}
