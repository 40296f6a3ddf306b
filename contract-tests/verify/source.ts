import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, CommandError } from '../../local/support/command-error.ts'
import { interactionsOf, type Interaction, type Pact } from '../../testing/pact/pact.ts'

/** The exit code when a pact can't be read. */
export const UNREADABLE = 2
const unreadable = (message: string) => new CommandError(message, UNREADABLE)

/**
 * Reads a pact from a file or from an address.
 * @throws CommandError that says what is wrong with it
 */
export async function readSource(source: string): Promise<Pact> {
  const text = /^https?:\/\//.test(source) ? await fetched(source) : await read(source)
  let pact: unknown
  try {
    // Some editors write a byte-order mark.
    pact = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw unreadable(`${source} is not JSON: ${messageOf(error)}`)
  }
  if (!isPact(pact))
    throw unreadable(
      `${source} is not a pact: it needs consumer.name, provider.name, ` +
        'and interactions or messages with a description.',
    )
  for (const interaction of interactionsOf(pact)) {
    const fault = faultOf(interaction)
    if (fault !== undefined)
      throw unreadable(`${source}: the interaction "${interaction.description}" ${fault}.`)
  }
  if (interactionsOf(pact).length === 0) throw unreadable(`${source} has no interaction.`)
  // Pact's core would verify the messages only, even an empty list of them.
  const { interactions = [], messages = [], ...rest } = pact
  if (interactions.length > 0 && messages.length > 0)
    throw unreadable(
      `${source} has interactions and messages. ` +
        'Write two files, or one of version 4 with all of them in interactions.',
    )
  return { ...rest, ...(messages.length > 0 ? { messages } : { interactions }) }
}

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw unreadable(`There is no file ${file}.`)
    if (error.code === 'EISDIR')
      throw unreadable(`${file} is a folder. Name the pacts in it: ${join(file, '*.json')}`)
    throw unreadable(error.message)
  })

async function fetched(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'application/json' } }).catch((error: Error) => {
    throw unreadable(`${url} does not respond: ${messageOf(error.cause ?? error)}`)
  })
  if (!response.ok) throw unreadable(`${url} returns ${response.status} ${response.statusText}.`)
  return await response.text()
}

function isPact(value: unknown): value is Pact {
  const { consumer, provider, interactions, messages } = (value ?? {}) as Partial<Pact>
  return (
    typeof consumer?.name === 'string' &&
    typeof provider?.name === 'string' &&
    Array.isArray(interactions ?? messages) &&
    [interactions ?? [], messages ?? []].flat().every((one) => typeof one?.description === 'string')
  )
}

/**
 * Why an interaction would not be verified as its author means it: Pact's core takes defaults for what it
 * can't read.
 */
function faultOf({
  type = 'Synchronous/HTTP',
  providerStates,
  request,
  response,
}: Interaction): string | undefined {
  const states: unknown = providerStates ?? []
  if (!Array.isArray(states) || !states.every(isObject))
    return 'needs its providerStates as a list of objects such as {"name": "an account"}'
  if (type !== 'Synchronous/HTTP') return undefined
  return typeof request?.method === 'string' && typeof request.path === 'string' && isObject(response)
    ? undefined
    : 'needs request.method, request.path and response'
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
