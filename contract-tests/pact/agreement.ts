import { Comparator, type Result } from '@pactflow/openapi-pact-comparator'
import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import events from '../../services/shared/contract/generated/events.json' with { type: 'json' }
import { bodyOf, interactionsOf, type Interaction, type Pact, type Request, type Response } from './pact.ts'

type Json = Readonly<Record<string, any>>

/** Headers of tracing, which every operation accepts without declaring them. */
const TRACING = ['traceparent', 'x-request-id']

/**
 * Compares each request, response and message of a pact with the contract, with the comparator of PactFlow.
 * @returns the differences
 */
export async function disagreements(pact: Pact): Promise<string[]> {
  const comparator = new Comparator({ oas: comparable(), asyncapi: messages })
  const { consumer, provider } = pact
  const comparedPact = {
    consumer,
    provider,
    interactions: interactionsOf(pact).map(toComparatorForm),
    metadata: { pactSpecification: { version: '4.0' } },
  }
  const faults: string[] = []
  for await (const result of comparator.compare(comparedPact))
    if (isFault(result)) faults.push(...describe(result))
  return faults
}

const isFault = ({ type, code, message }: Result): boolean =>
  type !== 'info' &&
  !(code === 'request.header.unknown' && TRACING.some((name) => message.endsWith(` ${name}`)))

const describe = ({ mockDetails, message, causes = [] }: Result): string[] =>
  (causes.length > 0 ? causes : [{ mockDetails, message }]).map(
    (each) => `"${mockDetails?.interactionDescription}": ${each.message} (${each.mockDetails?.location})`,
  )

/** The comparator parses the value of a header unless the schema in place says that it is a string. */
function comparable(): Json {
  const document: Json = structuredClone(contract) // the comparator writes into it
  const { parameters, schemas } = document['components']
  for (const parameter of Object.values<any>(parameters)) {
    const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(parameter.schema.$ref ?? '') ?? []
    if (name) parameter.schema = schemas[name]
  }
  return document
}

/** An AsyncAPI document with one operation for each type of message. */
const messages = {
  asyncapi: '3.0.0',
  info: { title: 'Rollcall events', version: '1.0.0' },
  operations: Object.fromEntries(
    Object.entries<Json>(events).map(([type, { $schema: _, ...payload }]) => [
      type,
      { action: 'send', channel: { $ref: '#/channels/none' }, messages: [{ payload }] },
    ]),
  ),
}

/**
 * Converts an interaction to the form that the comparator needs: version 4, a path of the document, bodies with their
 * type, and messages with a reference to their operation.
 */
function toComparatorForm(interaction: Interaction): object {
  const { request, response, metadata, description, contents } = interaction
  if (!request || !response) {
    const operationId = Object.keys(events).find(
      (name) => metadata?.['type'] === name || description.includes(name),
    )
    return {
      ...interaction,
      contents: { contentType: 'application/json', content: bodyOf(contents) },
      comments: { references: { AsyncAPI: { operationId } } },
    }
  }
  const prefixes = contract.servers.map(({ url }) => url.replace(/\/$/, '')).filter(Boolean)
  const prefix = prefixes.find((each) => request.path.startsWith(`${each}/`)) ?? ''
  const requestPath = request.path.slice(prefix.length)
  const path = requestPath in contract.paths ? requestPath : requestPath.replace(/\/?$/, '/')
  return {
    ...interaction,
    type: 'Synchronous/HTTP',
    request: { ...typed(request), path },
    response: typed(response),
  }
}

/** A body without a type is JSON. */
function typed<Part extends Request | Response>(part: Part): object {
  const content = bodyOf(part.body)
  if (content === undefined) return { ...part, body: undefined }
  const { 'Content-Type': contentType = 'application/json' } = part.headers ?? {}
  return {
    ...part,
    headers: { 'Content-Type': contentType, ...part.headers },
    body: { contentType, content },
  }
}
