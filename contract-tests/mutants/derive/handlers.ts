import { operationsOf } from '../../../scripts/generate/document.ts'
import { Schemas } from '../../fuzz/schema.ts'
import type { WholeContract } from '../contract.ts'

/** What a handler could do to its answer by mistake. */
export type Slip =
  | { readonly kind: 'status'; readonly to: number }
  | { readonly kind: 'header'; readonly name: string; readonly how: 'drop' | 'change' }
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly how: How }
  | { readonly kind: 'body' }

export type How = 'drop' | 'rename' | 'retype' | 'change'
export const HOWS: readonly How[] = ['drop', 'rename', 'retype', 'change']
/** In the path of a field: every item of a list. */
export const EACH = '[]'

/** A mistake in one handler, seen in its successes of one status. */
export interface HandlerMutant {
  readonly id: string
  readonly family: 'handler'
  readonly operationId: string
  readonly status: number
  readonly slip: Slip
}

/** Headers that the handler itself gives; the others are the edge's, the same for all operations. */
const OF_THE_EDGE = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'ETag']

/** Every success of every operation with another status, without a header, and with each field wrong in each way. */
export function handlerMutants({ document }: WholeContract): HandlerMutant[] {
  const schemas = new Schemas(document)
  return operationsOf(document).flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, reference]) => {
        const { headers = {}, content = {} } = schemas.resolved<Response>(reference)
        const mutant = (name: string, slip: Slip): HandlerMutant => ({
          id: `${operation.operationId} answers ${status}${name}`,
          family: 'handler',
          operationId: operation.operationId,
          status: Number(status),
          slip,
        })
        const schema = content['application/json']?.schema
        return [
          mutant(':change', { kind: 'status', to: status === '200' ? 202 : 200 }),
          ...Object.keys(headers)
            .filter((name) => !OF_THE_EDGE.includes(name))
            .flatMap((name) =>
              (['drop', 'change'] as const).map((how) =>
                mutant(` ${name}:${how}`, { kind: 'header', name: name.toLowerCase(), how }),
              ),
            ),
          ...(schema ? [mutant(' body:drop', { kind: 'body' })] : []),
          ...(schema ? fieldsOf(schemas, schema) : []).flatMap((path) =>
            HOWS.map((how) => mutant(` ${path.join('.')}:${how}`, { kind: 'field', path, how })),
          ),
        ]
      }),
  )
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

/** Every field that a schema knows, at every level. */
function fieldsOf(schemas: Schemas, node: object, above: readonly string[] = []): (readonly string[])[] {
  const { properties = {}, items } = schemas.resolved<{
    readonly properties?: Readonly<Record<string, object>>
    readonly items?: object
  }>(node)
  return [
    ...Object.entries(properties).flatMap(([name, child]) => [
      [...above, name],
      ...fieldsOf(schemas, child, [...above, name]),
    ]),
    ...(items ? fieldsOf(schemas, items, [...above, EACH]) : []),
  ]
}
