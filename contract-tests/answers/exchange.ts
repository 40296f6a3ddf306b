/** A request of the running system and its answer, as they went over the wire. */
export interface Exchange {
  readonly operationId: string
  /** What sent it. */
  readonly origin: 'examples' | 'fuzz'
  /** When, in milliseconds. */
  readonly at: number
  readonly request: RecordedRequest
  readonly answer: RecordedAnswer
}

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface RecordedAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when there was none. */
  readonly body?: unknown
}
