import { each } from '@rollcall/client/operator'
import type { Context, Noun } from '../context.ts'
import { exportRecords } from '../files/export.ts'
import { printList } from './list.ts'
import { defined, flagOption, idArgument, listOptions, pageSize } from './options.ts'
import { ERASURE_COLUMNS } from './personal-data.ts'

const EXPORT_PAGE_SIZE = 1_000
const EXPORTED_COLUMNS = ['userId', 'withRegistrations', 'reason', 'requestedAt', 'finishedAt'] as const

export const erasures: Noun = {
  name: 'erasures',
  describe: 'People whose data was erased, and which service has finished',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List erasures',
        (y) =>
          listOptions(y)
            .option('in-progress', flagOption('only those that some service has not finished'))
            .example('$0 erasures list --in-progress', 'what is not finished'),
        action((context, args) =>
          printList(context, args, listErasures(context, pageSize(args), args.inProgress), ERASURE_COLUMNS),
        ),
      )
      .command(
        'show <id>',
        'Show the receipt of an erasure: which service has finished, when, with how many records',
        (y) => idArgument('id', 'id of the user')(y).example('$0 erasures show 1007', 'one receipt'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().user.getErasure({ id })),
        ),
      )
      .command(
        'export [file]',
        'Write the list of erasures to an NDJSON file, to be kept with every backup',
        (y) =>
          y
            .positional('file', { type: 'string', describe: 'file [default: standard output]' })
            .example('$0 erasures export erasures.ndjson', 'for `users erase --again` after a restore'),
        action((context, { file }) =>
          exportRecords(context, { file, format: 'ndjson' }, listed(context), EXPORTED_COLUMNS),
        ),
      ),
}

function listErasures(context: Context, limit: number, inProgress = false) {
  const { user } = context.operatorApi()
  const filters = defined({ inProgress: inProgress || undefined })
  return each((page) => user.listErasuresRaw({ ...filters, limit, ...page }))
}

/** Without the progress of each service, which a restore makes meaningless. */
async function* listed(context: Context) {
  for await (const { userId, withRegistrations, reason, requestedAt, finishedAt } of listErasures(
    context,
    EXPORT_PAGE_SIZE,
  ))
    yield { userId, withRegistrations, reason, requestedAt, finishedAt }
}
