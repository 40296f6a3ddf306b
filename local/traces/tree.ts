import type { ReceivedSpan } from './spans.ts'

/** The lines of a trace: each span below its parent, in the order of their starts, with its time. */
export function traceTree(spans: readonly ReceivedSpan[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const sorted = spans.toSorted((a, b) => a.startMs - b.startMs)
  const began = sorted[0]?.startMs ?? 0
  const below = (parent: ReceivedSpan | undefined, depth: number): string[] =>
    sorted
      .filter(({ parentSpanId }) => (parent ? parentSpanId === parent.spanId : !ids.has(parentSpanId)))
      .flatMap((span) => [lineOf(span, depth, began), ...below(span, depth + 1)])
  return below(undefined, 0)
}

const WIDTH = 70

function lineOf(span: ReceivedSpan, depth: number, began: number): string {
  const { name, service, startMs, endMs, links, events, isFailed } = span
  const at = `${(startMs - began).toFixed(0)} ms`.padStart(8)
  const text = `${'  '.repeat(depth)}${name}`.padEnd(WIDTH)
  const took = `${(endMs - startMs).toFixed(1)} ms`.padStart(10)
  const notes = [
    isFailed && 'failed',
    links.length > 0 && `with ${links.length} more`,
    events.join(', '),
  ].filter(Boolean)
  return [at, text, took, service.replace(/^rollcall-/, ''), ...notes].join('  ')
}
