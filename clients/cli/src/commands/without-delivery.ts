import { each, type RegistrationNotSent } from '@rollcall/client/operator'
import type { Context, Noun } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../errors.ts'
import { showList } from './list.ts'
import { amount, given, moment, pageSize, wholeNumbers } from './options.ts'

/** As many as one call takes. */
const PORTION = 1_000

const CREATED_AFTER = {
  type: 'string',
  requiresArg: true,
  describe: 'created after this date-time',
  coerce: moment('created-after'),
} as const

export const withoutDelivery: Noun = {
  name: 'without-delivery',
  describe: 'Registrations that no e-mail stands for',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List them',
        (y) =>
          amount(y)
            .option('created-after', CREATED_AFTER)
            .example('$0 without-delivery list --all', 'what is missing'),
        act((context, args) =>
          showList(context, args, listed(context, args['created-after'], pageSize(args)), [
            ...(['id', 'userId', 'courseId', 'courseName', 'statusName', 'createdDate'] as const),
          ]),
        ),
      )
      .command(
        'send [ids..]',
        'Send the e-mails of these registrations',
        (y) =>
          y
            .positional('ids', {
              type: 'string',
              array: true,
              default: [],
              describe: 'ids of registrations',
              coerce: wholeNumbers('id'),
            })
            .option('all', { type: 'boolean', default: false, describe: 'all that the list shows' })
            .option('created-after', CREATED_AFTER)
            .implies('created-after', 'all')
            .example('$0 without-delivery send 48151 48162', 'two of them')
            .example('$0 without-delivery send --all', 'all of them'),
        act(async (context, { ids, all, 'created-after': createdAfter }) => {
          if (all === ids.length > 0) throw new UsageError('Name registrations, or give --all; not both.')
          const { registration } = context.operator()
          const notSent: RegistrationNotSent[] = []
          let sent = 0
          const send = async (portion: readonly number[]) => {
            const RegistrationsToSend = { ids: new Set(portion) }
            const outcome = await registration.sendRegistrationsWithoutDelivery({ RegistrationsToSend })
            sent += outcome.sent
            notSent.push(...outcome.notSent)
          }
          // By portions, so that each call ends in time however many there are.
          let portion: number[] = []
          for await (const id of all ? idsOf(listed(context, createdAfter, PORTION)) : ids) {
            if (portion.push(id) < PORTION) continue
            await send(portion)
            portion = []
          }
          if (portion.length > 0) await send(portion)
          context.output.say(`${sent} sent.`)
          await context.output.list(notSent, ['registrationId', 'reason'])
          return notSent.length === 0 ? EXIT.done : EXIT.failed
        }),
      ),
}

function listed(context: Context, createdAfter: Date | undefined, limit: number) {
  const { registration } = context.operator()
  const filters = given({ created_after: createdAfter })
  return each((page) => registration.listRegistrationsWithoutDeliveryRaw({ ...filters, limit, ...page }))
}

async function* idsOf(records: AsyncIterable<{ id: number }>): AsyncGenerator<number> {
  for await (const { id } of records) yield id
}
