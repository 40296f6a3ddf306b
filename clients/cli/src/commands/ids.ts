import type { Noun } from '../context.ts'
import { wholeNumber } from './options.ts'

const SERVICES = ['registration', 'user'] as const

export const ids: Noun = {
  name: 'ids',
  describe: 'Ids of new records, after a restore',
  verbs: (yargs, action) =>
    yargs.command(
      'floor <above>',
      'Issue only ids above this number, and publish every user again',
      (y) =>
        y
          .positional('above', {
            type: 'string',
            demandOption: true,
            describe: 'the highest id that was ever issued, or a greater number',
            coerce: wholeNumber('above'),
          })
          .option('service', { choices: SERVICES, describe: 'only the ids of this service' })
          .example('$0 ids floor 100000', 'new records of all services get ids above 100000'),
      action(async ({ operatorApi, output }, { above, service }) => {
        const { registration, user } = operatorApi()
        const floor = { IdFloor: { above } }
        const raise = {
          registration: () => registration.raiseRegistrationIds(floor),
          user: () => user.raiseUserIds(floor),
        }
        const floors = []
        for (const name of service === undefined ? SERVICES : [service])
          floors.push({ service: name, ...(await raise[name]()) })
        await output.list(floors, ['service', 'above'])
      }),
    ),
}
