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
  // It has a timer of its own.
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  try {
    return await work()
  } finally {
    timeout.mockRestore()
    jest.runOnlyPendingTimers()
    jest.useRealTimers()
  }
}
