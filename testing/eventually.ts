import { until } from '../local/support/wait.ts'

/**
 * Repeats an assertion until it no longer throws, for effects that happen asynchronously. The limit is
 * generous, because it matters only to a test that fails; give a shorter one where it is what the test is
 * about.
 */
export const eventually = <T>(look: () => T | Promise<T>, withinMs = 45_000): Promise<T> =>
  until(async () => look(), { timeoutMs: withinMs, everyMs: 25 })
