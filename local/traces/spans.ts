/** A span as a collector gets it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number>>
  /** The ids of other spans that caused this one. */
  readonly links: readonly string[]
  /** The names of what happened in it. */
  readonly events: readonly string[]
  readonly isFailed: boolean
}

interface OtlpAttribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: string | number }
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes?: readonly OtlpAttribute[]
  readonly links?: readonly { readonly spanId: string }[]
  readonly events?: readonly { readonly name: string }[]
  readonly status?: { readonly code?: number }
}

interface OtlpExport {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

/** The numbers of OTLP. */
const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const STATUS_ERROR = 2
const NANOSECONDS_PER_MS = 1_000_000

/** Reads the spans of one export in the JSON form of OTLP. */
export function readExport(json: string): ReceivedSpan[] {
  const { resourceSpans = [] } = JSON.parse(json) as OtlpExport
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(span, service)))
  })
}

const toSpan = (span: OtlpSpan, service: string): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  service,
  name: span.name,
  kind: KINDS[span.kind] ?? 'internal',
  startMs: Number(span.startTimeUnixNano) / NANOSECONDS_PER_MS,
  endMs: Number(span.endTimeUnixNano) / NANOSECONDS_PER_MS,
  attributes: attributesOf(span.attributes),
  links: (span.links ?? []).map(({ spanId }) => spanId),
  events: (span.events ?? []).map(({ name }) => name),
  isFailed: span.status?.code === STATUS_ERROR,
})

const attributesOf = (attributes: readonly OtlpAttribute[] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  )
