import { expectBody } from '../../portal.ts'
import type { StateValues, States } from '../state.ts'
import type { World } from '../world.ts'
import {
  aGroup,
  anAccount,
  aUser,
  cursorIn,
  directoryStates,
  erase,
  fresh,
  USER_FIELDS,
} from './directory.ts'

/** Every state that a pact with the user service may ask for. */
export const userStates: States = {
  ...directoryStates,
  'another user': {
    async setUp(world) {
      const { loginName, externalId } = await aUser(world)
      return { takenLoginName: loginName, takenExternalId: externalId }
    },
  },
  'unused names': {
    setUp() {
      const mark = fresh()
      return {
        newLoginName: `grace-${mark}`,
        newEmail: `grace-${mark}@example.org`,
        newExternalId: `hr-${mark}`,
      }
    },
  },
  'a group with two users': {
    parameters: ['deleted'],
    async setUp(world, { deleted = false }) {
      const groupId = await aGroup(world)
      const first = await aUser(world, { groupIds: [groupId] })
      const second = await aUser(world, { groupIds: [groupId] })
      // The scope of another account may have been cached before the group existed.
      const { headers: credential } = await anAccount(world)
      const page = await world.withoutCredential.get(`/users/?groupId=${groupId}&limit=1`, credential)
      expectBody(page, 200)
      if (deleted === true)
        expectBody(await world.withoutCredential.delete(`/users/${second.id}/`, credential), 204)
      return { groupId, userId: first.id, nextCursor: cursorIn(page) }
    },
  },
  'an account that has created a user with an Idempotency-Key': {
    setUp: (world) => createdWithKey(world, '/users/', (user) => user, 201),
  },
  'an account that has merged a batch of users with an Idempotency-Key': {
    setUp: (world) => createdWithKey(world, '/users/batch/', (user) => [user], 200),
  },
  'a user has changed': {
    parameters: USER_FIELDS,
    async setUp(world, given) {
      const { id } = await aUser(world, given)
      await world.messages['user.changed.v1'].select(({ userId }) => userId === id)
    },
  },
  'a user was erased': {
    async setUp(world) {
      const { id } = await aUser(world)
      await erase(world, id)
      await world.messages['user.erased.v1'].select(({ userId }) => userId === id)
    },
  },
  'a user was deleted': {
    parameters: USER_FIELDS,
    async setUp(world, given) {
      const { id } = await aUser(world, given)
      expectBody(await world.administrator.delete(`/users/${id}/`), 204)
      await world.messages['user.changed.v1'].select(
        ({ userId, deleted }) => userId === id && deleted === true,
      )
    },
  },
}

/** An account that has created a user by this request. */
async function createdWithKey(
  world: World,
  path: string,
  bodyOf: (user: object) => unknown,
  status: number,
): Promise<StateValues> {
  const { headers, returned } = await anAccount(world)
  const idempotencyKey = `key-${fresh()}`
  const loginName = `ada-${fresh()}`
  const user = { email: `${loginName}@example.org`, firstName: 'Ada', lastName: 'Byron', loginName }
  const request = { ...headers, 'idempotency-key': idempotencyKey }
  expectBody(await world.withoutCredential.post(path, bodyOf(user), request), status)
  return { ...returned, idempotencyKey, newEmail: user.email, newLoginName: loginName }
}
