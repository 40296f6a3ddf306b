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

/** A value of the schema, in which each text that may be any text is this one. */
function filled(schema: object, text: string): unknown {
  const { allOf, oneOf, anyOf, ...own } = dereferenced<Schema>(document, schema)
  if (allOf) return Object.assign({}, ...[...allOf, own].map((part: object) => filled(part, text)))
  if (oneOf ?? anyOf) return filled((oneOf ?? anyOf)[0], text)
  if (own.enum) return own.enum[0]
  if (own.items) return [filled(own.items, text)]
  if (own.type === 'string') return own.format === 'date-time' ? '2024-01-15T14:58:41Z' : text
  if (own.type === 'integer' || own.type === 'number') return 1
  if (own.type === 'boolean') return own.example ?? true
  const fields = Object.entries<object>(own.properties ?? {}).map(([name, field]) => [
    name,
    filled(field, text),
  ])
  return { ...Object.fromEntries(fields), [text]: text }
}

interface Answer {
  readonly status: number
  /** In JSON. */
  readonly body: string
}

/** What the contract lets an operation answer, with this text in each place; an error if there is none. */
export function answerOf(method: string, url: string, text: string, fails = false): Answer {
  const { responses = {} } = findOperation(method, url) ?? {}
  const [status, success] = Object.entries(responses).find(([code]) => code < '300') ?? []
  const error = { status: 500, code: text, title: text, detail: text, error: text, requestId: text }
  // Some commands report a rejection, and go on.
  if (fails || success === undefined) return { status: fails ? 422 : 500, body: JSON.stringify(error) }
  const { content = {} } = dereferenced<{ content?: Schema }>(document, success)
  const schema = content['application/json']?.schema
  return { status: Number(status), body: schema ? JSON.stringify(filled(schema, text)) : '' }
}

/** After as many requests of one command it fails: some ask until nothing is left. */
const MAX_ANSWERS = 10

/** A server of all services that answers so. */
export async function startStranger(text: string) {
  let answers = MAX_ANSWERS
  const server = createServer(({ method = '', url = '' }, response) => {
    const { status, body } = answerOf(method, url, text, answers-- <= 0)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @param succeeds whether the next requests do */
    answer: (succeeds: boolean) => void (answers = succeeds ? MAX_ANSWERS : 0),
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
