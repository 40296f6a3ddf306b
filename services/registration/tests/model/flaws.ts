import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { catalogue, type OperationId } from '../../../shared/contract/generated/catalogue.ts'
import type { ErrorCode } from '../../../shared/contract/generated/errors.ts'
import { RawBody } from '../../../../testing/client.ts'
import { OPERATIONS } from './coverage.ts'
import { account, operation } from './operation.ts'
import type { Request } from './calls.ts'
import { NO_SUCH_ID } from './world.ts'

export type Flaw = 'credential' | 'query' | 'syntax' | 'mediaType' | 'size'

/** What may be wrong with a request whatever it asks for: what it is answered with, and what of the request is changed. */
export const FLAWS: Readonly<
  Record<Flaw, { readonly code: ErrorCode; readonly change: (request: Request) => Partial<Request> }>
> = {
  credential: {
    code: 'invalid-token',
    // Failures are counted by address (R20): each comes from another one.
    change: ({ headers }) => ({
      headers: { ...headers, authorization: 'Bearer nobody.nothing', 'x-forwarded-for': anAddress() },
    }),
  },
  query: {
    code: 'invalid-request',
    change: ({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}colour=green` }),
  },
  syntax: { code: 'malformed-json', change: () => ({ body: new RawBody('{"') }) },
  mediaType: {
    code: 'unsupported-media-type',
    change: ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } }),
  },
  size: {
    code: 'body-too-large',
    change: () => ({ body: new RawBody(`"${'x'.repeat(MORE_THAN_ANY_LIMIT)}"`) }),
  },
}
const MORE_THAN_ANY_LIMIT = 1_100_000
const anAddress = () => ['10', ...Array.from({ length: 3 }, () => randomInt(256))].join('.')

/** Three of them need a body. */
const flawsOf = (operation: OperationId): Flaw[] =>
  catalogue[operation].bodyLimit > 0
    ? ['credential', 'query', 'syntax', 'mediaType', 'size']
    : ['credential', 'query']
const flawed = OPERATIONS.flatMap((operation) => flawsOf(operation).map((flaw) => ({ operation, flaw })))

/** Requests that are refused for their form, before any look at what they ask for: any operation, with any flaw. */
export const flawedOperation = operation(16, 'flawed', { account, flawed: fc.constantFrom(...flawed) }).as(
  (_world, { account, flawed }) => ({
    ...flawed,
    target: { id: NO_SUCH_ID, userId: NO_SUCH_ID, externalId: 'nobody' },
    ...(catalogue[flawed.operation].audience === 'public' ? { account } : {}),
    ...(catalogue[flawed.operation].bodyLimit > 0 ? { body: {} } : {}),
  }),
)
