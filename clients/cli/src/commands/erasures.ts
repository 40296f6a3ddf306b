import type { Context, Noun } from '../context.ts'
import { exportRecords } from '../files/export.ts'
import { everyRecord } from '../paging.ts'
import { printList } from './list.ts'
import { defined, flagOption, idArgument, listOptions } from './options.ts'
import { ERASURE_COLUMNS } from './personal-data.ts'

const EXPORTED_COLUMNS = ['userId', 'withRegistrations', 'reason', 'requestedAt', 'finishedAt'] as const

export const erasures: Noun = {
  name: 'erasures',
  describe: 'Erasures of personal data, and which services have finished them',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List erasures',
        (y) =>
          listOptions(y)
            .option('in-progress', flagOption('only those that are not finished in every service'))
            .example('$0 erasures list --in-progress', 'erasures in progress'),
        action((context, args) => {
          const { user } = context.operatorApi()
          const filters = defined({ inProgress: args.inProgress || undefined })
          return printList(
            context,
            args,
            (page) => user.listErasuresRaw({ ...filters, ...page }),
            ERASURE_COLUMNS,
          )
        }),
      )
      .command(
        'show <id>',
        'Show the receipt of an erasure: which services have finished, when, and with how many records',
        (y) =>
          idArgument(
            'id',
            'id of the user',
          )(y).example('$0 erasures show 1007', 'receipt of the erasure of user 1007'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().user.getErasure({ id })),
        ),
      )
      .command(
        'export [file]',
        'Write the list of erasures to an NDJSON file. Keep it with every backup',
        (y) =>
          y
            .positional('file', { type: 'string', describe: 'file [default: standard output]' })
            .example(
              '$0 erasures export erasures.ndjson',
              'a file for `users erase --again` after a restore',
            ),
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
