import type { Noun } from '../context.ts'
import { wholeNumber } from './options.ts'

const SERVICES = ['registration', 'user'] as const

export const ids: Noun = {
  name: 'ids',
  describe: 'The ids that are issued from now on, after a restore',
  verbs: (yargs, act) =>
    yargs.command(
      'floor <above>',
      'Issue ids above this number from now on, and publish every user again',
      (y) =>
        y
          .positional('above', {
            type: 'string',
            demandOption: true,
            describe: 'no id issued so far is greater',
            coerce: wholeNumber('above'),
          })
          .option('service', { choices: SERVICES, describe: 'only those of this service' })
          .example('$0 ids floor 100000', 'of registrations, users, service accounts and keys'),
      act(async ({ operator, output }, { above, service }) => {
        const { registration, user } = operator()
        const raise = {
          registration: () => registration.raiseRegistrationIds({ IdFloor: { above: Number(above) } }),
          user: () => user.raiseUserIds({ IdFloor: { above: Number(above) } }),
        }
        const raised = []
        for (const name of service === undefined ? SERVICES : [service])
          raised.push({ service: name, ...(await raise[name]()) })
        await output.list(raised, ['service', 'above'])
      }),
    ),
}
