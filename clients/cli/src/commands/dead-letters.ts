import { each, type DeadLetter, type Operator } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printForEachId } from './each-id.ts'
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
        'show <id>',
        'Show a dead letter with its message',
        (y) =>
          y
            .positional('id', { type: 'string', demandOption: true, describe: 'id of the dead letter' })
            .example('$0 dead-letters show 17', 'the message, and why it could not be handled'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.getDeadLetter({ id })),
        ),
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
        action(async (context, { all, ids }) => {
          const api = context.operatorApi()
          if (all === ids.length > 0) throw new UsageError('Give ids of dead letters or --all, not both.')
          // Read to the end first, because replaying changes the list.
          const chosen = all ? await idsOf(waiting(listAll(api, 1000))) : ids
          return printForEachId(context, chosen, (id) => api.notification.replayDeadLetter({ id }), [
            'id',
            'queue',
            'replayedAt',
          ])
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
        action((context, { ids }) => {
          const { notification } = context.operatorApi()
          return printForEachId(context, ids, (id) => notification.dismissDeadLetter({ id }), [
            'id',
            'queue',
            'reason',
            'dismissedAt',
          ])
        }),
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
