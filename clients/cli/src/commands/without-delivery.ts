import type { RegistrationNotSent } from '@rollcall/client/operator'
import type { Context } from '../context.ts'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { batchesOf } from '../import/batches.ts'
import { everyRecord } from '../paging.ts'
import { dateTimeOption, flagOption, numbersArgument } from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'
import { command, type Noun } from './table.ts'

/** The limit of the operation. */
const MAX_IDS = 1_000

const createdAfterOption = dateTimeOption('created after this date-time')

export const withoutDelivery: Noun = {
  describe: 'Registrations without an e-mail',
  commands: {
    'send [ids..]': command({
      describe: 'Send the missing e-mails of registrations',
      arguments: {
        ids: numbersArgument('ids of registrations'),
        all: flagOption('for all registrations without an e-mail'),
        'created-after': { ...createdAfterOption, implies: 'all' },
        ...CONFIRMATION,
      },
      examples: {
        'send 48151 48162': 'send the e-mails of two registrations',
        'send --all': 'send all missing e-mails',
      },
      async run(context, { ids, all, createdAfter, yes }) {
        if (!all && ids.length === 0) throw new UsageError('Give ids of registrations, or --all.')
        if (all && ids.length > 0) throw new UsageError('Give ids of registrations or --all, not both.')
        const question = 'Send the e-mails of all registrations without one?'
        if (all && !(await isConfirmed(context, { yes, question }))) return EXIT.failed
        const { sent, notSent } = await send(context, all ? allIds(context, createdAfter) : ids)
        context.output.info(`${sent} sent.`)
        await context.output.list(notSent, ['registrationId', 'reason'])
        return notSent.length === 0 ? EXIT.done : EXIT.failed
      },
    }),
  },
}

async function* allIds({ api }: Context, createdAfter: Date | undefined): AsyncGenerator<number> {
  const filters = defined({ created_after: createdAfter })
  const found = everyRecord((page) =>
    api.registration.listRegistrationsWithoutDeliveryRaw({ ...filters, ...page }),
  )
  for await (const { id } of found) yield id
}

async function send({ api }: Context, ids: Iterable<number> | AsyncIterable<number>) {
  const notSent: RegistrationNotSent[] = []
  let sent = 0
  for await (const batch of batchesOf(ids, { rows: MAX_IDS })) {
    const result = await api.registration.sendRegistrationsWithoutDelivery({
      RegistrationSendInput: { ids: new Set(batch) },
    })
    sent += result.sent
    notSent.push(...result.notSent)
  }
  return { sent, notSent }
}
