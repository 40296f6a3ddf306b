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
    .option('queue', textOption('all waiting ones from this queue'))
    .option('reason', {
      ...reasonOption,
      describe: 'all waiting ones with this reason, as `reasons` shows it',
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
            .option('waiting', flagOption('only those that wait: neither replayed nor dismissed'))
            .example('$0 dead-letters list --waiting', 'dead letters to replay or dismiss'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({ waiting: args.waiting || undefined })
          return printList(
            context,
            args,
            (page) => notification.listDeadLettersRaw({ ...filters, ...page }),
            ['id', 'queue', 'type', 'reason', 'receivedAt', 'replayedAt', 'dismissedAt'],
          )
        }),
      )
      .command(
        'show <id>',
        'Show a dead letter with its message',
        (y) =>
          y
            .positional('id', { type: 'string', demandOption: true, describe: 'id of the dead letter' })
            .example('$0 dead-letters show 17', 'dead letter 17, with its message and the reason'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.getDeadLetter({ id })),
        ),
      )
      .command(
        'reasons',
        'Count the waiting dead letters by queue and reason',
        (y) => y.example('$0 dead-letters reasons', 'the most frequent reason first'),
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
        'Send messages to their queues again: those with these ids, a group (--queue, --reason) or all',
        (y) =>
          lettersArgument(y)
            .option('all', flagOption('all waiting ones'))
            .example('$0 dead-letters replay 17', 'replay dead letter 17')
            .example(
              '$0 dead-letters replay --queue notification.registration-created',
              'replay all waiting ones from a queue',
            ),
        action(async (context, args) => {
          const { notification } = context.operatorApi()
          const group = chosenGroup(args)
          if (group !== undefined)
            return printHandled(context, 'done', () =>
              notification.replayDeadLetters({ DeadLetterGroup: group }),
            )
          const waiting = everyRecord((page) => notification.listDeadLettersRaw({ waiting: true, ...page }))
          const ids = args.all ? (await collect(waiting)).map(({ id }) => id) : args.ids
          return printForEachId(context, ids, (id) => notification.replayDeadLetter({ id }), [
            'id',
            'queue',
            'replayedAt',
          ])
        }),
      )
      .command(
        'dismiss [ids..]',
        'Mark messages as not to be replayed, which ends the alert about them: those with these ids, or a group',
        (y) => lettersArgument(y).example('$0 dead-letters dismiss 17', 'dismiss dead letter 17'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const group = chosenGroup(args)
          if (group !== undefined)
            return printHandled(context, 'done', () =>
              notification.dismissDeadLetters({ DeadLetterGroup: group }),
            )
          return printForEachId(context, args.ids, (id) => notification.dismissDeadLetter({ id }), [
            'id',
            'queue',
            'reason',
            'dismissedAt',
          ])
        }),
      ),
}

interface Choice {
  readonly ids: readonly string[]
  readonly queue?: string | undefined
  readonly reason?: string | undefined
  readonly all?: boolean
}

/** The group that is chosen, if one is. @throws UsageError unless there is exactly one choice */
function chosenGroup({ ids, queue, reason, all = false }: Choice) {
  const isGroup = queue !== undefined || reason !== undefined
  if ([ids.length > 0, isGroup, all].filter(Boolean).length !== 1)
    throw new UsageError('Give ids of dead letters, or a group (--queue, --reason), or all (--all).')
  return isGroup ? defined({ queue, reason }) : undefined
}
