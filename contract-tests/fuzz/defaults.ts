import type { System } from '../../clients/tests/kit/system.ts'
import { operationsOf, type OpenApiDocument, type OperationEntry } from '../../scripts/generate/document.ts'
import { client, type Answer, type Client } from '../../services/shared/tests/kit/client.ts'
import { bodySchema, parametersOf, usualRequest } from './requests.ts'
import { Schemas } from './schema.ts'

/** One more than any default of a page may hide. */
const MANY = 102

/**
 * A default is a promise of the service: leaving a value out is the same as sending the default that the contract
 * names. Says where it is not, for the parameters of lists and for bodies that are put.
 */
export async function defaultFaults(document: OpenApiDocument, system: System): Promise<string[]> {
  const schemas = new Schemas(document)
  const caller = await crowded(system)
  const faults: string[] = []
  for (const entry of operationsOf(document)) {
    const to = entry.operation['x-audience'] === 'operator' ? system.operator : caller
    for (const { name, sent } of ofQuery(document, schemas, entry)) {
      const [without, withIt] = [await to.get(entry.path), await to.get(`${entry.path}?${name}=${sent}`)]
      if (!same(without, withIt))
        faults.push(`${entry.operation.operationId} ${name}: ${sent} is not the default`)
    }
    faults.push(...(await bodyFaults(document, schemas, entry, to)))
  }
  return faults
}

/** More groups than fit on a page, and a user who was deleted. */
async function crowded(system: System): Promise<Client> {
  await system.operator.put('/admin/groups/1/', { name: 'The portal', parentId: null })
  for (let id = 2; id <= MANY; id++)
    await system.operator.put(`/admin/groups/${id}/`, { name: `Group ${id}`, parentId: 1 })
  const { apiKey, apiSecret } = await system.aKey()
  const caller = client(system.url, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
  const user = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron', loginName: 'ada' }
  for (const loginName of ['ada', 'gone']) {
    const { body } = await caller.post('/users/', { ...user, loginName })
    if (loginName === 'gone') await caller.delete(`/users/${body.id}/`)
  }
  return caller
}

/** Lists of the whole portal: those of one record need that record. */
function ofQuery(document: OpenApiDocument, schemas: Schemas, entry: OperationEntry) {
  if (entry.method !== 'get' || entry.path.includes('{')) return []
  return parametersOf(document, schemas, entry).flatMap(({ parameter }) => {
    const { default: sent } = schemas.resolved<{ default?: string | number | boolean }>(parameter.schema)
    return sent === undefined ? [] : [{ name: parameter.name, sent: String(sent) }]
  })
}

async function bodyFaults(
  document: OpenApiDocument,
  schemas: Schemas,
  entry: OperationEntry,
  to: Client,
): Promise<string[]> {
  const schema = bodySchema(entry)
  if (entry.method !== 'put' || !schema) return []
  const { properties = {} } = schemas.resolved<{ properties?: Record<string, { default?: unknown }> }>(schema)
  const usual = usualRequest(document, schemas, entry)
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(usual.path[name]))
  const faults: string[] = []
  for (const [name, { default: sent }] of Object.entries(properties)) {
    if (sent === undefined) continue
    const { [name]: _left, ...rest } = usual.body as Record<string, unknown>
    const [without, withIt] = [await to.put(path, rest), await to.put(path, { ...rest, [name]: sent })]
    if (!same(without, withIt))
      faults.push(`${entry.operation.operationId} ${name}: ${JSON.stringify(sent)} is not the default`)
  }
  return faults
}

const same = (one: Answer, other: Answer): boolean => JSON.stringify(one.body) === JSON.stringify(other.body)
