import type { Context, Noun } from '../context.ts'
import { exportRecords } from '../files/export.ts'
import { everyRecord } from '../paging.ts'
import { printList } from './list.ts'
import { defined, flagOption, idArgument, listOptions } from './options.ts'
import { ERASURE_COLUMNS } from './personal-data.ts'

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
        action((context, args) => {
          const { user } = context.operatorApi()
          const filters = defined({ inProgress: args.inProgress || undefined })
          const list = (page: object) => user.listErasuresRaw({ ...filters, ...page })
          return printList(context, args, list, ERASURE_COLUMNS)
        }),
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

/** Without the progress of each service, which a restore makes meaningless. */
async function* listed({ operatorApi }: Context) {
  const { user } = operatorApi()
  const erasures = everyRecord((page) => user.listErasuresRaw(page))
  for await (const { userId, withRegistrations, reason, requestedAt, finishedAt } of erasures)
    yield { userId, withRegistrations, reason, requestedAt, finishedAt }
}
