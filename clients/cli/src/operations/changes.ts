import { readModifyWrite } from '../commands/read-modify-write.ts'
import type { Api } from '../context.ts'
import { UsageError } from '../errors.ts'
import { callOf, isOfBody, isOfRequest, type Entry } from './calls.ts'
import { forClient, valuesOf } from './fields.ts'
import { TYPES } from './overrides.ts'
import { recordName, type Field, type Given, type OperationId } from './contract.ts'

const isListOfObjects = ({ list, type }: Field) => list !== undefined && type === 'json'

/** The options of a change: of a list of objects, `--add-grant` and `--remove-grant`. */
export const changeFieldsOf = ({ fields }: Entry): Field[] =>
  fields.filter(isOfBody).flatMap((field) => {
    const names = isListOfObjects(field) ? [`add-${field.name}`, `remove-${field.name}`] : [field.name]
    return names.map((name) => ({ ...field, name, required: false }))
  })

/** Reads a record and writes it with changes: `sets`, by default what the options give. */
export async function change(
  api: Api,
  { entry, readBy, sets }: { entry: Entry; readBy: OperationId; sets: object | undefined },
  given: Given,
): Promise<Record<string, unknown>> {
  const { id, contract, override, fields } = entry
  const ofBody = fields.filter(isOfBody)
  const path = valuesOf(fields.filter(isOfRequest), given)
  const replaced = ofBody.filter((field) => !isListOfObjects(field))
  const changes: Record<string, unknown> = { ...(sets ?? valuesOf(replaced, given)) }
  await override.before?.(api, changes)
  const name = recordName(contract.noun)
  return readModifyWrite(
    `${name} ${String(Object.values(path).at(-1))}`,
    () => callOf(api, readBy)(path),
    async (current: Record<string, unknown>, ifMatch) => {
      const kept = ofBody.map((field): [string, unknown] => [
        field.parameter,
        isListOfObjects(field)
          ? listWithChanges(field, current[field.parameter] as [], { name, given })
          : forClient(field, current[field.parameter]),
      ])
      const body = { ...Object.fromEntries(kept), ...changes }
      return (await callOf(api, id)({ ...path, [contract.body ?? '']: body, ...ifMatch })).value()
    },
  )
}

/** @throws UsageError if something that is to be removed is not there */
function listWithChanges(
  { name: option, schema = '' }: Field,
  current: readonly unknown[] = [],
  { name, given }: { name: string; given: Given },
): unknown[] {
  const [added, removed] = [`add-${option}`, `remove-${option}`].map((one) => (given[one] ?? []) as unknown[])
  const text = (value: unknown) => TYPES[schema]?.text(value as never) ?? JSON.stringify(value)
  const byText = new Map([...current, ...(added ?? [])].map((value) => [text(value), value]))
  for (const value of removed ?? [])
    if (!byText.delete(text(value)))
      throw new UsageError(`The ${name} does not have the ${option} ${text(value)}.`)
  return [...byText.values()]
}
