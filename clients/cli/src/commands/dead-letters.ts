import { each, type DeadLetter, type Operator } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { showList } from './list.ts'
import { amount, pageSize } from './options.ts'

export const deadLetters: Noun = {
  name: 'dead-letters',
  describe: 'The messages that could not be handled',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List dead letters',
        (y) =>
          amount(y)
            .option('waiting', {
              type: 'boolean',
              default: false,
              describe: 'only those that were neither replayed nor dismissed',
            })
            .example('$0 dead-letters list --waiting', 'what is left to do'),
        act((context, args) => {
          const all = lettersOf(context.operator(), pageSize(args))
          const records = args.waiting ? waiting(all) : all
          return showList(context, args, records, [
            'id',
            'queue',
            'type',
            'reason',
            'receivedAt',
            'replayedAt',
            'dismissedAt',
          ])
        }),
      )
      .command(
        'replay [ids..]',
        'Put messages back to the queues that they were taken from',
        (y) =>
          y
            .positional('ids', { type: 'string', array: true, default: [], describe: 'ids of dead letters' })
            .option('all', {
              type: 'boolean',
              default: false,
              describe: 'all that were neither replayed nor dismissed',
            })
            .example('$0 dead-letters replay 17', 'one of them')
            .example('$0 dead-letters replay --all', 'all of them'),
        act(async ({ operator, output }, args) => {
          const api = operator()
          if (args.all === args.ids.length > 0)
            throw new UsageError('Name dead letters, or give --all; not both.')
          await output.list(replayed(api, args.all ? await idsOf(waiting(lettersOf(api, 1000))) : args.ids), [
            'id',
            'queue',
            'replayedAt',
          ])
        }),
      )
      .command(
        'dismiss <ids..>',
        'Say that nobody will replay messages, so that no alert waits for them',
        (y) =>
          y
            .positional('ids', {
              type: 'string',
              array: true,
              demandOption: true,
              describe: 'ids of dead letters',
            })
            .example('$0 dead-letters dismiss 17', 'one that can never be handled'),
        act(({ operator, output }, { ids }) =>
          output.list(dismissed(operator(), ids), ['id', 'queue', 'reason', 'dismissedAt']),
        ),
      ),
}

const lettersOf = ({ notification }: Operator, limit: number) =>
  each((page) => notification.listDeadLettersRaw({ limit, ...page }))

async function* waiting(letters: AsyncIterable<DeadLetter>): AsyncGenerator<DeadLetter> {
  for await (const letter of letters)
    if (letter.replayedAt === null && letter.dismissedAt === null) yield letter
}

/** Collected first, because replaying changes the list. */
async function idsOf(letters: AsyncIterable<DeadLetter>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of letters) ids.push(id)
  return ids
}

async function* replayed({ notification }: Operator, ids: readonly string[]): AsyncGenerator<DeadLetter> {
  for (const id of ids) yield await notification.replayDeadLetter({ id })
}

async function* dismissed({ notification }: Operator, ids: readonly string[]): AsyncGenerator<DeadLetter> {
  for (const id of ids) yield await notification.dismissDeadLetter({ id })
}
