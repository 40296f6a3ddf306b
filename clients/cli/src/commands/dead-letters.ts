import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { collect, everyRecord } from '../paging.ts'
import { UsageError } from '../errors.ts'
import { printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, idsArgument, listOptions, textOption } from './options.ts'
import { printHandled, printReasons, reasonOption } from './reasons.ts'

/** Ids of dead letters, or a group. */
const lettersArgument = <T>(yargs: Argv<T>) =>
  yargs
    .positional('ids', idsArgument('ids of dead letters'))
    .option('queue', textOption('all that wait and come from this queue'))
    .option('reason', {
      ...reasonOption,
      describe: 'all that wait and have this reason, as `reasons` shows it',
    })

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
        'reasons',
        'Count the dead letters that wait by queue and reason',
        (y) => y.example('$0 dead-letters reasons', 'the most frequent first'),
        action(async (context) => {
          const columns = ['count', 'queue', 'reason', 'oldestAt', 'newestAt', 'exampleId'] as const
          await printReasons(
            context,
            await context.operatorApi().notification.listDeadLetterReasons(),
            columns,
          )
        }),
      )
      .command(
        'replay [ids..]',
        'Send messages again to the queues that they came from: some, a group or all',
        (y) =>
          lettersArgument(y)
            .option('all', flagOption('all that were neither replayed nor dismissed'))
            .example('$0 dead-letters replay 17', 'replay one')
            .example('$0 dead-letters replay --queue notification.registration-created', 'replay a group'),
        action(async (context, { all, ids, ...group }) => {
          const { notification } = context.operatorApi()
          const DeadLetterGroup = groupOf(ids, group, all)
          if (DeadLetterGroup !== undefined)
            return printHandled(context, 'done', () => notification.replayDeadLetters({ DeadLetterGroup }))
          const list = (page: object) => notification.listDeadLettersRaw({ waiting: true, ...page })
          const chosen = all ? (await collect(everyRecord(list))).map(({ id }) => id) : ids
          return printForEachId(context, chosen, (id) => notification.replayDeadLetter({ id }), [
            'id',
            'queue',
            'replayedAt',
          ])
        }),
      )
      .command(
        'dismiss [ids..]',
        'Mark messages that need not be replayed, which ends the alert about them: some or a group',
        (y) => lettersArgument(y).example('$0 dead-letters dismiss 17', 'one that can never be handled'),
        action((context, { ids, ...group }) => {
          const { notification } = context.operatorApi()
          const DeadLetterGroup = groupOf(ids, group)
          if (DeadLetterGroup !== undefined)
            return printHandled(context, 'done', () => notification.dismissDeadLetters({ DeadLetterGroup }))
          return printForEachId(context, ids, (id) => notification.dismissDeadLetter({ id }), [
            'id',
            'queue',
            'reason',
            'dismissedAt',
          ])
        }),
      ),
}

/** The group that is chosen, if one is. @throws UsageError unless there is exactly one choice */
function groupOf(
  ids: readonly string[],
  { queue, reason }: { queue: string | undefined; reason: string | undefined },
  all = false,
) {
  const isGroup = queue !== undefined || reason !== undefined
  if ([ids.length > 0, isGroup, all].filter(Boolean).length !== 1)
    throw new UsageError('Give ids of dead letters, or a group (--queue, --reason), or all (--all).')
  return isGroup ? defined({ queue, reason }) : undefined
}
