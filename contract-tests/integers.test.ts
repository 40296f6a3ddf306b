import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const GENERATED = join(__dirname, '../services/platform/contract/generated')

/** The places of all schemas of whole numbers, and of those that name an id. */
function* schemasIn(
  node: unknown,
  place: string,
): Generator<[place: string, schema: Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Record<string, unknown>
  if (typeof schema['type'] === 'string') yield [place, schema]
  for (const [name, child] of Object.entries(schema))
    if (name !== 'example' && name !== 'examples') yield* schemasIn(child, `${place}/${name}`)
}

const contracts = readdirSync(GENERATED).filter((name) => /^openapi.*\.json$/.test(name))

it.each(contracts)('%s: every whole number has a format, and every id of a record is int64 (S7)', (name) => {
  const found = [...schemasIn(JSON.parse(readFileSync(join(GENERATED, name), 'utf8')), '')]
  const integers = found.filter(([, { type }]) => type === 'integer')
  expect(integers.filter(([, { format }]) => format !== 'int32' && format !== 'int64')).toEqual([])
  const ids = found.filter(
    ([place, { type }]) => /\/properties\/(id|\w+Id)$/.test(place) && type !== 'string',
  )
  expect(ids.filter(([, { format }]) => format !== 'int64')).toEqual([])
})
