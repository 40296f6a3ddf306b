import { until } from '../scripts/support/wait.ts'

/** Repeats a look until it no longer throws, for what happens a little later by design. */
export const eventually = <T>(look: () => T | Promise<T>, withinMs = 5_000): Promise<T> =>
  until(async () => look(), { timeoutMs: withinMs, everyMs: 25 })
