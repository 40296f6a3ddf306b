import { wholeSystem } from '../../testing/clients/system.ts'
import { bearer, client, RawBody, type TestResponse } from '../../testing/client.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../testing/isolated.ts'
import { addressOf, named, operations, pathOf } from './operations.ts'

/**
 * Broken object property level authorization: undeclared fields are rejected in requests. (The test client checks
 * responses.)
 */
const system = wholeSystem()
let credentials: Record<string, Record<string, string>>

beforeAll(async () => {
  const { credential } = await system.aKey()
  credentials = { public: credential, operator: bearer(OPERATOR_TOKEN), internal: bearer(SERVICE_TOKEN) }
})

const results = ({ status, body }: TestResponse): number[] =>
  status === 200 && Array.isArray(body) ? body.map((item: TestResponse) => item.status) : [status]

const withBody = operations.filter(({ example }) => example !== undefined)

it.each(named(withBody))('%s takes no field that the contract lacks (R4)', async (_, operation) => {
  const sender = client(addressOf(system, operation), credentials[operation.audience])
  for (const extra of ['"isAdmin":true', '"reach":[1]', '"__proto__":{"isAdmin":true}', '"constructor":1']) {
    // As text: an object can't have a field called __proto__ that is sent.
    const text = JSON.stringify(operation.example).replaceAll(
      /^(\[?\{)|(?<=\},)\{/g,
      (begin) => `${begin}${extra},`,
    )
    const response = await sender.send(
      operation.method,
      pathOf(operation),
      new RawBody(text.replaceAll(',}', '}')),
    )
    expect([extra, ...results(response)]).toEqual([extra, ...results(response).map(() => 400)])
  }
})
