import { RejectedLogins } from '../work/retry.ts'

it('a rejected password is sent again after 1, 2, 4, at most 15 minutes: servers lock accounts', () => {
  const rejectedLogins = new RejectedLogins()
  const told: string[] = []
  const minutes = () => rejectedLogins.delayMs(new Error('wrong'), (reason) => told.push(reason)) / 60_000
  expect(Array.from({ length: 6 }, minutes)).toEqual([1, 2, 4, 8, 15, 15])
  expect(told[1]).toBe('wrong (the next attempt follows after 2 min, or after a restart)')
  rejectedLogins.reset()
  expect(minutes()).toBe(1)
})
