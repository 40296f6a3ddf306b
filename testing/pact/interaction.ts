import type { MatchersV3, PactV4 } from '@pact-foundation/pact'

type Text = string | ReturnType<typeof MatchersV3.fromProviderState<string>>
/** A provider state with its parameters. */
export type Given = readonly [name: string, parameters?: Readonly<Record<string, any>>]

export interface RequestTemplate {
  readonly method: string
  readonly path: Text
  readonly query?: Readonly<Record<string, any>>
  readonly headers?: Readonly<Record<string, any>>
  readonly body?: unknown
}

export interface ResponseTemplate {
  readonly status: number
  readonly headers?: Readonly<Record<string, any>>
  readonly body?: unknown
}

/** One interaction of a pact, to be tested with the consumer's client. */
export function interaction(
  pact: PactV4,
  description: string,
  given: readonly Given[],
  { method, path, query = {}, headers = {}, body }: RequestTemplate,
  response: ResponseTemplate,
) {
  let begun = pact.addInteraction()
  for (const [name, parameters] of given) begun = begun.given(name, parameters)
  return begun
    .uponReceiving(description)
    .withRequest(method, path, (builder) => {
      builder.query(query).headers(headers)
      if (body !== undefined) builder.jsonBody(body)
    })
    .willRespondWith(response.status, (builder) => {
      builder.headers(response.headers ?? {})
      if (response.body !== undefined) builder.jsonBody(response.body)
    })
}
