import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { operationsOf, type OpenApiDocument } from '../document.ts'
import { explained } from '../explain.ts'
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

describe('the public part, explained to its readers', () => {
  const text = (part: OpenApiDocument) => part.info.description
  const part = explained(
    filtered(document, (operation) => operation['x-audience'] === 'public'),
    document,
  )

  it('has a row for each error that its operations, or no operation, can answer, and for no other', () => {
    expect(text(part)).toContain('| `already-registered` | 409 | The user has an open registration')
    expect(text(part)).toContain('| `path-not-found` | 404 |')
    expect(text(part)).not.toContain('group-cycle')
  })

  it('says roles, cost and size of each operation in words', () => {
    const { createRegistrationBatch: batch, getContract: open } = Object.fromEntries(
      operationsOf(part).map(({ operation }) => [operation.operationId, operation.description]),
    )
    expect(batch).toContain(
      'Needs the role Course attendance manager or Batch registration manager. Costs as many requests of the limit as it has items. Takes a body of up to 1024 KiB.',
    )
    expect(open).toContain('*Counts against a limit of the address that the call comes from.*')
  })
})
