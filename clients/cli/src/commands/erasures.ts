import type { Erasure } from '@rollcall/client/operator'
import type { Context } from '../context.ts'
import { exportRecords } from '../files/export.ts'
import { counted } from '../output.ts'
import { everyRecord } from '../paging.ts'
import { outputFileArgument } from './arguments.ts'
import { command, type Noun } from './table.ts'

const EXPORTED_COLUMNS = ['userId', 'withRegistrations', 'reason', 'requestedAt', 'finishedAt'] as const

/** The list and a single erasure are commands of operations; `users erase` is in personal-data.ts. */
export const erasures: Noun = {
  describe: 'Erasures of personal data, and which services have finished them',
  commands: {
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

/** A record with a field for each service instead of a list. The plan was shown before. */
export function withServices(work: Pick<Erasure, 'services'> & { readonly plan?: unknown }): object {
  const { services, plan: _plan, ...record } = work
  const shown = services.map(({ service, status, records }) => ({
    [service]: `${status}, ${counted(records, 'record')}`,
  }))
  return Object.assign({}, record, ...shown) as object
}
