import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { connect } from 'node:tls'
import { startGuardian } from '../../local/processes/guardian.ts'
import { client } from '../../testing/client.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { unlessMissing } from '../../testing/left-out.ts'
import { cert } from '../../testing/notification/certificate.ts'
import { startMailServer, type MailServer } from '../../testing/notification/mail-server.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { callsThatDiffer } from './acceptance.ts'
import { SHORT } from './names.ts'
import { putCourse, register } from './registration.ts'
import { startPostfix, type Relay } from './relays.ts'
import { isWanted, missingFor } from './rows.ts'
import { PROXIES, startProxy, type Upstreams } from './proxies.ts'

describe('Rollcall', () => {
  const guardian = startGuardian()
  const cannotRelay = missingFor('postfix', { root: true })
  const isRelayed = isWanted('postfix', SHORT) && cannotRelay === undefined
  let nextHop: MailServer
  let relay: Relay | undefined
  /** The address of the mail server: of the relay in front of it. */
  async function wayTo(name: string, url: string): Promise<string> {
    if (name !== 'smtp' || !isRelayed) return url
    nextHop = await startMailServer()
    relay = await startPostfix(new URL(nextHop.url), guardian)
    return relay.url
  }
  const system = wholeSystem({ wayTo })
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(async () => {
    await relay?.stop()
    await nextHop?.stop()
    await guardian.release()
  })

  if (isRelayed || isWanted('postfix'))
    unlessMissing(cannotRelay, it)(
      'hands its e-mails to a Postfix that requires STARTTLS and a full name in the greeting',
      async () => {
        await putCourse(system.operator)
        const { credential } = await system.issueKey()
        const email = 'zoe.relay@example.org'
        await register(client(system.url, credential), email)
        const [received] = await nextHop.receivedFor(email)
        expect(received?.mail.text).toContain('Zoë')
      },
    )

  const hostOf = (urls: readonly string[] = []) => new URL(String(urls[0])).host

  for (const name of Object.keys(PROXIES).filter((one) => isWanted(one, SHORT)))
    unlessMissing(missingFor(name), it)(
      `behind ${name}, with the file of the guide, responds as without it`,
      async () => {
        const { registration, user, notification } = system.upstreams.public
        const upstreams: Upstreams = {
          registration: hostOf(registration),
          user: hostOf(user),
          notification: hostOf(notification),
        }
        const proxy = await startProxy(name, upstreams, guardian)
        const received = await startReceiver()
        ends.push(proxy.stop, received.stop)
        await putCourse(system.operator)
        const receiver = {
          url: `http://127.0.0.1:${received.port}/`,
          count: () => received.received.length,
        }
        for (const path of ['', '/lms']) {
          const { credential } = await system.issueKey()
          const { credential: limited } = await system.issueKey({ requestsPerMinute: 1 })
          const base = proxy.url + path
          const outcome = await callsThatDiffer({ base, credential, limited, courseId: 1, receiver })
          expect([path, outcome.differences]).toEqual([path, []])
          expect(outcome.calls).toBeGreaterThan(35)
        }
        expect(await protocolOf(proxy.url)).toBe('h2')
        // Apache would need another module for this.
        if (name !== 'apache') expect(await redirectOf(`${proxy.url}/lms`)).toMatch(/^(https:.*)?\/lms\/$/)
      },
    )
})

/** Where a GET is redirected to, for good and with its method. */
async function redirectOf(url: string): Promise<string | undefined> {
  const [response] = (await once(get(url, { ca: cert, agent: false }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode === 308 ? response.headers.location : undefined
}

/** Which protocol of HTTP a server prefers. */
async function protocolOf(url: string): Promise<string | false | null> {
  const { port, hostname: host } = new URL(url)
  const socket = connect({ port: Number(port), host, ca: cert, ALPNProtocols: ['h2', 'http/1.1'] })
  await once(socket, 'secureConnect')
  socket.destroy()
  return socket.alpnProtocol
}
