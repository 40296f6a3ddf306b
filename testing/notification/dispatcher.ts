import {
  Dispatcher,
  type DispatcherOptions,
  type Channel,
} from '../../services/notification/src/dispatch/dispatcher.ts'
import type { AttemptEnd, Leased } from '../../services/notification/src/dispatch/rules.ts'
import { aDependency } from '../broker.ts'
import { testLogger } from '../leak-check.ts'

export interface Item extends Leased {
  readonly lane: number
}

export const SLOTS = 4
const RENEW_MS = 20

/** Lets everything run that does not wait for a timer. */
export const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

/** A dispatcher whose attempts end when the test says so. Items that are due are in `due`. */
export function aDispatcher({
  sweepMs = 600_000,
  renewMs = RENEW_MS,
  mongodb = aDependency('mongodb'),
  ...options
}: Partial<Channel<Item>> & Partial<Pick<DispatcherOptions<Item>, 'sweepMs' | 'renewMs' | 'mongodb'>> = {}) {
  let lastId = 0
  const due: Item[] = []
  const released: Item[] = []
  const renewed: Item[] = []
  const begun: Item[] = []
  const inProgress = new Map<Item, (end: AttemptEnd) => void>()
  const channel: Channel<Item> = {
    slots: SLOTS,
    maxInFlightOfAllLanes: 100,
    maxUnrecorded: 100,
    mayLease: () => true,
    stateOf: () => Promise.resolve({ kind: 'open', slots: SLOTS }),
    findDue: () => Promise.resolve([...new Set(due.map(({ lane }) => lane))]),
    claim: (lane, limit) => {
      const found = due.filter((item) => item.lane === lane).slice(0, limit)
      for (const item of found) due.splice(due.indexOf(item), 1)
      return Promise.resolve({ claimed: found, mayHaveMore: due.some((item) => item.lane === lane) })
    },
    renew: (items) => Promise.resolve(void renewed.push(...items)),
    release: (items) => Promise.resolve(void released.push(...items)),
    attempt: (item) => {
      begun.push(item)
      return new Promise((end) => inProgress.set(item, end))
    },
    ...options,
  }
  const dispatcher = new Dispatcher<Item>({
    name: 'test dispatcher',
    channel,
    mongodb,
    logger: testLogger(),
    sweepMs,
    renewMs,
  })
  const anItem = (lane: number): Item => ({ id: ++lastId, claim: 'this process', lane })
  return {
    dispatcher,
    due,
    begun,
    released,
    renewed,
    addDue: (lane: number, count: number) => due.push(...Array.from({ length: count }, () => anItem(lane))),
    /** Stores and passes on a new item, if there is a place for it. */
    offer(lane: number): Item | undefined {
      const place = dispatcher.reserve(lane)
      const item = anItem(lane)
      place?.offer(item)
      return place && item
    },
    begunIn: (lane: number) => begun.filter((item) => item.lane === lane).length,
    async end(items: readonly Item[], end: AttemptEnd = { timedOut: false }) {
      for (const item of items) inProgress.get(item)?.(end)
      await turns()
    },
  }
}
