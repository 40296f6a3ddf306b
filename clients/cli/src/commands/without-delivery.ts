import { each } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageFault } from '../faults.ts'
import { showList } from './list.ts'
import { amount, given, moment, pageSize, wholeNumbers } from './options.ts'

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
            .option('created-after', {
              type: 'string',
              requiresArg: true,
              describe: 'created after this date-time',
              coerce: moment('created-after'),
            })
            .example('$0 without-delivery list --all', 'what is missing'),
        act((context, args) => {
          const { registration } = context.operator()
          const filters = given({ created_after: args['created-after'] })
          const records = each((page) =>
            registration.listRegistrationsWithoutDeliveryRaw({ ...filters, limit: pageSize(args), ...page }),
          )
          return showList(context, args, records, [
            ...(['id', 'userId', 'courseId', 'courseName', 'statusName', 'createdDate'] as const),
          ])
        }),
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
            .example('$0 without-delivery send 48151 48162', 'two of them')
            .example('$0 without-delivery send --all', 'all of them'),
        act(async ({ operator, output }, { ids, all }) => {
          if (all === ids.length > 0) throw new UsageFault('Name registrations, or give --all; not both.')
          const body = all ? { all: true as const } : { ids: new Set(ids) }
          const { registration } = operator()
          const { sent, notSent } = await registration.sendRegistrationsWithoutDelivery({
            RegistrationsToSend: body,
          })
          output.say(`${sent} sent.`)
          await output.list(notSent, ['registrationId', 'reason'])
          return notSent.length === 0 ? EXIT.done : EXIT.failed
        }),
      ),
}
