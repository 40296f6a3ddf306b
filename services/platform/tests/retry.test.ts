import { Refusals } from '../work/retry.ts'

it('a refused password is sent again after 1, 2, 4, at most 15 minutes: servers lock accounts', () => {
  const refusals = new Refusals()
  const told: string[] = []
  const minutes = () => refusals.delayMs(new Error('wrong'), (reason) => told.push(reason)) / 60_000
  expect(Array.from({ length: 6 }, minutes)).toEqual([1, 2, 4, 8, 15, 15])
  expect(told[1]).toBe('wrong (the next attempt follows after 2 min, or after a restart)')
  refusals.reset()
  expect(minutes()).toBe(1)
})
