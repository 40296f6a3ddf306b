import { Visibility } from '../../../services/notification/src/webhooks/deliveries/visibility.ts'
import { webhookHandlers } from '../../../services/notification/src/webhooks/deliveries/on-events.ts'
import { anEvent } from '../../../testing/broker.ts'
import { aDispatcher } from '../../../testing/notification/dispatcher.ts'
import { operations } from '../../operations.ts'
import { batchers, batchersOfCode } from './batchers.ts'
import { plainRequest } from './cases.ts'
import { FIRST_COURSE, FIRST_USER, varied } from './many.ts'
import { costOf } from './measure.ts'
import type { Portal } from './portal.ts'
import type { Work } from './work.ts'

/** What the callers of a batcher ask for, if it is not what was asked, with other numbers and names. */
const ITEMS: Readonly<Record<string, (i: number) => unknown>> = {
  'platform/erasure/repository.ts #hasBatched': (i) => FIRST_USER + i,
  'user/src/users/finder.ts #findBatched': (i) => FIRST_USER + i,
  'registration/src/courses/repository.ts #findManyBatched': (i) => [FIRST_COURSE + i],
  'registration/src/courses/repository.ts #findMatchesBatched': (i) => [varied({ courseName: '' }, i)],
  'notification/src/emails/current-facts.ts #users': (i) => FIRST_USER + i,
  'notification/src/emails/current-facts.ts #registrations': (i) => i + 1,
  'notification/src/webhooks/endpoints/repository.ts #isFailingBatched': (i) => ({ id: i, url: '' }),
  'notification/src/webhooks/endpoints/repository.ts #findBatched': (i) => i + 1,
  'notification/src/webhooks/deliveries/on-events.ts stateOf': (i) => FIRST_USER + i,
}
const many = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i))

/**
 * Different calls of each batcher, in one turn of the event loop.
 * @param max how many
 * @throws Error for those that nothing has called, and for items of none
 */
export function callersOfBatchers(max: number): Work[] {
  const names = [...new Set(batchersOfCode())]
  const idle = names.filter((name) => !batchers.get(name) || !(ITEMS[name] ?? batchers.get(name)?.seen))
  if (idle.length > 0)
    throw new Error(`No request has called ${idle.join(', ')}: name what it is asked in ITEMS.`)
  const gone = Object.keys(ITEMS).filter((name) => !names.includes(name))
  if (gone.length > 0) throw new Error(`ITEMS has what is no batcher: ${gone.join(', ')}`)
  return [...batchers].map(([name, { maxBatchSize, seen, load }]) => {
    const item = ITEMS[name] ?? ((i: number) => varied(seen?.item, i))
    return {
      name: `callers of ${name}`,
      size: Math.min(maxBatchSize, max),
      of: (count) => {
        const calls = many(count, (i) => ({ item: item(i), causes: seen?.causes ?? [] }))
        return () => Promise.allSettled(calls.map(load))
      },
      isOfCallers: true,
    }
  })
}

const CALLERS_OF_OPERATION = 64

/** Requests that come together. */
export const callersOfOperations = (portal: Portal): Work[] =>
  operations.map((operation) => ({
    name: `callers of ${operation.operationId}`,
    size: CALLERS_OF_OPERATION,
    of: (count) => () => Promise.all(many(count, () => costOf(plainRequest(portal, operation)))),
    isOfCallers: true,
  }))

const NOW = new Date()
const [ENDPOINTS, GROUPS, EVENTS] = [250, 5, 50]
const groupsOf = (id: number) => many(GROUPS, (i) => id * GROUPS + i)
const groupsOfEach = (ids: readonly number[]) => Promise.resolve(new Map(ids.map((id) => [id, groupsOf(id)])))
const endpoints = many(ENDPOINTS, (i) => ({
  id: i + 1,
  accountId: i + 1,
  accountCreatedAt: NOW,
  disabled: null,
  events: ['registration.created'],
}))

/** Each account holds its role in all groups. */
const visibility = () =>
  new Visibility({
    findUserGroups: groupsOfEach,
    findCourseGroups: groupsOfEach,
    checkVisibility: (accountIds, groupIds) =>
      Promise.resolve(
        accountIds.map((id) => ({
          account: { id, createdAt: NOW },
          hasValidKey: id % 2 === 0,
          scopes: {
            userAdministrator: groupIds,
            courseAttendanceManager: [],
            batchRegistrationManager: groupIds,
          },
        })),
      ),
  })

/** Events of one turn, each for many endpoints. */
export const callersWithEvents: readonly Work[] = [
  {
    name: 'events that many endpoints get',
    size: EVENTS,
    of: (count) => {
      const { dispatcher } = aDispatcher({ attempt: () => Promise.resolve({ timedOut: false }) })
      const { onRegistrationCreated } = webhookHandlers({
        deliveries: { addAll: () => Promise.resolve([]) },
        dispatcher,
        endpointCache: { subscribedTo: () => Promise.resolve(endpoints), pauseOf: () => Promise.resolve() },
        visibility: visibility(),
        eraseAgainIfErased: () => Promise.resolve(false),
        clock: { now: () => NOW },
      } as never)
      const event = anEvent()
      const messages = many(count, (i) => ({
        ...event,
        payload: { ...event.payload, eventId: String(i), registrationId: i + 1, userId: i + 1 },
      }))
      return () => Promise.all(messages.map((message) => onRegistrationCreated(message as never)))
    },
    isOfCallers: true,
  },
]
