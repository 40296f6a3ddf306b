import type { Handler } from '../../../platform/contract/operation.ts'
import { NotFound } from '../../../platform/errors.ts'
import { addressOf, MAX_PAGE, listOf, locationOf, type Address } from './resource.ts'
import { RESOURCE_TYPES, SCHEMAS } from './schemas.ts'

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

type Deps = Pick<Address, 'publicUrl'>

export const getScimConfig =
  ({ publicUrl }: Deps): Handler<'getScimConfig'> =>
  ({ rawPath }) =>
    Promise.resolve({
      status: 200,
      body: {
        schemas: [CONFIG_SCHEMA],
        documentationUri: addressOf('/docs/guide/scim', { rawPath, publicUrl }),
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
          location: locationOf('/ServiceProviderConfig', { rawPath, publicUrl }),
        },
      },
    })

const presentResourceType = (type: (typeof RESOURCE_TYPES)[number], address: Address) => ({
  schemas: [RESOURCE_TYPE_SCHEMA],
  ...type,
  meta: { resourceType: 'ResourceType', location: locationOf(`/ResourceTypes/${type.id}`, address) },
})

export const listScimResourceTypes =
  ({ publicUrl }: Deps): Handler<'listScimResourceTypes'> =>
  (call) => {
    const resources = RESOURCE_TYPES.map((type) => presentResourceType(type, { ...call, publicUrl }))
    return Promise.resolve({ status: 200, body: listOf(resources, resources.length) })
  }

export const getScimResourceType =
  ({ publicUrl }: Deps): Handler<'getScimResourceType'> =>
  (call) => {
    const type = RESOURCE_TYPES.find(({ id }) => id === call.path.name)
    if (!type) return Promise.reject(new NotFound())
    return Promise.resolve({ status: 200, body: presentResourceType(type, { ...call, publicUrl }) })
  }

const presentSchema = (schema: (typeof SCHEMAS)[number], address: Address) => ({
  schemas: [SCHEMA_SCHEMA],
  ...schema,
  meta: { resourceType: 'Schema', location: locationOf(`/Schemas/${schema.id}`, address) },
})

export const listScimSchemas =
  ({ publicUrl }: Deps): Handler<'listScimSchemas'> =>
  (call) => {
    const resources = SCHEMAS.map((schema) => presentSchema(schema, { ...call, publicUrl }))
    return Promise.resolve({ status: 200, body: listOf(resources, resources.length) })
  }

export const getScimSchema =
  ({ publicUrl }: Deps): Handler<'getScimSchema'> =>
  (call) => {
    const schema = SCHEMAS.find(({ id }) => id === call.path.urn)
    if (!schema) return Promise.reject(new NotFound())
    return Promise.resolve({ status: 200, body: presentSchema(schema, { ...call, publicUrl }) })
  }
