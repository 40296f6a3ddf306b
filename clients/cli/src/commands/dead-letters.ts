import type { Noun } from '../context.ts'
import { everyRecord } from '../paging.ts'
import { chosenIds, printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, idsArgument, listOptions } from './options.ts'

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
          const { notification } = context.operatorApi()
          const filters = defined({ waiting: args.waiting || undefined })
          const list = (page: object) => notification.listDeadLettersRaw({ ...filters, ...page })
          return printList(context, args, list, [
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
            .positional('ids', idsArgument('ids of dead letters'))
            .option('all', flagOption('all that were neither replayed nor dismissed'))
            .example('$0 dead-letters replay 17', 'replay one')
            .example('$0 dead-letters replay --all', 'replay all'),
        action(async (context, { all: isSet, ids }) => {
          const { notification } = context.operatorApi()
          const list = (page: object) => notification.listDeadLettersRaw({ waiting: true, ...page })
          const all = everyRecord(list)
          const chosen = await chosenIds(ids, { what: 'dead letters', option: '--all', isSet, all })
          return printForEachId(context, chosen, (id) => notification.replayDeadLetter({ id }), [
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
            .positional('ids', idsArgument('ids of dead letters'))
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
