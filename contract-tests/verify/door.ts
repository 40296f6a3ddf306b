import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { createProxyServer } from 'http-proxy-3'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { onFreePort } from '../../testing/gateway.ts'
import type { Arrived, EventType, Parameters, Returned } from '../providers/state.ts'
import { STATES } from '../providers/states/all.ts'
import type { World } from '../providers/world.ts'
import { requireTrue } from './truth.ts'

const STATES_PATH = '/-/states'
const MESSAGES_PATH = '/-/messages'
/** What the core says before an interaction that names no state. */
const NO_STATE = ''

/** What pact's core sends before and after each interaction, for each of its states. */
interface StateChange {
  readonly action: 'setup' | 'teardown'
  readonly state: string
  readonly params?: Parameters
}

/**
 * Where pact's core knocks: it sets up states, asks for messages, and reaches the provider with every other request.
 * (The door that pact's JavaScript library has of its own takes a state that failed for one that was set up, and no
 * body above 100 kB.)
 */
export async function openDoor(world: World, service: ServiceName) {
  const proxy = createProxyServer({})
  const failures = new Set<string>()
  let returned: Returned = {}

  const change = async ({ action, state: name, params = {} }: StateChange): Promise<Returned> => {
    if (name === NO_STATE) return {}
    const state = STATES[service][name]
    if (!state) throw new Error(`The state "${name}" is unknown.`)
    if (action === 'teardown') {
      returned = {}
      await state.tearDown?.(world)
      return {}
    }
    const { parameters = [] } = state
    const unknown = Object.keys(params).filter((key) => !parameters.includes(key))
    if (unknown.length > 0)
      throw new Error(
        `The state "${name}" takes no ${unknown.join(', ')}. It takes ${parameters.join(', ') || 'none'}.`,
      )
    returned = { ...returned, ...(await state.setUp(world, params)) }
    return returned
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === STATES_PATH) return send(response, await change((await json(request)) as StateChange))
    if (request.url === MESSAGES_PATH) {
      const { description } = (await json(request)) as { description: string }
      const { payload, metadata } = requireTrue(messageOf(world, description), returned)
      response.setHeader('pact-message-metadata', Buffer.from(JSON.stringify(metadata)).toString('base64'))
      return send(response, payload)
    }
    if (isPublic(request)) request.headers = withCredentialOf(returned, request.headers)
    proxy.web(request, response, { target: targetOf(world, service, request) })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(({ message }: Error) => {
      failures.add(message)
      // The core asks again and again after a 500, and never says what it was told.
      response.statusCode = 400
      send(response, { error: message })
    })
  })
  const door = await onFreePort(server)
  return {
    ...door,
    statesUrl: `${door.url}${STATES_PATH}`,
    messagesPath: MESSAGES_PATH,
    /** Why states and messages could not be had. */
    failures: failures as ReadonlySet<string>,
  }
}

/** Operations of each audience answer on a port of their own. */
function targetOf({ upstreams, internalUrl }: World, service: ServiceName, { url = '' }: IncomingMessage) {
  const internal: Partial<Record<ServiceName, string>> = internalUrl
  const operator = upstreams.operator[service]?.[0] ?? ''
  if (url.startsWith('/admin/')) return operator
  return (url.startsWith('/internal/') ? internal[service] : upstreams.public[service]?.[0]) ?? operator
}

/** Operators and other services have tokens of their own, which no state makes. */
const isPublic = ({ url = '' }: IncomingMessage): boolean => !/^\/(admin|internal)\//.test(url)

function send(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/**
 * A pact can't know the key of an account that a state is going to make. Whatever credential its request carries is
 * replaced by that of the account; a request without one stays without. Before a state that makes an account nothing is
 * replaced, so that a pact can expect a wrong credential to be refused.
 */
function withCredentialOf({ keyId, secret, bearer }: Returned, headers: IncomingHttpHeaders) {
  if (keyId === undefined) return headers
  const own = { 'x-api-key': keyId, 'x-api-secret': secret, authorization: `Bearer ${String(bearer)}` }
  const replaced = Object.entries(own).filter(([name]) => name in headers)
  return { ...headers, ...(Object.fromEntries(replaced) as IncomingHttpHeaders) }
}

/** The core asks for a message by its description, which has to name the type. */
function messageOf({ arrivals }: World, description: string): Arrived {
  const types = Object.keys(arrivals) as EventType[]
  const type = types.find((name) => description.includes(name))
  if (!type) throw new Error(`The description names none of the messages ${types.join(', ')}.`)
  return arrivals[type].taken()
}
