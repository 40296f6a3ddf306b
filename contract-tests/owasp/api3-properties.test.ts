import { startSystem, type System } from '../../clients/tests/kit/system.ts'
import { bearer, client, Raw, type Answer, type Client } from '../../services/shared/tests/kit/client.ts'
import { SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { must } from '../../services/shared/tests/kit/portal.ts'
import { named, operations, type Operation } from './operations.ts'

/** Broken object property level authorization: no field but the declared ones goes in. (Out: every test's client.) */
let system: System
let sender: (operation: Operation) => Client

beforeAll(async () => {
  system = await startSystem()
  must(await system.operator.put('/admin/groups/1/', { name: 'Rollcall', parentId: null }), 201)
  const { apiKey, apiSecret } = await system.aKey()
  const account = client(system.url, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
  sender = ({ audience, tags }) => {
    if (audience === 'public') return account
    if (audience === 'operator') return system.operator
    return client(system.internalUrl[tags[0] as 'user' | 'notification'], bearer(SERVICE_TOKEN))
  }
})
afterAll(() => system.stop())

const results = ({ status, body }: Answer): number[] =>
  status === 200 && Array.isArray(body) ? body.map((item: Answer) => item.status) : [status]

const withBody = operations.filter(({ example }) => example !== undefined)

it.each(named(withBody))('%s takes no field that the contract lacks (R4)', async (_, operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, '1')
  for (const extra of ['"isAdmin":true', '"reach":[1]', '"__proto__":{"isAdmin":true}', '"constructor":1']) {
    // As text: an object can't have a field called __proto__ that is sent.
    const text = JSON.stringify(operation.example).replaceAll(
      /^(\[?\{)|(?<=\},)\{/g,
      (begin) => `${begin}${extra},`,
    )
    const answer = await sender(operation).send(operation.method, path, new Raw(text.replaceAll(',}', '}')))
    expect([extra, ...results(answer)]).toEqual([extra, ...results(answer).map(() => 400)])
  }
})
