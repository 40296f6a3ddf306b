/**
 * Runs work in which no timeout of the code under test runs out: what succeeds has waited for none, however
 * slow the machine is. Timeouts that are due afterwards run out then.
 */
export async function withFrozenTimeouts<T>(work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  })
  try {
    return await work()
  } finally {
    jest.runOnlyPendingTimers()
    jest.useRealTimers()
  }
}
