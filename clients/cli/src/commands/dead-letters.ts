import { defined } from '../defined.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { everyRecord } from '../paging.ts'
import { flagOption, idsArgument, textOption } from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'
import { printForEachId, requireEach } from './each-id.ts'
import { reasonOption, reasons, untilNoneRemains, withReason } from './reasons.ts'
import { command, type Noun } from './table.ts'

/** Ids of dead letters, or a group. */
const CHOICE = {
  ids: idsArgument('ids of dead letters'),
  queue: textOption('all waiting ones from this queue'),
  reason: { ...reasonOption, describe: 'all waiting ones with this reason, as `reasons` shows it' },
  ...CONFIRMATION,
} as const

export const deadLetters: Noun = {
  describe: 'Messages that could not be handled',
  commands: {
    reasons: reasons({
      describe: 'Count the waiting dead letters by queue and reason',
      examples: { reasons: 'the most frequent reason first' },
      of: 'dead-letters',
      by: 'queue',
    }),
    'replay [ids..]': command({
      describe:
        'Send messages to their queues again: those with these ids, a group (--queue, --reason) or all',
      arguments: { ...CHOICE, all: flagOption('all waiting ones') },
      examples: {
        'replay 17': 'replay dead letter 17',
        'replay --queue notification.registration-created': 'replay all waiting ones from a queue',
      },
      async run(context, args) {
        const { notification } = context.api
        const DeadLetterGroupInput = chosenGroup(args)
        if (!(await areConfirmed(context, 'Replay', args))) return EXIT.failed
        if (DeadLetterGroupInput !== undefined) {
          const replay = () => notification.replayDeadLetters({ DeadLetterGroupInput })
          await context.output.record(await untilNoneRemains('done', replay))
          return EXIT.done
        }
        const waiting = everyRecord((page) => notification.listDeadLettersRaw({ waiting: true, ...page }))
        const ids = args.all ? await Array.fromAsync(waiting, ({ id }) => id) : args.ids
        const columns = ['id', 'queue', 'replayedAt'] as const
        return printForEachId(context, ids, (id) => notification.replayDeadLetter({ id }), columns)
      },
    }),
    'dismiss [ids..]': command({
      describe:
        'Mark messages as not to be replayed, which ends the alert about them: those with these ids, or ' +
        'a group',
      arguments: CHOICE,
      examples: { 'dismiss 17': 'dismiss dead letter 17' },
      async run(context, args) {
        const DeadLetterGroupInput = chosenGroup(args) ?? { ids: args.ids }
        if (!(await areConfirmed(context, 'Dismiss', args))) return EXIT.failed
        const dismiss = () => context.api.notification.dismissDeadLetters({ DeadLetterGroupInput })
        const dismissed = await untilNoneRemains('done', dismiss)
        await context.output.record(dismissed)
        requireEach(args.ids, dismissed.done, 'are dismissed. The others do not exist, or do not wait.')
        return EXIT.done
      },
    }),
  },
}

/** Asks whether to handle more dead letters than the command line names. */
async function areConfirmed(context: Context, verb: string, { ids, queue, reason, yes }: Choice) {
  if (ids.length > 0) return true
  const from = queue === undefined ? '' : ` from ${queue}`
  return isConfirmed(context, {
    yes,
    question: `${verb} all waiting dead letters${from}${withReason(reason)}?`,
  })
}

interface Choice {
  readonly yes: boolean
  readonly ids: readonly string[]
  readonly queue?: string | undefined
  readonly reason?: string | undefined
  readonly all?: boolean
}

/** The group that is chosen, if one is. @throws UsageError unless there is exactly one choice */
function chosenGroup({ ids, queue, reason, all }: Choice) {
  const isGroup = queue !== undefined || reason !== undefined
  const orAll = all === undefined ? '' : ', --all'
  if ([ids.length > 0, isGroup, all].filter(Boolean).length !== 1)
    throw new UsageError(`Give one of these: ids of dead letters, a group (--queue, --reason)${orAll}.`)
  return isGroup ? defined({ queue, reason }) : undefined
}
