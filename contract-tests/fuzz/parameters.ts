import type { OpenApiDocument, OperationEntry } from '../../scripts/generate/document.ts'
import { handled, outcomeOf, type Case, type Wanted } from './case.ts'
import { refusedNaming } from './refusals.ts'
import { examplesOf, parametersOf, shown, trail, usualRequest, type Parameter } from './requests.ts'
import type { Schema, Schemas } from './schema.ts'
import { candidates } from './values.ts'

/**
 * Only a page gives one that the service takes: of those that the contract takes, the one that it shows. What a list
 * hangs on is looked for first, so below something that there is not the contract alone decides, and all can be tried.
 */
const OPAQUE = 'cursor'
/** An id that nothing has. */
const NOWHERE = 987_654_321

/** Each parameter with every value worth sending, and one parameter that there is not. */
export function parameterCases(
  document: OpenApiDocument,
  schemas: Schemas,
  entry: OperationEntry,
  seed: number,
): Case[] {
  const usual = usualRequest(document, schemas, entry)
  const { operationId } = entry.operation
  const parameters = parametersOf(document, schemas, entry)
  const path = Object.fromEntries(
    parameters.filter((one) => one.parameter.in === 'path').map((one) => [one.parameter.name, NOWHERE]),
  )
  const hangsOnAnother = Object.keys(path).length > 0
  return [
    ...parameters.flatMap((described) => {
      const { parameter } = described
      const isOpaque = parameter.name === OPAQUE
      const { schema, through } = trail(schemas, parameter.schema)
      const values = [...examplesOf(parameter), ...candidates(schemas, schema, seed)]
      const texts = values.filter((value) => canTravel(parameter.in, value))
      return [...new Set(texts.map(String))]
        .map((text) => ({ text, accepted: accepts(schemas, parameter, schema, text) }))
        .filter(
          ({ text, accepted }) =>
            !accepted || !isOpaque || hangsOnAnother || examplesOf(parameter).includes(text),
        )
        .map(({ text, accepted }): Case => ({
          operationId,
          name: `${operationId} ${parameter.in} ${parameter.name}: ${shown(text)}`,
          request: withParameter(isOpaque ? { ...usual, path } : usual, parameter, text),
          through: [...through, ...described.through],
          judge: (answer) => (accepted ? handled : refusedNaming(parameter.name))(outcomeOf(answer)),
        }))
    }),
    ...(entry.operation['x-rate-limit'] === 'none' && entry.operation['x-audience'] === 'public'
      ? [] // the contract itself takes whatever query a tool adds
      : [
          {
            operationId,
            name: `${operationId} query colour: "red"`,
            request: { ...usual, query: { colour: 'red' } },
            through: [],
            judge: (answer) => refusedNaming('colour')(outcomeOf(answer)),
          } satisfies Case,
        ]),
  ]
}

function withParameter(usual: Wanted, parameter: Parameter, text: string): Wanted {
  const place = { path: 'path', query: 'query', header: 'headers' } as const
  const key = place[parameter.in]
  return { ...usual, [key]: { ...usual[key], [parameter.name]: text } }
}

/** What HTTP itself can carry in this place. */
function canTravel(place: Parameter['in'], value: unknown): value is string | number {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value)
  if (place === 'path') return text !== '' && text !== '.' && text !== '..' && !/[\ud800-\udfff]/.test(text)
  if (place === 'query') return !/[\ud800-\udfff]/.test(text)
  return text !== '' && /^[\x21-\x7e\xa0-\xff]([\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?$/.test(text)
}

/** A parameter is text: an integer has to be digits (decision S3). */
function accepts(schemas: Schemas, { schema }: Parameter, resolved: Schema, text: string): boolean {
  if (resolved['type'] === 'integer' && !/^-?\d+$/.test(text)) return false
  return schemas.accepts({ type: 'object', properties: { value: schema } }, { value: text }, { coerce: true })
}
