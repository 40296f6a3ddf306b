import type { Registration, RegistrationNotSent } from '@rollcall/client/operator'
import type { Context, Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { everyRecord, type ListPage } from '../paging.ts'
import { printList } from './list.ts'
import { dateTimeOption, defined, flagOption, listOptions, idsArgument, wholeNumbers } from './options.ts'

/** The limit of the operation. */
const MAX_IDS = 1_000

const createdAfterOption = dateTimeOption('created-after', 'created after this date-time')

export const withoutDelivery: Noun = {
  name: 'without-delivery',
  describe: 'Registrations without an e-mail',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List registrations without an e-mail',
        (y) =>
          listOptions(y)
            .option('created-after', createdAfterOption)
            .example('$0 without-delivery list --all', 'all registrations without an e-mail'),
        action((context, args) =>
          printList(context, args, registrationsWithoutDelivery(context, args['created-after']), [
            'id',
            'userId',
            'courseId',
            'courseName',
            'statusName',
            'createdDate',
          ]),
        ),
      )
      .command(
        'send [ids..]',
        'Send the missing e-mails of registrations',
        (y) =>
          y
            .positional('ids', {
              ...idsArgument('ids of registrations'),
              coerce: wholeNumbers('id'),
            })
            .option('all', flagOption('for all registrations without an e-mail'))
            .option('created-after', createdAfterOption)
            .implies('created-after', 'all')
            .example('$0 without-delivery send 48151 48162', 'send the e-mails of two registrations')
            .example('$0 without-delivery send --all', 'send all missing e-mails'),
        action(async (context, { ids, all, 'created-after': createdAfter }) => {
          if (all === ids.length > 0) throw new UsageError('Give ids of registrations or --all, not both.')
          const chosen = all ? idsOf(everyRecord(registrationsWithoutDelivery(context, createdAfter))) : ids
          const { sent, notSent } = await send(context, chosen)
          context.output.info(`${sent} sent.`)
          await context.output.list(notSent, ['registrationId', 'reason'])
          return notSent.length === 0 ? EXIT.done : EXIT.failed
        }),
      ),
}

function registrationsWithoutDelivery(
  { operatorApi }: Context,
  createdAfter: Date | undefined,
): ListPage<Registration> {
  const { registration } = operatorApi()
  const filters = defined({ created_after: createdAfter })
  return (page) => registration.listRegistrationsWithoutDeliveryRaw({ ...filters, ...page })
}

async function* idsOf(records: AsyncIterable<{ id: number }>): AsyncGenerator<number> {
  for await (const { id } of records) yield id
}

async function send(context: Context, ids: Iterable<number> | AsyncIterable<number>) {
  const { registration } = context.operatorApi()
  const notSent: RegistrationNotSent[] = []
  let sent = 0
  const sendBatch = async (batch: readonly number[]) => {
    const result = await registration.sendRegistrationsWithoutDelivery({
      RegistrationsToSend: { ids: new Set(batch) },
    })
    sent += result.sent
    notSent.push(...result.notSent)
  }
  let batch: number[] = []
  for await (const id of ids) {
    if (batch.push(id) < MAX_IDS) continue
    await sendBatch(batch)
    batch = []
  }
  if (batch.length > 0) await sendBatch(batch)
  return { sent, notSent }
}
