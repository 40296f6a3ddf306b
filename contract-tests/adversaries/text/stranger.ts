import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { COMMANDS } from '../../../clients/cli/src/command-line.ts'
import { dereferenced, type OpenApiDocument } from '../../../local/contract/document.ts'
import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { operationFinder } from '../../../testing/find-operation.ts'
import { operations } from '../../operations.ts'
import { runInBash } from './readers.ts'

const document = contract as unknown as OpenApiDocument
const findOperation = operationFinder(operations.map((one) => ({ ...one, method: one.method.toLowerCase() })))

interface Schema {
  readonly [key: string]: any
}

/** How a server answers: an error, all that the contract allows, or that without records in others. */
export const WAYS = ['error', 'whole', 'bare'] as const
type Way = (typeof WAYS)[number]

/** A value of the schema, in which each text that may be any text is this one. */
function filled(schema: object, text: string, way: Way): unknown {
  const { allOf, oneOf, anyOf, ...own } = dereferenced<Schema>(document, schema)
  if (allOf) return Object.assign({}, ...[...allOf, own].map((part: object) => filled(part, text, way)))
  if (oneOf ?? anyOf) return filled((oneOf ?? anyOf)[0], text, way)
  if (own.enum) return own.enum[0]
  if (own.items) return [filled(own.items, text, way)]
  if (own.type === 'string') return own.format === 'date-time' ? '2024-01-15T14:58:41Z' : text
  if (own.type === 'integer' || own.type === 'number') return 1
  if (own.type === 'boolean') return own.example ?? true
  const fields = Object.entries<object>(own.properties ?? {})
    .filter(([name, field]) => way === 'whole' || own.required?.includes(name) || !isRecord(field))
    .map(([name, field]) => [name, filled(field, text, way)])
  return { ...Object.fromEntries(fields), [text]: text }
}

const isRecord = (schema: object) => dereferenced<Schema>(document, schema).type === 'object'

interface Answer {
  readonly status: number
  /** In JSON. */
  readonly body: string
}

/** What the contract lets an operation answer, with this text in each place; an error if there is none. */
export function answerOf(method: string, url: string, text: string, way: Way = 'whole'): Answer {
  const { responses = {} } = findOperation(method, url) ?? {}
  const [status, success] = Object.entries(responses).find(([code]) => code < '300') ?? []
  const error = { status: 500, code: text, title: text, detail: text, error: text, requestId: text }
  // Some commands report a rejection, and go on.
  if (way === 'error' || success === undefined)
    return { status: way === 'error' ? 422 : 500, body: JSON.stringify(error) }
  const { content = {} } = dereferenced<{ content?: Schema }>(document, success)
  const schema = content['application/json']?.schema
  return { status: Number(status), body: schema ? JSON.stringify(filled(schema, text, way)) : '' }
}

/** After as many requests of one command it fails: some ask until nothing is left. */
const MAX_ANSWERS = 10

/** A server of all services that answers so. */
export async function startStranger(text: string) {
  let [answers, way]: [number, Way] = [MAX_ANSWERS, 'whole']
  const server = createServer(({ method = '', url = '' }, response) => {
    const { status, body } = answerOf(method, url, text, answers-- > 0 ? way : 'error')
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next: Way) => void ([answers, way] = [MAX_ANSWERS, next]),
    async stop() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Those that never end, and those that read a file first. */
const NOT_RUN = /\b(?:listen|[\w-]+\.(?:csv|ndjson)|templates preview \.)/

/** The arguments of each command of the command line that the help shows. */
export function shownCommands(): string[][] {
  const lines = Object.entries(COMMANDS).flatMap(([name, one]) =>
    'commands' in one
      ? Object.values(one.commands).flatMap(({ examples }) =>
          Object.keys(examples).map((line) => `${name} ${line}`),
        )
      : Object.keys(one.examples),
  )
  const run = lines.filter((line) => !NOT_RUN.test(line)).map((line) => `rollcall ${line}`)
  return runInBash(run.join('\n')).calls as string[][]
}
