import { MatchersV3, type PactV4 } from '@pact-foundation/pact'

type Text = string | ReturnType<typeof MatchersV3.fromProviderState<string>>
/** A state of the provider, with what is said about it. */
export type Given = readonly [name: string, parameters?: Readonly<Record<string, any>>]

export interface RequestTemplate {
  readonly method: string
  readonly path: Text
  readonly query?: Readonly<Record<string, any>>
  readonly headers?: Readonly<Record<string, any>>
  readonly body?: unknown
}

/** One answer that a consumer counts on. */
export interface Answer<Client> {
  readonly status: number
  /** Tells apart two answers of one operation with the same status. */
  readonly note?: string
  /** Instead of the states that the operation needs. */
  readonly given?: readonly Given[]
  /** Instead of what the operation usually sends. */
  readonly request?: Partial<RequestTemplate>
  readonly headers?: Readonly<Record<string, any>>
  readonly body?: unknown
  /** Instead of how the operation is usually called. */
  readonly call?: (client: Client) => Promise<unknown>
}

/** An operation as a consumer uses it. */
export interface UsedOperation<Client> {
  readonly id: string
  readonly given: readonly Given[]
  readonly request: RequestTemplate
  readonly call: (client: Client) => Promise<unknown>
  readonly answers: readonly Answer<Client>[]
}

/** A test for each answer: the real client asks, and makes of the answer what it should. */
export function testOperations<Client>(
  pact: PactV4,
  clientOf: (url: string) => Client,
  operations: readonly UsedOperation<Client>[],
): void {
  for (const operation of operations)
    describe(operation.id, () => {
      for (const answer of operation.answers) {
        const description = `${operation.id} answers ${answer.status}${answer.note ? `: ${answer.note}` : ''}`
        const request = { ...operation.request, ...answer.request }
        const call = answer.call ?? operation.call
        it(description, async () => {
          await interaction(pact, description, answer.given ?? operation.given, request, answer).executeTest(
            ({ url }) => expectOf(call(clientOf(url)), answer),
          )
        })
      }
    })
}

function interaction(
  pact: PactV4,
  description: string,
  given: readonly Given[],
  request: RequestTemplate,
  answer: Answer<never>,
) {
  const { method, path, query, headers, body } = request
  let begun = pact.addInteraction()
  for (const [name, parameters] of given) begun = begun.given(name, parameters)
  return begun
    .uponReceiving(description)
    .withRequest(method, path, (builder) => {
      if (query) builder.query(query)
      if (headers) builder.headers(headers)
      if (body !== undefined) builder.jsonBody(body)
    })
    .willRespondWith(answer.status, (builder) => {
      if (answer.headers) builder.headers(answer.headers)
      if (answer.body !== undefined) builder.jsonBody(answer.body)
    })
}

/** What the client makes of the answer: the record itself, or an error that says what it said. */
async function expectOf(asked: Promise<unknown>, { status, headers, body }: Answer<never>): Promise<void> {
  if (status >= 300) {
    const code = headers?.['X-Error-Code'] ?? ''
    await expect(asked).rejects.toMatchObject({ status, code })
    return
  }
  expect(inJson(await asked)).toEqual(body === undefined ? undefined : MatchersV3.reify(body))
}

/** Dates of the client are whole seconds, as the contract shows them. */
function inJson(value: unknown): unknown {
  if (value === undefined) return undefined
  return JSON.parse(JSON.stringify(value).replace(/(T\d{2}:\d{2}:\d{2})\.000Z"/g, '$1Z"'))
}
