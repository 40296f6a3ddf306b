import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gate } from '../src/webhooks/deliveries/gate.ts'

let gate: Gate
let passed: string[]

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  passed = []
  gate = new Gate({ intervalMs: 400, maxWaiting: 3 })
})
afterEach(() => jest.useRealTimers())

const callAll = (...names: string[]) => {
  for (const name of names) void gate.pass().then(() => passed.push(name))
}
const passedAfter = async (ms: number): Promise<string[]> => {
  await jest.advanceTimersByTimeAsync(ms)
  await nextTurn()
  return passed.splice(0)
}

it('a call passes at once after a quiet interval', async () => {
  callAll('first')
  expect(await passedAfter(0)).toEqual(['first'])
  expect(await passedAfter(400)).toEqual([])
  callAll('second')
  expect(await passedAfter(0)).toEqual(['second'])
})

it('calls pass together when the interval since the last ones has passed', async () => {
  callAll('first')
  expect(await passedAfter(100)).toEqual(['first'])
  callAll('second')
  expect(await passedAfter(200)).toEqual([])
  callAll('third')
  expect(await passedAfter(99)).toEqual([])
  expect(await passedAfter(1)).toEqual(['second', 'third'])
  callAll('fourth')
  expect(await passedAfter(399)).toEqual([])
  expect(await passedAfter(1)).toEqual(['fourth'])
})

it('calls pass as soon as enough of them wait, and the next ones an interval later', async () => {
  callAll('first')
  expect(await passedAfter(100)).toEqual(['first'])
  callAll('second', 'third', 'fourth')
  expect(await passedAfter(300)).toEqual(['second', 'third', 'fourth'])
  // The interval after the first call would end here.
  callAll('fifth')
  expect(await passedAfter(99)).toEqual([])
  expect(await passedAfter(1)).toEqual(['fifth'])
})
