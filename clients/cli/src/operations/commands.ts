import { flagOption, type Argument, type Arguments } from '../commands/arguments.ts'
import { requireEach } from '../commands/each-id.ts'
import { untilNoneRemains } from '../commands/reasons.ts'
import { list, operation, table, type Command, type Noun } from '../commands/table.ts'
import type { Api } from '../context.ts'
import { capitalized, type Output } from '../output.ts'
import { isOfRequest, send, type Entry } from './calls.ts'
import { change, changeFieldsOf } from './changes.ts'
import { argumentsOf } from './fields.ts'
import { BY_HAND, SHORT_NOUNS, OVERRIDES, SHOWN } from './overrides.ts'
import {
  OPERATIONS,
  recordName,
  type Field,
  type Given,
  type OperationId,
  type Override,
  type Text,
} from './contract.ts'

/**
 * The nouns with the commands of all operations: those that are written by hand, and one for each other
 * operation of the contract.
 * @throws Error if two commands have one name
 */
export function withOperations(nouns: Readonly<Record<string, Noun>>): Readonly<Record<string, Noun>> {
  const all = new Map(Object.entries(nouns).map(([name, noun]) => [name, { ...noun }]))
  for (const entry of Object.keys(OPERATIONS).flatMap((id) => entriesOf(id as OperationId))) {
    const noun = all.get(entry.noun) ?? {
      describe: capitalized(entry.noun.replaceAll('-', ' ')),
      commands: {},
    }
    const commands = commandsOf(entry)
    const verbs = new Set(Object.keys(noun.commands).map(verbOf))
    const twice = Object.keys(commands).find((usage) => verbs.has(verbOf(usage)))
    if (twice !== undefined)
      throw new Error(
        `${entry.id}: there is a command \`rollcall ${entry.noun} ${verbOf(twice)}\`. Use another verb in ` +
          'the operationId or the path, or set one in clients/cli/src/operations/overrides.ts.',
      )
    all.set(entry.noun, { ...noun, commands: { ...commands, ...noun.commands } })
  }
  return Object.fromEntries(all)
}

/** The command of an operation that is written by hand. */
export const byHand = (id: OperationId) =>
  Object.keys(BY_HAND).find((command) => BY_HAND[command]?.includes(id))

const verbOf = (usage: string) => usage.split(' ', 1)[0] ?? ''

function entriesOf(id: OperationId): Entry[] {
  if (byHand(id) !== undefined) return []
  const contract = OPERATIONS[id]
  return [OVERRIDES[id] ?? {}].flat().map((override: Override) => ({
    id,
    contract,
    override,
    fields: fieldsOf(contract.fields, override),
    noun: SHORT_NOUNS[contract.noun] ?? contract.noun,
    verb: override.verb ?? contract.verb,
  }))
}

/** The fields as the command has them, arguments first. */
function fieldsOf(
  fields: readonly Field[],
  { names = {}, required = {}, without = [], arguments: order = [] }: Override,
): Field[] {
  const position = ({ in: place, parameter }: Field) => (place === 'path' ? -1 : order.indexOf(parameter))
  return fields
    .filter(({ parameter }) => !without.includes(parameter))
    .toSorted((a, b) => position(a) - position(b))
    .map((field) => {
      const { parameter, name, list } = field
      const isArgument = field.in === 'path' || order.includes(parameter)
      return {
        ...field,
        isArgument,
        // `retry [ids..]`, but `--id`.
        name: names[parameter] ?? (isArgument && list ? parameter : name),
        required: required[parameter] ?? field.required === true,
        describe: withCommands(field.describe),
      }
    })
}

/** The commands of an operation; one that replaces a record also gives those that change some of it. */
function commandsOf(entry: Entry): Record<string, Command> {
  const { contract, verb, override } = entry
  const command = commandOf(entry)
  const run: Command['run'] = (context, given) =>
    command.run(context, (override.prepare?.(given) ?? given) as never)
  const own: Record<string, Command> = { [usageOf(verb, entry.fields)]: { ...command, run } }
  if (contract.readBy === undefined) return own
  const noun = recordName(contract.noun)
  const update = { describe: `Change a ${noun}. What is not given is unchanged`, sets: undefined }
  for (const [name, change] of Object.entries({ update, ...override.changes }))
    own[usageOf(name, entry.fields)] = changeOf({ ...entry, verb: name }, contract.readBy, change)
  return own
}

/** A command that reads a record and writes it with changes. */
function changeOf(
  entry: Entry,
  readBy: OperationId,
  { describe, sets }: { readonly describe: string; readonly sets: object | undefined },
): Command {
  const { contract } = entry
  const ofPath = entry.fields.filter(isOfRequest)
  const options = sets ? [] : changeFieldsOf(entry)
  const example = options.filter((field) => field.example !== undefined).slice(0, 1)
  const shownFields = [...ofPath, ...example.map((field) => ({ ...field, required: true }))]
  return operation({
    ...textsOf({ ...entry, override: { describe }, fields: shownFields }),
    ...shownBy(contract.schema),
    arguments: argumentsOf([...ofPath, ...options]),
    call: (api, given: Given) => change(api, { entry, readBy, sets }, given),
  })
}

