import { aDatabase } from '../../../testing/database.ts'
import { Eraser } from '../erasure/eraser.ts'
import { Tombstones } from '../erasure/repository.ts'

const tombstones = new Tombstones(aDatabase())
const STEP = 3

let userId = 0
/** The ids of what is stored about the user: in order, and of another kind. */
let stored: { main: number[]; others: number[] }
let removed: boolean[]
beforeEach(() => {
  userId++
  stored = { main: [], others: [] }
  removed = []
})

const eraser = new Eraser({
  tombstones,
  stepSize: STEP,
  erasing: {
    async mainRecords(user, { afterId, limit }) {
      expect(await tombstones.has(userId)).toBe(true)
      removed.push(user.withRegistrations)
      const ids = stored.main.filter((id) => id > afterId).slice(0, limit)
      await tombstones.addRegistrations(userId, ids)
      stored.main = stored.main.filter((id) => !ids.includes(id))
      return { records: ids.length, done: ids.length < limit, after: ids.at(-1) ?? afterId }
    },
    otherRecords: [(_, limit) => Promise.resolve(stored.others.splice(0, limit).length)],
  },
})
const order = (withRegistrations = false) => ({ userId, withRegistrations, registrationIds: [] })

describe('an erasure in one service (O18)', () => {
  it('writes the tombstone first, and erases in steps, the largest kind before the others', async () => {
    stored = { main: [1, 2, 3, 4], others: [1, 2, 3] }
    expect(await eraser.erase(order(), 0)).toEqual({ records: 3, done: false, after: 3 })
    expect(stored).toEqual({ main: [4], others: [1, 2, 3] })
    expect(await eraser.erase(order(), 3)).toEqual({ records: 6, done: false, after: 4 })
    expect(stored).toEqual({ main: [], others: [3] })
    expect(await eraser.erase(order(), 4)).toEqual({ records: 7, done: true, after: 4 })
  })

  it('erases at once, completely, what is written about an erased person, and counts it', async () => {
    await eraser.erase(order(), 0)
    stored = { main: [5, 6, 7, 8], others: [1, 2, 3, 4] }
    await eraser.eraseAgainAmong([userId, userId + 1_000])
    expect(stored).toEqual({ main: [], others: [] })
    expect(await eraser.erase(order(), 0)).toMatchObject({ records: 8, done: true })
  })

  it('does nothing about a person who was not erased', async () => {
    stored.main = [1]
    expect(await eraser.eraseAgainIfErased(userId)).toBe(false)
    expect(stored.main).toEqual([1])
    await eraser.erase(order(), 1)
    expect(await eraser.eraseAgainIfErased(userId)).toBe(true)
    expect(stored.main).toEqual([])
  })

  it('removes registrations again that were to be removed, also after an order without them', async () => {
    for (const withRegistrations of [false, true, false]) await eraser.erase(order(withRegistrations), 0)
    removed = []
    await eraser.eraseAgainAmong([userId])
    expect(removed).toEqual([true])
  })

  it('keeps the ids of the registrations, in pages', async () => {
    stored.main = [8, 9]
    await eraser.erase(order(), 0)
    stored.main = [5, 9]
    await eraser.eraseAgainAmong([userId])
    expect(await tombstones.registrationsOf(userId, 0, 2)).toEqual([5, 8])
    expect(await tombstones.registrationsOf(userId, 8, 2)).toEqual([9])
    expect(await tombstones.registrationsOf(userId + 1_000, 0, 2)).toEqual([])
  })
})
