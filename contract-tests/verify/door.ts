import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createProxyServer } from 'http-proxy-3'
import type { EventType, Parameters, Provider, Returned } from '../providers/provider.ts'
import { withCredentialOf } from './credential.ts'
import { requireTrue } from './truth.ts'

const STATES = '/-/states'
const MESSAGES = '/-/messages'
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
export async function openDoor(provider: Provider) {
  const proxy = createProxyServer({})
  const failures = new Set<string>()
  let returned: Returned = {}

  const change = async ({ action, state, params = {} }: StateChange): Promise<Returned> => {
    if (state === NO_STATE) return {}
    const bound = provider.states[state]
    if (!bound) throw new Error(`The state "${state}" is unknown.`)
    if (action === 'teardown') {
      returned = {}
      await bound.tearDown()
      return {}
    }
    returned = { ...returned, ...(await bound.setUp(params)) }
    return returned
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === STATES) return send(response, await change((await json(request)) as StateChange))
    if (request.url === MESSAGES) {
      const { description } = (await json(request)) as { description: string }
      const { payload, metadata } = requireTrue(await messageOf(provider, description), returned)
      response.setHeader('pact-message-metadata', Buffer.from(JSON.stringify(metadata)).toString('base64'))
      return send(response, payload)
    }
    if (isPublic(request)) request.headers = withCredentialOf(returned, request.headers)
    proxy.web(request, response, { target: portOf(provider, request) })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(({ message }: Error) => {
      failures.add(message)
      // The core asks again and again after a 500, and never says what it was told.
      response.statusCode = 400
      send(response, { error: message })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    statesUrl: `${url}${STATES}`,
    messagesPath: MESSAGES,
    /** Why states and messages could not be had. */
    failures: (): readonly string[] => [...failures],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Operations of each audience answer on a port of their own. */
function portOf({ publicUrl, operatorUrl, internalUrl }: Provider, { url = '' }: IncomingMessage): string {
  const own = url.startsWith('/internal/') ? internalUrl : url.startsWith('/admin/') ? operatorUrl : publicUrl
  return own ?? operatorUrl
}

/** Operators and other services have tokens of their own, which no state makes. */
const isPublic = ({ url = '' }: IncomingMessage): boolean => !/^\/(admin|internal)\//.test(url)

function send(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** The core asks for a message by its description, which has to name the type. */
async function messageOf({ messages }: Provider, description: string) {
  const types = Object.keys(messages) as EventType[]
  const type = types.find((name) => description.includes(name))
  const produce = type && messages[type]
  if (!produce) throw new Error(`The description names none of the messages ${types.join(', ')}.`)
  return await produce()
}