const usageOf = (verb: string, fields: readonly Field[]) =>
  [verb, ...fields.filter(({ isArgument }) => isArgument).map(placeholder)].join(' ')

/** A text of the contract with verbs instead of the operations that it names. */
const withCommands = (text: string) =>
  text.replaceAll(/`(\w+)`/g, (word, id: OperationId) => {
    if (OPERATIONS[id] === undefined) return word
    const [override] = [OVERRIDES[id] ?? {}].flat()
    return `\`${byHand(id)?.split(' ').at(-1) ?? override?.verb ?? OPERATIONS[id].verb}\``
  })

function placeholder({ name, list, required }: Field): string {
  const words = `${name}${list ? '..' : ''}`
  return required ? `<${words}>` : `[${words}]`
}

/** The command of one operation. */
function commandOf(entry: Entry): Command {
  const { contract, override } = entry
  requireNames(entry)
  const texts = textsOf(entry)
  const all = { ...texts, arguments: allArguments(entry) }
  const columns = (override.columns?.split(' ') ?? contract.columns) as never[]
  if (contract.returns === 'page')
    return list({
      ...all,
      ...shownBy(contract.schema),
      columns,
      ifNone: () => override.ifNone,
      call: (api, given: Given, page) => send(api, entry, given, page),
    })
  const value = async (api: Api, given: Given): Promise<never> => (await send(api, entry, given)).value()
  if (contract.returns === 'list') return table({ ...all, columns, call: value })
  const { question, message } = questionAndMessage(entry)
  const { repeats } = contract
  return operation({
    ...all,
    ...shownBy(contract.schema),
    ...(question !== undefined && { question: (given: Given) => filled(question, given) }),
    ...(override.warning !== undefined && { warning: override.warning }),
    message: (given: Given) => filled(message, given),
    call: (api, given: Given) =>
      repeats === undefined ? value(api, given) : untilNoneRemains(repeats, () => value(api, given)),
    check: (result: object | void, given: Given) => {
      const { leftOut } = override
      const ids = entry.fields.find(({ list }) => list)
      if (leftOut === undefined || ids === undefined || repeats === undefined) return
      const named = given[ids.name] as []
      if (named.length > 0)
        requireEach(named, (result as Record<string, number>)[repeats], filled(leftOut, given) ?? '')
    },
  })
}

function shownBy(schema = '') {
  const shown = SHOWN[schema]
  if (shown === undefined) return {}
  return { shown: (record: object, { json }: Output) => (json ? record : shown(record as never)) }
}

/** Removing asks, and says what was done. */
function questionAndMessage({ contract, override, verb, noun, fields }: Entry) {
  const name = `${recordName(noun)} {${fields.at(-1)?.name ?? ''}}`
  const removes = contract.method === 'DELETE'
  return {
    question: override.question ?? (removes ? `${capitalized(verb)} ${name} for good?` : undefined),
    message:
      override.message ??
      (removes ? `${capitalized(name)} is deleted.` : contract.returns === 'nothing' ? 'Done.' : undefined),
  }
}

const NAMES = /\{([\w-]+)\}/g

/** The text with the values of the command line. */
function filled(text: Text | undefined, given: Given): string | undefined {
  if (typeof text === 'function') return text(given as never)
  return text?.replaceAll(NAMES, (_, name: string) => String(given[name]))
}

/** @throws Error if a text names what the command does not have */
function requireNames({ id, override: { question, message, leftOut }, fields }: Entry): void {
  for (const text of [question, message, leftOut])
    for (const [, name] of typeof text === 'string' ? text.matchAll(NAMES) : [])
      if (!fields.some((field) => field.name === name))
        throw new Error(`${id}: there is no argument or option ${name}; see overrides.ts.`)
}

function allArguments({ contract, override, fields }: Entry): Arguments {
  const flags = Object.entries(override.flags ?? {}).map(([name, { describe }]): [string, Argument] => [
    name,
    flagOption(describe),
  ])
  return {
    ...argumentsOf(fields),
    ...Object.fromEntries(flags),
    ...(contract.preview && { 'dry-run': flagOption('run every check, write nothing') }),
  }
}

/** Help and examples. */
function textsOf({ contract, override, fields, verb }: Entry) {
  const describe =
    override.describe ?? contract.describe + (contract.readBy ? '. What is not given gets its default' : '')
  const needed = fields
    .filter(({ required }) => required)
    .map((field) => (field.isArgument ? exampleOf(field) : `--${field.name} ${exampleOf(field)}`))
  const [meaning = ''] = describe.split(/\. |;/)
  const example = { [[verb, ...needed].join(' ')]: meaning.charAt(0).toLowerCase() + meaning.slice(1) }
  return { describe, examples: override.examples ?? example }
}

const exampleOf = ({ example = '', type }: Field) => {
  const text = example || (type === 'integer' ? '1' : 'text')
  return text.includes(' ') ? `"${text}"` : text
}
