import { setTimeout as delay } from 'node:timers/promises'
import { DependencyUnavailable } from '../../../shared/errors.ts'
import { traceHeaders, type Trace } from '../../../shared/trace.ts'

/** Longer than the other service's own time-outs take, so that its answer is seen rather than ours. */
const LONGEST_CALL_MS = 5_000

/** Adds the trace and a time-out to one call of a generated client. */
export const carrying =
  (trace: Trace | undefined) =>
  ({ init }: { init: { headers?: Record<string, string> } }) =>
    Promise.resolve({
      headers: { ...init.headers, ...(trace ? traceHeaders(trace) : {}) },
      signal: AbortSignal.timeout(LONGEST_CALL_MS),
    })

/** Together longer than a cluster takes to notice a pod that was killed, which half of the tries still meet until then. */
const TRY_AGAIN_AFTER_MS = [50, 200, 500, 1_000]

/**
 * Asks another service. Every internal operation may be repeated, so a call that got no answer at all is tried again; an
 * answer, whatever it says, is final. What a generated client throws is one of many shapes: for the caller the other
 * service can't be asked.
 */
export async function asking<T>(
  service: string,
  call: () => Promise<T>,
  pauses: readonly number[] = TRY_AGAIN_AFTER_MS,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const [pause, ...later] = pauses
    if (pause === undefined || !gotNoAnswer(error)) throw new DependencyUnavailable(service, error)
    await delay(pause)
    return asking(service, call, later)
  }
}

/** `fetch` fails with a TypeError when there was no answer, which the generated clients wrap; a time-out is none of it. */
function gotNoAnswer(error: unknown): boolean {
  const { name, cause } = error as Error
  return (
    name === 'TypeError' || (name === 'FetchError' && (cause as Error | undefined)?.name !== 'TimeoutError')
  )
}
