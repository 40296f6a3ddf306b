import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fetchThroughProxy } from '../../clients/typescript/src/proxy.ts'
import { messageOf, CommandError } from '../../local/support/command-error.ts'
import { interactionsOf, type Interaction, type Pact } from '../../testing/pact/pact.ts'

/** The longest wait for the response of an address. */
const TIMEOUT_MS = 30_000
const WITHOUT_TLS = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/
const HTTP = 'Synchronous/HTTP'
const MESSAGE = 'Asynchronous/Messages'
/** The exit code when a pact can't be read. */
export const UNREADABLE = 2
const unreadable = (message: string) => new CommandError(message, UNREADABLE)

/**
 * Reads a pact from a file or from an address.
 * @throws CommandError that says what is wrong with it
 */
export async function readSource(source: string, timeoutMs = TIMEOUT_MS): Promise<Pact> {
  const text = /^\w+:\/\//.test(source) ? await fetched(source, timeoutMs) : await read(source)
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
  const version = versionOf(pact)
  if (!['2', '3', '4'].includes(version))
    throw unreadable(`${source} is of version ${version} of the specification. Use version 2, 3 or 4.`)
  if (interactionsOf(pact).length === 0) throw unreadable(`${source} has no interaction.`)
  // Pact's core would verify the messages only, even an empty list of them.
  const { interactions = [], messages = [], ...rest } = pact
  if (interactions.length > 0 && messages.length > 0)
    throw unreadable(
      `${source} has interactions and messages. ` +
        'Write two files, or one of version 4 with all of them in interactions.',
    )
  if ((messages.length > 0 && version !== '3') || (version !== '4' && interactions.some(isMessage)))
    throw unreadable(
      `${source} is of version ${version}. Messages are in "messages" in version 3, in "interactions" in ` +
        'version 4, and not in version 2.',
    )
  for (const interaction of interactionsOf(pact)) {
    const fault = faultOf(interaction, version)
    if (fault !== undefined)
      throw unreadable(`${source}: the interaction "${interaction.description}" ${fault}.`)
  }
  return { ...rest, ...(messages.length > 0 ? { messages } : { interactions }) }
}

/** npm runs a command in the checkout; `INIT_CWD` is the folder in which npm was started. */
function read(path: string): Promise<string> {
  const file = resolve(process.env['INIT_CWD'] ?? '', path)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw unreadable(`There is no file ${file}.`)
    if (error.code === 'EISDIR')
      throw unreadable(`${file} is a folder. Name the pacts in it: ${join(file, '*.json')}`)
    throw unreadable(error.message)
  })
}

async function fetched(url: string, timeoutMs: number): Promise<string> {
  const { protocol = '', username, password, host } = URL.parse(url) ?? {}
  if (!['http:', 'https:'].includes(protocol)) throw unreadable('Only http and https addresses are read.')
  if (username || password) throw unreadable(`Download the pact from ${host} first: no credentials are sent.`)
  process.stderr.write(`Loading ${url} …\n`)
  const options = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) }
  const loading = fetchThroughProxy()(url, options)
  const [response, text] = await loading
    .then(async (started) => [started, await started.text()] as const)
    .catch((error: Error) => {
      throw unreadable(`${url} does not respond: ${reasonOf(error.cause ?? error)}`)
    })
  if (!response.ok) throw unreadable(`${url} returns ${response.status} ${response.statusText}.`)
  return text
}

/** The message of OpenSSL about a response without TLS says nothing to a reader. */
const reasonOf = (error: unknown): string =>
  WITHOUT_TLS.test(String((error as NodeJS.ErrnoException).code))
    ? 'this port does not use TLS. Use http://'
    : messageOf(error)

/** The major version of the specification; pact's core takes 3 for a pact without one. */
function versionOf({ metadata }: Pact): string {
  const specification = metadata?.['pactSpecification'] ?? metadata?.['pact-specification']
  const { version = '3' } = (specification ?? {}) as { version?: unknown }
  return String(version).split('.')[0] ?? ''
}

const isMessage = ({ type }: Interaction) => type === MESSAGE

function isPact(value: unknown): value is Pact {
  const { consumer, provider, interactions, messages } = (value ?? {}) as Partial<Pact>
  return (
    typeof consumer?.name === 'string' &&
    consumer.name.trim() !== '' &&
    typeof provider?.name === 'string' &&
    Array.isArray(interactions ?? messages) &&
    [interactions ?? [], messages ?? []].flat().every((one) => typeof one?.description === 'string')
  )
}

/**
 * Why an interaction would not be verified as its author means it: Pact's core takes defaults for what it
 * can't read.
 */
function faultOf(
  { type, providerStates, request, response }: Interaction,
  version: string,
): string | undefined {
  const states: unknown = providerStates ?? []
  if (!Array.isArray(states) || !states.every(isObject))
    return 'needs its providerStates as a list of objects such as {"name": "an account"}'
  if (version === '2' && (states.length > 0 || request?.generators))
    return 'has providerStates or generators, which need version 3'
  if (type === 'Synchronous/Messages')
    return 'is a synchronous message: synchronous messages are not supported'
  if (type === MESSAGE) return undefined
  if (version === '4' && type !== HTTP) return `needs the type ${HTTP} or ${MESSAGE}`
  return typeof request?.method === 'string' && typeof request.path === 'string' && isObject(response)
    ? undefined
    : 'needs request.method, request.path and response'
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
