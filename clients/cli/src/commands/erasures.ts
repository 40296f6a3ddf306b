import type { Context } from '../context.ts'
import { defined } from '../defined.ts'
import { exportRecords } from '../files/export.ts'
import { everyRecord } from '../paging.ts'
import { flagOption, idArgument, outputFileArgument } from './arguments.ts'
import { ERASURE_COLUMNS } from './personal-data.ts'
import { command, list, operation, type Noun } from './table.ts'

const EXPORTED_COLUMNS = ['userId', 'withRegistrations', 'reason', 'requestedAt', 'finishedAt'] as const

export const erasures: Noun = {
  describe: 'Erasures of personal data, and which services have finished them',
  commands: {
    list: list({
      describe: 'List erasures',
      arguments: { 'in-progress': flagOption('only those that are not finished in every service') },
      examples: { 'list --in-progress': 'erasures in progress' },
      call: ({ user }, { inProgress }, page) =>
        user.listErasuresRaw({ ...defined({ inProgress: inProgress || undefined }), ...page }),
      columns: ERASURE_COLUMNS,
    }),
    'show <id>': operation({
      describe:
        'Show the receipt of an erasure: which services have finished, when, and with how many records',
      arguments: { id: idArgument('id of the user') },
      examples: { 'show 1007': 'receipt of the erasure of user 1007' },
      call: ({ user }, { id }) => user.getErasure({ id }),
    }),
    'export [file]': command({
      describe: 'Write the list of erasures to an NDJSON file. Keep it with every backup',
      arguments: { file: outputFileArgument },
      examples: { 'export erasures.ndjson': 'a file for `users erase --again` after a restore' },
      run: (context, { file }) =>
        exportRecords(context, { file, format: 'ndjson' }, listed(context), EXPORTED_COLUMNS),
    }),
  },
}

/** Without the progress of each service, which a restore makes meaningless. */
async function* listed({ api }: Context) {
  const erasures = everyRecord((page) => api.user.listErasuresRaw(page))
  for await (const { userId, withRegistrations, reason, requestedAt, finishedAt } of erasures)
    yield { userId, withRegistrations, reason, requestedAt, finishedAt }
}
