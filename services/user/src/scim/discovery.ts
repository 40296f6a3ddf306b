import type { Handler } from '../../../platform/contract/operation.ts'
import { NotFound } from '../../../platform/errors.ts'
import { MAX_PAGE, listOf, rootOf } from './resource.ts'
import { RESOURCE_TYPES, SCHEMAS } from './schemas.ts'

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

type Target = { origin: string; rawPath: string }

export const getScimConfig = (): Handler<'getScimConfig'> => (call) =>
  Promise.resolve({
    status: 200,
    body: {
      schemas: [CONFIG_SCHEMA],
      documentationUri: `${call.origin}/docs/guide/scim`,
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_PAGE },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'API key',
          description: 'Authorization: Bearer <key id>.<secret> of a service account',
          primary: true,
        },
      ],
      meta: {
        resourceType: 'ServiceProviderConfig',
        location: `${rootOf(call)}/ServiceProviderConfig`,
      },
    },
  })

const presentResourceType = (type: (typeof RESOURCE_TYPES)[number], call: Target) => ({
  schemas: [RESOURCE_TYPE_SCHEMA],
  ...type,
  meta: { resourceType: 'ResourceType', location: `${rootOf(call)}/ResourceTypes/${type.id}` },
})

export const listScimResourceTypes = (): Handler<'listScimResourceTypes'> => (call) => {
  const resources = RESOURCE_TYPES.map((type) => presentResourceType(type, call))
  return Promise.resolve({ status: 200, body: listOf(resources, resources.length) })
}

export const getScimResourceType = (): Handler<'getScimResourceType'> => (call) => {
  const type = RESOURCE_TYPES.find(({ id }) => id === call.path.name)
  if (!type) return Promise.reject(new NotFound())
  return Promise.resolve({ status: 200, body: presentResourceType(type, call) })
}

const presentSchema = (schema: (typeof SCHEMAS)[number], call: Target) => ({
  schemas: [SCHEMA_SCHEMA],
  ...schema,
  meta: { resourceType: 'Schema', location: `${rootOf(call)}/Schemas/${schema.id}` },
})

export const listScimSchemas = (): Handler<'listScimSchemas'> => (call) => {
  const resources = SCHEMAS.map((schema) => presentSchema(schema, call))
  return Promise.resolve({ status: 200, body: listOf(resources, resources.length) })
}

export const getScimSchema = (): Handler<'getScimSchema'> => (call) => {
  const schema = SCHEMAS.find(({ id }) => id === call.path.urn)
  if (!schema) return Promise.reject(new NotFound())
  return Promise.resolve({ status: 200, body: presentSchema(schema, call) })
}
