import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { operationsOf, type OpenApiDocument } from '../document.ts'
import { filtered } from '../filter.ts'

const document = contract as unknown as OpenApiDocument

describe('the public part of the contract', () => {
  const shown = filtered(document, (operation) => operation['x-audience'] === 'public')

  it('holds every public operation and no other', () => {
    expect(operationsOf(shown)).toEqual(
      operationsOf(document).filter(({ operation }) => operation['x-audience'] === 'public'),
    )
  })

  it('drops owners, schemas and credentials that no public operation leads to', () => {
    expect(shown.tags.map(({ name }) => name)).toEqual(['registration', 'user'])
    expect(Object.keys(shown.components.securitySchemes!)).toEqual([
      'apiKeyId',
      'apiKeySecret',
      'accountBearer',
    ])
    expect(shown.components.schemas).not.toHaveProperty('VerifiedAccount')
  })
})

it('keeps the schema of batch items, to which no reference leads', () => {
  const batch = filtered(document, (operation) => operation.operationId === 'mergeUserBatch')
  expect(batch.components.schemas).toHaveProperty('UserMerge')
})
