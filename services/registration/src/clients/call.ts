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

/** What a generated client throws is one of many shapes; for the caller the other service can't be asked. */
export async function asking<T>(service: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw new DependencyUnavailable(service, error)
  }
}
