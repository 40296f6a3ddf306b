import { randomInt } from 'node:crypto'
import { Raw } from '../../../shared/tests/kit/client.ts'
import type { Request } from './requests.ts'

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

export const flawsOf = (hasBody: boolean): Flaw[] =>
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
