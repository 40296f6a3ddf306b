import { until } from '../scripts/support/wait.ts'

/** Repeats an assertion until it no longer throws, for effects that happen asynchronously. */
export const eventually = <T>(look: () => T | Promise<T>, withinMs = 5_000): Promise<T> =>
  until(async () => look(), { timeoutMs: withinMs, everyMs: 25 })
