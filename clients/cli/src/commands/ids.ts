import { choiceOption, idArgument } from './arguments.ts'
import { table, type Noun } from './table.ts'

const SERVICES = ['registration', 'user'] as const

export const ids: Noun = {
  describe: 'Ids of new records, after a restore',
  commands: {
    'floor <above>': table({
      describe: 'Issue only ids above this number, and publish every user again',
      arguments: {
        above: idArgument('the highest id that was ever issued, or a greater number'),
        service: choiceOption(SERVICES, 'only the ids of this service'),
      },
      examples: { 'floor 100000': 'new records of all services get ids above 100000' },
      async call({ registration, user }, { above, service }) {
        const floor = { IdFloor: { above } }
        const raise = {
          registration: () => registration.raiseRegistrationIds(floor),
          user: () => user.raiseUserIds(floor),
        }
        const floors = []
        for (const name of service === undefined ? SERVICES : [service])
          floors.push({ service: name, ...(await raise[name]()) })
        return floors
      },
      columns: ['service', 'above'],
    }),
  },
}
