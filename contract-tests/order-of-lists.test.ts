import { dereferenced, type OpenApiDocument } from '../local/contract/document.ts'
import contract from '../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { bearer, client } from '../testing/client.ts'
import { wholeSystem } from '../testing/clients/system.ts'
import { eventually } from '../testing/eventually.ts'
import { OPERATOR_TOKEN } from '../testing/isolated.ts'
import { openPublisher } from '../testing/notification/messages.ts'
import { expectBody } from '../testing/portal.ts'
import { addressOf, named, operations, type Operation } from './operations.ts'

/** What an operation says of the order of its list. */
const ORDERS: Readonly<Record<string, 1 | -1>> = { 'ordered by': 1, 'oldest first': 1, 'newest first': -1 }
/** Its records are too old for this test; clients/cli/tests/restore.test.ts knows their order. */
const ELSEWHERE = ['listRegistrationsWithoutDelivery']

const hasPages = ({ method, audience, responses }: Operation) =>
  method === 'GET' &&
  audience !== 'internal' &&
  'Link' in
    (dereferenced<{ headers?: object }>(contract as unknown as OpenApiDocument, responses['200']!).headers ??
      {})
const lists = operations.filter(
  (operation) => hasPages(operation) || ['listScimUsers', 'listScimGroups'].includes(operation.operationId),
)

/** A number that grows with the id or the age; keys have it as their name. */
const numberOf = (record: any) =>
  Number(record.keyId ? record.name : (record.id ?? record.userId ?? record.fromId ?? record))

const system = wholeSystem()
let credential: Record<string, string>
let ids: Readonly<Record<string, number>>

beforeAll(async () => {
  const { operator } = system
  // Not in the order of their ids.
  for (const id of [30, 20]) {
    expectBody(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId: 1 }), 201)
    const course = { name: `course ${id}`, externalId: `C-${id}`, groupIds: [1] }
    expectBody(await operator.put(`/admin/courses/${id}/`, course), 201)
  }
  await system.issueKey()
  const { accountId, credential: issued } = await system.issueKey()
  credential = issued
  for (const name of ['1', '2'])
    expectBody(await operator.post(`/admin/service-accounts/${accountId}/keys/`, { name }), 201)
  const api = client(system.url, credential)
  const made: number[] = []
  for (const loginName of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const names = { firstName: 'Ada', lastName: 'Byron', email: `${loginName}@example.org` }
    const user = { ...names, loginName, externalId: loginName }
    made.push(expectBody(await api.post('/users/', user), 201).id)
  }
  const [a, b, c, d, e, f] = made
  const hook = { url: 'http://127.0.0.1:65535/', events: ['registration.created'] }
  const endpoint = expectBody(await api.post('/webhook-endpoints/', hook), 201)
  expectBody(await api.post('/webhook-endpoints/', hook), 201)
  ids = { accounts: accountId, groups: 1, endpoints: endpoint.id }
  const broker = await openPublisher(system.rabbitmqUrl)
  for (const [n, courseId] of [20, 30].entries()) {
    expectBody(await api.post('/registrations/', { userId: e, courseId }), 201)
    await broker.raw('no JSON')
    for (const list of ['deliveries', 'webhook-deliveries', 'dead-letters'])
      await eventually(async () =>
        expect((await operator.get(`/admin/${list}/`)).body.length).toBeGreaterThan(
          n * (list === 'webhook-deliveries' ? 2 : 1),
        ),
      )
  }
  await broker.close()
  for (const [from, to] of [
    [f, e],
    [d, c],
  ])
    expectBody(await operator.post(`/admin/users/${from}/merge/`, { into: to }), 202)
  for (const id of [b, a])
    expectBody(await operator.post(`/admin/users/${id}/erase/`, { reason: 'asked' }), 202)
}, 60_000)

it.each(named(lists.filter(({ operationId }) => !ELSEWHERE.includes(operationId))))(
  '%s has the order that its description says (R13)',
  async (_, operation) => {
    const said = Object.keys(ORDERS).filter((words) => operation.description.includes(words))
    expect(said).toHaveLength(1)
    const { path, audience } = operation
    const id = /accounts|groups|endpoints/.exec(path)?.[0] ?? ''
    const sender = client(
      addressOf(system, operation),
      audience === 'public' ? credential : bearer(OPERATOR_TOKEN),
    )
    const { body } = await sender.get(path.replace('{id}', String(ids[id])))
    const numbers: number[] = (body.Resources ?? body).map(numberOf)
    expect(new Set(numbers).size).toBeGreaterThan(1)
    expect(numbers).toEqual([...numbers].sort((a, b) => (ORDERS[said[0]!] ?? 0) * (a - b)))
  },
)
