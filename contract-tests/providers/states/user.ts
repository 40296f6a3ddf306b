import type { Arrivals } from '../arrivals.ts'
import type { State } from '../provider.ts'
import { administrator, aUser, directoryStates, must, USER_FIELDS, type Directory } from './directory.ts'
import { surroundingStates, type Surroundings } from './surroundings.ts'

export interface UserWorld extends Directory, Surroundings {
  readonly events: Arrivals
}

const messageStates: readonly State<UserWorld>[] = [
  {
    name: 'a user has changed',
    description: 'A user was created; the message tells of it.',
    parameters: USER_FIELDS,
    returns: {},
    async setUp(world, given) {
      const { id } = await aUser(world, given)
      await world.events.choose(({ userId }) => userId === id)
      return {}
    },
  },
  {
    name: 'a user was deleted',
    description: 'A user was deleted; the message tells of it.',
    parameters: USER_FIELDS,
    returns: {},
    async setUp(world, given) {
      const { id } = await aUser(world, given)
      must(await world.publicUsers.delete(`/users/${id}/`, await administrator(world)))
      await world.events.choose(({ userId, deleted }) => userId === id && deleted === true)
      return {}
    },
  },
]

/** Every state that a pact with the user service may ask for. */
export const userStates: readonly State<UserWorld>[] = [
  ...directoryStates,
  ...messageStates,
  ...surroundingStates,
]
