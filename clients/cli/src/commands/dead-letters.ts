import { each, type DeadLetter, type Operator } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printList } from './list.ts'
import { flagOption, listOptions, pageSize } from './options.ts'

export const deadLetters: Noun = {
  name: 'dead-letters',
  describe: 'Messages that could not be handled',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List dead letters',
        (y) =>
          listOptions(y)
            .option('waiting', flagOption('only those that were neither replayed nor dismissed'))
            .example('$0 dead-letters list --waiting', 'what is left to do'),
        action((context, args) => {
          const letters = listAll(context.operatorApi(), pageSize(args))
          return printList(context, args, args.waiting ? waiting(letters) : letters, [
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
        'Send messages again to the queues that they came from',
        (y) =>
          y
            .positional('ids', { type: 'string', array: true, default: [], describe: 'ids of dead letters' })
            .option('all', flagOption('all that were neither replayed nor dismissed'))
            .example('$0 dead-letters replay 17', 'replay one')
            .example('$0 dead-letters replay --all', 'replay all'),
        action(async ({ operatorApi, output }, { all, ids }) => {
          const api = operatorApi()
          if (all === ids.length > 0) throw new UsageError('Give ids of dead letters or --all, not both.')
          // Read to the end first, because replaying changes the list.
          const chosen = all ? await idsOf(waiting(listAll(api, 1000))) : ids
          await output.list(replay(api, chosen), ['id', 'queue', 'replayedAt'])
        }),
      )
      .command(
        'dismiss <ids..>',
        'Mark messages that need not be replayed, which ends the alert about them',
        (y) =>
          y
            .positional('ids', {
              type: 'string',
              array: true,
              demandOption: true,
              describe: 'ids of dead letters',
            })
            .example('$0 dead-letters dismiss 17', 'one that can never be handled'),
        action(({ operatorApi, output }, { ids }) =>
          output.list(dismiss(operatorApi(), ids), ['id', 'queue', 'reason', 'dismissedAt']),
        ),
      ),
}

const listAll = ({ notification }: Operator, limit: number) =>
  each((page) => notification.listDeadLettersRaw({ limit, ...page }))

async function* waiting(letters: AsyncIterable<DeadLetter>): AsyncGenerator<DeadLetter> {
  for await (const letter of letters)
    if (letter.replayedAt === null && letter.dismissedAt === null) yield letter
}

async function idsOf(letters: AsyncIterable<DeadLetter>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of letters) ids.push(id)
  return ids
}

async function* replay({ notification }: Operator, ids: readonly string[]): AsyncGenerator<DeadLetter> {
  for (const id of ids) yield await notification.replayDeadLetter({ id })
}

async function* dismiss({ notification }: Operator, ids: readonly string[]): AsyncGenerator<DeadLetter> {
  for (const id of ids) yield await notification.dismissDeadLetter({ id })
}
