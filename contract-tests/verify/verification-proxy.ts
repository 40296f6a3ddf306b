import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { createProxyServer } from 'http-proxy-3'
import { onFreePort } from '../../testing/gateway.ts'
import type { Parameters, State, StateValues } from '../../testing/providers/state.ts'
import { statesFor, WHOLE, type PactProvider } from '../../testing/providers/states/all.ts'
import { anAccount } from '../../testing/providers/states/directory.ts'
import type { World } from '../../testing/providers/world.ts'
import { messageTypeIn } from './faults.ts'

/** A header of requests, and a parameter of states: the description of the interaction they belong to. */
export const INTERACTION = 'x-pact-interaction'
const STATES_PATH = '/-/states'
const MESSAGES_PATH = '/-/messages'
/** The core sends this state before an interaction without one. */
const NO_STATE = ''

/** A request that was forwarded, with the status and the error of its response. */
interface Exchange {
  readonly interaction: string
  readonly text: string
}

/** What pact's core sends before and after each interaction, for each of its states. */
interface StateChange {
  readonly action: 'setup' | 'teardown'
  readonly state: string
  readonly params?: Parameters
}

/**
 * Starts the server that pact's core sends its requests to. It sets up states, returns messages, and forwards
 * all other requests to the provider. Used instead of the proxy of pact's JavaScript library, which ignores a
 * state that failed, and rejects bodies over 100 kB.
 */
export async function startVerificationProxy(world: World, provider: PactProvider) {
  const proxy = createProxyServer({})
  const failures: string[] = []
  const exchanges: Exchange[] = []
  proxy.on('proxyReq', (forwarded) => forwarded.removeHeader(INTERACTION))
  proxy.on('proxyRes', (response, { method, url, headers }) => {
    const { statusCode: status = 0, headers: received } = response
    let error = String(received['x-error-code'] ?? '')
    if (status >= 400) response.on('data', (chunk: Buffer) => (error += ` ${chunk.toString()}`))
    const interaction = decodeURIComponent(String(headers[INTERACTION]))
    response.once('end', () =>
      exchanges.push({ interaction, text: `${method} ${url} returned ${status} ${error}` }),
    )
  })
  let stateValues: StateValues = {}
  let credential: StateValues = {}
  let defaultAccount: Promise<StateValues> | undefined
  /** The account for interactions whose states do not create one. */
  const useDefaultAccount = () => (defaultAccount ??= anAccount(world).then((created) => created.returned))

  const setUp = async (state: State, parameters: Parameters): Promise<StateValues> =>
    (await state.setUp(world, parameters)) ?? {}

  const changeState = async ({ action, state: name, params = {} }: StateChange): Promise<StateValues> => {
    const { [INTERACTION]: interaction, ...parameters } = params
    if (name === NO_STATE) return {}
    const state = statesFor(provider)[name]
    if (!state) throw new Error(`The state "${name}" is unknown.`)
    if (action === 'teardown') {
      stateValues = {}
      credential = {}
      await state.tearDown?.(world)
      return {}
    }
    const values = await setUp(state, parameters).catch((error: Error) => {
      const text = `the state "${name}" with ${JSON.stringify(parameters)}: ${error.message}`
      throw new Error(typeof interaction === 'string' ? `"${interaction}": ${text}` : text)
    })
    stateValues = { ...stateValues, ...values }
    if ('keyId' in values) credential = values
    else if (!('keyId' in credential)) credential = await useDefaultAccount()
    return stateValues
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === STATES_PATH)
      return send(response, await changeState((await json(request)) as StateChange))
    if (request.url === MESSAGES_PATH) {
      const { description } = (await json(request)) as { description: string }
      const type = messageTypeIn(description)
      if (!type) throw new Error(`"${description}" names no message.`)
      const { payload, metadata } = world.messages[type].takeSelected()
      response.setHeader('pact-message-metadata', Buffer.from(JSON.stringify(metadata)).toString('base64'))
      return send(response, payload)
    }
    if (isPublic(request)) request.headers = withCredentialOf(credential, request.headers)
    proxy.web(request, response, { target: targetOf(world, provider, request) })
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(({ message }: Error) => {
      failures.push(message)
      // The core retries after a 500, and does not show the body.
      response.statusCode = 400
      send(response, { error: message })
    })
  })
  const listening = await onFreePort(server)
  return {
    ...listening,
    statesUrl: `${listening.url}${STATES_PATH}`,
    messagesPath: MESSAGES_PATH,
    /** Why setting up a state or returning a message failed. */
    failures: failures as readonly string[],
    exchanges: exchanges as readonly Exchange[],
  }
}

/** Public and operator operations have different ports. The gateway serves the operations of all services. */
function targetOf(
  { url: forCallers, adminUrl, upstreams }: World,
  provider: PactProvider,
  request: IncomingMessage,
) {
  if (provider === WHOLE) return isPublic(request) ? forCallers : adminUrl
  const [url = ''] = upstreams[isPublic(request) ? 'public' : 'operator'][provider] ?? []
  return url
}

const isPublic = ({ url = '' }: IncomingMessage): boolean => !url.startsWith('/admin/')

function send(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/**
 * Replaces the credential of a request by that of the account that a state has created, because a pact can't
 * know it. If the states created only records, the account has all roles. A request without a credential is
 * not changed. Without a state nothing is replaced, so a pact can expect a 401.
 */
function withCredentialOf({ keyId, secret, bearer }: StateValues, headers: IncomingHttpHeaders) {
  if (keyId === undefined) return headers
  const own = { 'x-api-key': keyId, 'x-api-secret': secret, authorization: `Bearer ${String(bearer)}` }
  const replaced = Object.entries(own).filter(([name]) => name in headers)
  return { ...headers, ...(Object.fromEntries(replaced) as IncomingHttpHeaders) }
}
