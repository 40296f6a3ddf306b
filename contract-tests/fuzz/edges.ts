import { operationsOf, type OpenApiDocument, type OperationEntry } from '../../scripts/generate/document.ts'
import {
  handled,
  outcomeOf,
  refusedAs,
  told,
  type Caller,
  type Case,
  type Outcome,
  type Wanted,
} from './case.ts'
import { usualRequest } from './requests.ts'
import type { Schemas } from './schema.ts'

/** What the edge decides before a value is looked at: who may call, how often, how much, and in which form. */
export function edgeCases(document: OpenApiDocument, schemas: Schemas, entry: OperationEntry): Case[] {
  const usual = usualRequest(document, schemas, entry)
  const { operationId, requestBody } = entry.operation
  const edges: Edge[] = [
    { name: 'as it is shown', judge: handled },
    ...credentialEdges(entry),
    ...roleEdges(document, entry),
    ...bodyEdges(entry, usual.body),
    ...(requestBody
      ? [
          {
            name: 'without its body',
            request: { body: undefined },
            judge: requestBody.required ? refusedAs('invalid-request') : handled,
          },
        ]
      : []),
  ]
  return [
    ...edges.map(({ name, as, request, judge }): Case => ({
      operationId,
      name: `${operationId} ${name}`,
      request: { ...usual, ...request },
      through: [],
      judge: (answer) => judge(outcomeOf(answer)),
      ...(as ? { as } : {}),
    })),
    {
      operationId,
      name: `${operationId} counts against a limit`,
      request: usual,
      through: [],
      judge: limitJudge(entry, usual.body),
    },
    publicationCase(entry),
  ]
}

/** The operation that answers with the contract itself. */
const CONTRACT = 'getContract'

/** What is published is what the public may call, and nothing else. */
function publicationCase({ operation: { operationId, 'x-audience': audience } }: OperationEntry): Case {
  return {
    operationId,
    name: `${operationId} is ${audience === 'public' ? '' : 'not '}published`,
    request: { path: {}, query: {}, headers: {} },
    sentTo: CONTRACT,
    through: [],
    judge({ body }) {
      const isThere = operationsOf(body as OpenApiDocument).some(
        ({ operation }) => operation.operationId === operationId,
      )
      return isThere === (audience === 'public')
        ? undefined
        : `it is ${isThere ? '' : 'not '}at /openapi.json`
    },
  }
}

interface Edge {
  readonly name: string
  readonly as?: Caller
  /** What is different from the usual request. */
  readonly request?: Partial<Wanted>
  readonly judge: (outcome: Outcome) => string | undefined
}

function credentialEdges({ operation }: OperationEntry): Edge[] {
  const { security = [] } = operation
  if (security.length === 0) return [{ name: 'without a credential', as: 'nobody', judge: handled }]
  return [
    { name: 'without a credential', as: 'nobody', judge: refusedAs('invalid-token') },
    ...(security.some((one) => 'accountBearer' in one)
      ? [{ name: 'with a bearer token', as: 'bearer' as const, judge: handled }]
      : []),
  ]
}

/**
 * Whoever holds one of the roles alone is let in, whoever holds only others is not. Roles come before values (decision
 * A5): with a parameter that there is not, no record is looked for that others may have put out of reach.
 */
function roleEdges(document: OpenApiDocument, { operation }: OperationEntry): Edge[] {
  const roles = operation['x-roles'] ?? []
  if (roles.length === 0) return []
  const isForbidden = refusedAs('forbidden')
  return Object.keys(document['x-roles']).map((role) => ({
    name: `as an account that is ${role} alone`,
    as: { role },
    request: { query: { colour: 'red' } },
    judge: roles.includes(role)
      ? (outcome) => (outcome.code === 'forbidden' ? `the role is enough, and ${told(outcome)}` : undefined)
      : isForbidden,
  }))
}

function bodyEdges({ operation }: OperationEntry, body: unknown): Edge[] {
  const limit = operation['x-body-limit']
  if (limit === undefined || body === undefined) return []
  const text = JSON.stringify(body)
  return [
    { name: 'with a body as large as allowed', request: { text: text.padEnd(limit) }, judge: handled },
    {
      name: 'with a body one byte too large',
      request: { text: text.padEnd(limit + 1) },
      judge: refusedAs('body-too-large'),
    },
    { name: 'with a body that is no JSON', request: { text: '{' }, judge: refusedAs('malformed-json') },
    {
      name: 'with a body of another type',
      request: { text, headers: { 'content-type': 'text/plain' } },
      judge: refusedAs('unsupported-media-type'),
    },
  ]
}

/** What is left of the quota is told where there is one, and a batch costs as many requests as it has items. */
function limitJudge({ operation }: OperationEntry, body: unknown): Case['judge'] {
  const policy = operation['x-rate-limit']
  const cost = policy === 'account-per-item' && Array.isArray(body) ? body.length : 1
  return ({ headers }, spent) => {
    const tells = headers.has('ratelimit')
    if (policy === 'none') return tells ? 'it has no limit, and the answer tells of one' : undefined
    if (!tells) return 'it is limited, and the answer does not tell'
    // More may be: a request whose answer from Redis got lost is counted again.
    return spent === undefined || spent >= cost ? undefined : `it costs ${cost}, and ${spent} were counted`
  }
}
