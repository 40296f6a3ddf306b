import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { catalogue, type OperationId } from '../../../shared/contract/generated/catalogue.ts'
import { Raw } from '../../../shared/tests/kit/client.ts'
import { OPERATIONS } from './coverage.ts'
import { account, operation } from './operation.ts'
import type { Request } from './calls.ts'
import { NO_SUCH_ID } from './world.ts'

/** What may be wrong with a request whatever it asks for, and what that is answered with. */
export const FLAWS = {
  credential: 'invalid-token',
  query: 'invalid-request',
  syntax: 'malformed-json',
  mediaType: 'unsupported-media-type',
  size: 'body-too-large',
} as const
export type Flaw = keyof typeof FLAWS

const MORE_THAN_ANY_LIMIT = 1_100_000

/** The same request with that flaw. */
export function withFlaw(request: Request, flaw: Flaw | undefined): Request {
  const { path, headers } = request
  switch (flaw) {
    case undefined:
      return request
    case 'credential':
      // Failures are counted by address (R20): each comes from another one.
      return {
        ...request,
        headers: { ...headers, authorization: 'Bearer nobody.nothing', 'x-forwarded-for': anAddress() },
      }
    case 'query':
      return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}colour=green` }
    case 'syntax':
      return { ...request, body: new Raw('{"') }
    case 'mediaType':
      return { ...request, headers: { ...headers, 'content-type': 'text/plain' } }
    case 'size':
      return { ...request, body: new Raw(`"${'x'.repeat(MORE_THAN_ANY_LIMIT)}"`) }
  }
}

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
