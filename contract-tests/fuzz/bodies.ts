import type { OpenApiDocument, OperationEntry } from '../../scripts/generate/document.ts'
import type { Answer } from '../../services/shared/tests/kit/client.ts'
import { handled, outcomeOf, type Case, type Outcome } from './case.ts'
import { refusedNaming } from './refusals.ts'
import { bodySchema, jsonOf, shown, trail, usualRequest } from './requests.ts'
import type { Schema, Schemas } from './schema.ts'
import { candidates, example } from './values.ts'

/** A place in a body where a value stands, and the schema that it has there. */
interface Slot {
  readonly field: string
  readonly schema: Schema
  readonly through: readonly string[]
  /** The whole that holds the value, with `value` in its place; `undefined` leaves it out. */
  readonly holding: (value: unknown) => unknown
}

/** Each field of a body with every value worth sending, without it, and one field that there is not. */
export function bodyCases(
  document: OpenApiDocument,
  schemas: Schemas,
  entry: OperationEntry,
  seed: number,
): Case[] {
  const schema = bodySchema(entry)
  if (!schema) return []
  const usual = usualRequest(document, schemas, entry)
  const { operationId } = entry.operation
  const root = trail(schemas, schema)
  const itemName = root.schema['x-item-schema'] as string | undefined
  const cases = casesBelow(root, schema, usual.body).map(
    ({ field, value, body, accepted, through }): Case => ({
      operationId,
      name: `${operationId} body ${field}: ${shown(value)}`,
      request: { ...usual, body },
      through,
      judge: (answer) => (accepted ? handled : refusedNaming(field))(outcomeOf(answer)),
    }),
  )
  if (itemName === undefined) return cases
  const itemSchema = { $ref: `#/components/schemas/${itemName}` }
  const [first] = usual.body as unknown[]
  return [
    ...cases,
    ...casesBelow(trail(schemas, itemSchema), itemSchema, first).map(
      ({ field, value, body, accepted, through }): Case => ({
        operationId,
        name: `${operationId} item ${field}: ${shown(value)}`,
        request: { ...usual, body: [body] },
        through,
        judge: (answer) => (accepted ? handled : refusedNaming(field))(itemOutcomeOf(answer)),
      }),
    ),
  ]

  function casesBelow(top: ReturnType<typeof trail>, against: object, usually: unknown) {
    const slots = slotsOf(schemas, { field: '', ...top, holding: (value) => value }, usually)
    return slots.flatMap((slot) => {
      const values = [...candidates(schemas, slot.schema, seed), undefined]
      const wholes = values.map((value) => ({ value, body: slot.holding(value) }))
      return (
        wholes
          .filter(({ body }, i) => wholes.findIndex((one) => sameJson(one.body, body)) === i)
          .filter(({ body }) => body !== undefined)
          .map(({ value, body }) => ({ value, body, accepted: schemas.accepts(against, body) }))
          // Which of its optional fields a body has to have is the service's own rule, where it has one.
          .filter(
            ({ value, body, accepted }) => !(accepted && (isWhole(slot, body) || isServiceRule(slot, value))),
          )
          .map((one) => ({ ...one, field: slot.field, through: slot.through }))
      )
    })
  }
}

const sameJson = (a: unknown, b: unknown): boolean => jsonOf(a) === jsonOf(b)

const isWhole = ({ field }: Slot, body: unknown): boolean => field === '' && !Array.isArray(body)

/** A create needs one parameter of each kind; its schema does not say so, for it would hide which is missing. */
const isServiceRule = ({ through }: Slot, value: unknown): boolean =>
  value === undefined && through.includes('schemas/RegistrationCreate')

/** A refused item of a batch has its own status, in an answer that is a success. */
function itemOutcomeOf(answer: Answer): Outcome {
  if (answer.status !== 200) return outcomeOf(answer)
  const [first] = answer.body as Outcome[]
  return first ?? { status: 0, code: undefined, detail: 'an empty list' }
}

/** Every place below a value whose schema is known, the place of an unknown field among them. */
function slotsOf(schemas: Schemas, slot: Slot, usual: unknown): Slot[] {
  const { properties, items } = slot.schema as { properties?: Record<string, object>; items?: object }
  const fields = (typeof usual === 'object' ? usual : {}) as Record<string, unknown>
  const within = (name: string) => (slot.field === '' ? name : `${slot.field}.${name}`)
  return [
    slot,
    ...Object.entries(properties ?? {}).flatMap(([name, property]) => {
      const { schema, through } = trail(schemas, property)
      const next: Slot = {
        field: within(name),
        schema,
        through: [...slot.through, ...through],
        holding: (value) =>
          slot.holding(value === undefined ? without(fields, name) : { ...fields, [name]: value }),
      }
      return slotsOf(schemas, next, fields[name] ?? example(schemas, property))
    }),
    ...(properties ? [unknownField(slot, within('unknownField'), fields)] : []),
    ...(items && Object.keys(items).length > 0 ? itemSlots(schemas, slot, items, usual) : []),
  ]
}

function unknownField(slot: Slot, field: string, fields: Readonly<Record<string, unknown>>): Slot {
  return {
    field,
    schema: { enum: [1] },
    through: slot.through,
    holding: (value) => slot.holding(value === undefined ? fields : { ...fields, unknownField: value }),
  }
}

function itemSlots(schemas: Schemas, slot: Slot, items: object, usual: unknown): Slot[] {
  const { schema, through } = trail(schemas, items)
  const next: Slot = {
    field: slot.field,
    schema,
    through: [...slot.through, ...through],
    holding: (value) => slot.holding(value === undefined ? [] : [value]),
  }
  return slotsOf(schemas, next, (usual as unknown[] | undefined)?.[0] ?? example(schemas, items))
}

function without(fields: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
}
