import { startReceiver } from './receiver.ts'
import type { ReceivedSpan } from './spans.ts'
import { traceTree } from './tree.ts'

/** A trace is printed when no span of it has come for this long. */
const QUIET_MS = 2_000
/** How often spans are sent; by default it is every 5 s. */
const SEND_MS = 500

/**
 * Receives the spans of the services and of this process, and prints each trace as a tree.
 * @param env gets the variables with which they are sent here
 */
export async function printTraces(env: NodeJS.ProcessEnv) {
  const traces = new Map<string, { spans: ReceivedSpan[]; timer: NodeJS.Timeout }>()
  let isPrinting = false
  const print = (traceId: string): void => {
    const spans = traces.get(traceId)?.spans ?? []
    traces.delete(traceId)
    process.stdout.write(
      `\n  trace ${traceId}\n${traceTree(spans)
        .map((line) => `    ${line}\n`)
        .join('')}`,
    )
  }
  const receiver = await startReceiver((received) => {
    if (!isPrinting) return // the demo data
    for (const span of received) {
      const trace = traces.get(span.traceId)
      clearTimeout(trace?.timer)
      const timer = setTimeout(() => print(span.traceId), QUIET_MS)
      traces.set(span.traceId, { spans: [...(trace?.spans ?? []), span], timer })
    }
  })
  env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url
  env['OTEL_BSP_SCHEDULE_DELAY'] = String(SEND_MS)
  return {
    begin() {
      isPrinting = true
    },
    stop() {
      for (const { timer } of traces.values()) clearTimeout(timer)
      receiver.stop()
    },
  }
}
