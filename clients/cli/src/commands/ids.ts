import { EXIT } from '../exit-codes.ts'
import { choiceOption, idArgument } from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'
import { command, type Noun } from './table.ts'

const SERVICES = ['registration', 'user'] as const

export const ids: Noun = {
  describe: 'Ids of new records, after a restore',
  commands: {
    'floor <above>': command({
      describe: 'Issue only ids above this number, and publish every user again',
      arguments: {
        above: idArgument('the highest id that was ever issued, or a greater number'),
        service: choiceOption(SERVICES, 'only the ids of this service'),
        ...CONFIRMATION,
      },
      examples: { 'floor 100000': 'new records of all services get ids above 100000' },
      async run(context, { above, service, yes }) {
        const users = service === 'registration' ? '' : ', and publish every user again'
        const question = `Issue only ids above ${above} from now on, for good${users}?`
        if (!(await isConfirmed(context, { yes, question }))) return EXIT.failed
        const { registration, user } = context.api
        const floor = { IdFloorInput: { above } }
        const raise = {
          registration: () => registration.raiseRegistrationIds(floor),
          user: () => user.raiseUserIds(floor),
        }
        const floors = []
        for (const name of service === undefined ? SERVICES : [service])
          floors.push({ service: name, ...(await raise[name]()) })
        await context.output.list(floors, ['service', 'above'])
        return EXIT.done
      },
    }),
  },
}
