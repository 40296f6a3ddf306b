import { MatchersV3, type PactV4 } from '@pact-foundation/pact'
import { operationsOf, parametersOf, type OpenApiDocument } from '../../local/contract/document.ts'
import contract from '../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { inText, text } from './examples.ts'

/** A provider state with its parameters. */
export type Given = readonly [name: string, parameters?: Readonly<Record<string, any>>]

/** The arguments of a client, by parameter, with values of provider states. */
type Arguments = Readonly<Record<string, any>>

/** A response that a consumer relies on. */
export interface ExpectedResponse {
  /** Instead of the states that the operation needs. */
  readonly given?: readonly Given[]
  /** Added to the usual arguments of the operation. */
  readonly args?: Arguments
  /** Headers of the request instead of the credential that a state has made. */
  readonly credential?: Readonly<Record<string, any>>
  readonly headers?: Readonly<Record<string, any>>
  readonly body?: unknown
}
/** By status, with a note where an operation has several responses of one status: `409: login-name-taken`. */
export type ExpectedResponses = Readonly<Record<string, ExpectedResponse>>

/**
 * An operation as a consumer uses it. The contract has its method, its path, and the place of each argument.
 */
export interface UsedOperation {
  readonly given: readonly Given[]
  readonly args: Arguments
  readonly responses: ExpectedResponses
}
export type UsedOperations = Readonly<Record<string, UsedOperation>>

/** The credential of the account that a state has made. */
const CREDENTIAL = { 'X-Api-Key': text('${keyId}'), 'X-Api-Secret': text('${secret}') }

/** A test for each response: calls the real client, and checks what it returns. */
export function testOperations(
  pact: PactV4,
  clientOf: (url: string) => object,
  operations: UsedOperations,
): void {
  for (const [id, { given, args: usual, responses }] of Object.entries(operations))
    describe(id, () => {
      it.each(Object.entries(responses))(`${id} returns %s`, async (name, expected) => {
        const args = { ...usual, ...expected.args }
        const request = requestOf(id, args, expected.credential ?? CREDENTIAL)
        const { headers = {}, body } = expected
        const status = Number.parseInt(name, 10)
        let interaction = pact.addInteraction()
        for (const state of expected.given ?? given) interaction = interaction.given(...state)
        const call = (client: any): Promise<unknown> => client[id](exampleOf(args))
        await interaction
          .uponReceiving(`${id} returns ${name}`)
          .withRequest(request.method, request.path, (builder) => {
            builder.query(request.query).headers(request.headers)
            if (request.body !== undefined) builder.jsonBody(request.body)
          })
          .willRespondWith(status, (builder) => {
            builder.headers(headers)
            if (body !== undefined) builder.jsonBody(body)
          })
          .executeTest(({ url }) => expectOf(call(clientOf(url)), status, expected))
      })
    })
}

/** The arguments of the client, with examples for matchers. Dates stay dates, also in a body. */
function exampleOf(value: any): unknown {
  if (value instanceof Date) return value
  if (value?.constructor !== Object || 'pact:matcher:type' in value) return MatchersV3.reify(value)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, exampleOf(each)]))
}

const document = contract as unknown as OpenApiDocument
const nameInClient = (name: string) => name.replaceAll('-', '_')

/** The request that the client must send. An argument that is no parameter is the body. */
function requestOf(id: string, args: Arguments, credential: object) {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`the contract has no operation ${id}`)
  const { path, method } = found
  const parameters = parametersOf(document, found)
  const sentIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place && nameInClient(parameter.name) in args)
      .map(({ name }) => [name, text(inText(args[nameInClient(name)]))] as const)
  const names = parameters.map(({ name }) => nameInClient(name))
  return {
    method: method.toUpperCase(),
    path: text(path.replace(/\{(\w+)\}/g, (_, name: string) => inText(args[name]))),
    query: Object.fromEntries(sentIn('query')),
    headers: { ...credential, ...Object.fromEntries(sentIn('header')) },
    body: Object.entries(args).find(([name]) => !names.includes(name))?.[1],
  }
}

/** Checks the result of the client: the record, or an error with the status and the code. */
async function expectOf(asked: Promise<unknown>, status: number, { headers, body }: ExpectedResponse) {
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
