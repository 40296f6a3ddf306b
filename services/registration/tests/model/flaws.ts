import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { catalogue } from '../../../shared/contract/generated/catalogue.ts'
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

/** These need a body. */
const OF_BODIES: readonly Flaw[] = ['syntax', 'mediaType', 'size']
const MORE_THAN_ANY_LIMIT = 1_100_000

const flawsOf = (hasBody: boolean): Flaw[] =>
  (Object.keys(FLAWS) as Flaw[]).filter((flaw) => hasBody || !OF_BODIES.includes(flaw))

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

const target = { id: NO_SUCH_ID, userId: NO_SUCH_ID, externalId: 'nobody' }

/** Requests that are refused for their form, before any look at what they ask for: any operation, with any flaw. */
export const flawedOperation = operation(16, 'flawed', {
  account,
  operation: fc.constantFrom(...OPERATIONS),
  flaw: fc.nat({ max: flawsOf(true).length - 1 }),
}).as((_world, { account, operation, flaw }) => {
  const { audience, bodyLimit } = catalogue[operation]
  const flaws = flawsOf(bodyLimit > 0)
  return {
    operation,
    target,
    ...(audience === 'public' ? { account } : {}),
    ...(bodyLimit > 0 ? { body: {} } : {}),
    flaw: flaws[flaw % flaws.length],
  }
})
