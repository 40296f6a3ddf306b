import type { Arrivals } from '../arrivals.ts'
import type { State } from '../provider.ts'
import {
  administrator,
  aGroup,
  anAccount,
  aUser,
  CREDENTIAL,
  credentialOf,
  cursorIn,
  directoryStates,
  ENVELOPE,
  envelopeOf,
  fresh,
  must,
  USER_FIELDS,
  type Directory,
} from './directory.ts'
import { surroundingStates, type Surroundings } from './surroundings.ts'

export interface UserWorld extends Directory, Surroundings {
  readonly events: Arrivals
}

const recordStates: readonly State<UserWorld>[] = [
  {
    name: 'another user',
    description: 'A user whose login name and external id nobody else can have.',
    returns: { takenLoginName: 'the login name', takenExternalId: 'the external id' },
    async setUp(world) {
      const { loginName, externalId } = await aUser(world)
      return { takenLoginName: loginName, takenExternalId: externalId }
    },
  },
  {
    name: 'names that nobody has',
    description: 'For a user to be created.',
    returns: { newLoginName: 'a login name', newEmail: 'an e-mail address', newExternalId: 'an external id' },
    setUp() {
      const mark = fresh()
      return {
        newLoginName: `grace-${mark}`,
        newEmail: `grace-${mark}@example.org`,
        newExternalId: `hr-${mark}`,
      }
    },
  },
  {
    name: 'a group with two users',
    description: 'A group below the whole portal, with two users in it.',
    parameters: { deleted: 'whether the second of them is deleted, by default `false`' },
    returns: {
      groupId: 'its id',
      userId: 'id of the first user',
      nextCursor: 'the cursor of the second page of one',
    },
    async setUp(world, { deleted = false }) {
      const groupId = await aGroup(world)
      const first = await aUser(world, { groupIds: [groupId] })
      const second = await aUser(world, { groupIds: [groupId] })
      // What another account reaches may have been asked before there was this group (decision A2b).
      const { headers: credential } = await anAccount(world)
      const page = await world.publicUsers.get(`/users/?groupId=${groupId}&limit=1`, credential)
      must(page)
      if (deleted === true) must(await world.publicUsers.delete(`/users/${second.id}/`, credential))
      return { groupId, userId: first.id, nextCursor: cursorIn(page) }
    },
  },
  {
    name: 'an account that has created a user with an Idempotency-Key',
    description: 'The body was exactly `{email, firstName: "Ada", lastName: "Byron", loginName}`.',
    returns: {
      ...CREDENTIAL,
      idempotencyKey: 'the key that was sent',
      newEmail: 'the e-mail address',
      newLoginName: 'the login name',
    },
    async setUp(world) {
      const account = await anAccount(world)
      const idempotencyKey = `key-${fresh()}`
      const loginName = `ada-${fresh()}`
      const body = { email: `${loginName}@example.org`, firstName: 'Ada', lastName: 'Byron', loginName }
      const headers = { ...account.headers, 'idempotency-key': idempotencyKey }
      must(await world.publicUsers.post('/users/', body, headers))
      return { ...credentialOf(account), idempotencyKey, newEmail: body.email, newLoginName: loginName }
    },
  },
]

const TOLD = {
  userId: 'LMS id',
  version: 'how many states the user has had',
  externalId: 'external id',
  groupIds: 'groups that the user is in',
  deleted: 'whether the user is',
  ...ENVELOPE,
}

const messageStates: readonly State<UserWorld>[] = [
  {
    name: 'a user has changed',
    description: 'A user was created; the message tells of it.',
    parameters: USER_FIELDS,
    returns: { occurredAt: 'when it was created', ...TOLD },
    async setUp(world, given) {
      const { id, externalId, groupIds, updatedDate, requestId } = await aUser(world, given)
      await world.events.choose(({ userId }) => userId === id)
      return {
        occurredAt: updatedDate,
        userId: id,
        version: 1,
        externalId,
        groupIds,
        deleted: false,
        ...envelopeOf(requestId),
      }
    },
  },
  {
    name: 'a user was deleted',
    description: 'A user was deleted; the message tells of it.',
    parameters: USER_FIELDS,
    returns: TOLD,
    async setUp(world, given) {
      const { id, externalId, groupIds } = await aUser(world, given)
      const answer = await world.publicUsers.delete(`/users/${id}/`, await administrator(world))
      must(answer)
      await world.events.choose(({ userId, deleted }) => userId === id && deleted === true)
      return {
        userId: id,
        version: 2,
        externalId,
        groupIds,
        deleted: true,
        ...envelopeOf(answer.headers.get('x-request-id') ?? ''),
      }
    },
  },
]

/** Every state that a pact with the user service may ask for. */
export const userStates: readonly State<UserWorld>[] = [
  ...directoryStates,
  ...recordStates,
  ...messageStates,
  ...surroundingStates,
]
