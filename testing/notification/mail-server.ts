import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { eventually } from '../eventually.ts'

/** What the server does with an e-mail; a number is the reply to its recipient. */
export type Behaviour = 'accept' | 'drop' | 'stall' | 421 | 450 | 550

export interface Received {
  readonly to: readonly string[]
  readonly mail: Email
  readonly secure: boolean
  readonly user: string | undefined
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A real SMTP server that keeps what it takes, and behaves as it is told, for one address or for all. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = []
  /** Deliveries begun: recipients that were named, taken or not. */
  const named: string[] = []
  const stalled: (() => void)[] = []
  const sockets = new Set<Socket>()
  const special = new Map<string, Behaviour>()
  let usual: Behaviour = 'accept'

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    ...options,
    onRcptTo({ address }, _session, reply) {
      named.push(address)
      const behaviour = special.get(address) ?? usual
      if (typeof behaviour !== 'number') return reply()
      reply(Object.assign(new Error(`${behaviour} is what was asked for`), { responseCode: behaviour }))
    },
    onData(stream, session, reply) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const behaviour = special.get(to[0] ?? '') ?? usual
        if (behaviour === 'drop') return [...sockets].forEach((socket) => socket.destroy())
        const accept = async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks))
          received.push({ to, mail, secure: session.secure, user: session.user as string | undefined })
          reply()
        }
        if (behaviour === 'stall') stalled.push(() => void accept())
        else void accept()
      })
    },
  })
  server.on('error', () => undefined)
  const tcp = (server as unknown as { server: Server }).server
  tcp.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(tcp, 'listening')
  const at = (tcp.address() as AddressInfo).port

  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    received,
    named,
    behave(behaviour: Behaviour, address?: string) {
      if (address === undefined) usual = behaviour
      else special.set(address, behaviour)
    },
    /** Lets go on what was stalled. */
    release: () => stalled.splice(0).forEach((accept) => accept()),
    stalling: () => stalled.length,
    /** The e-mails taken for one address, once there are as many as expected. */
    takenFor: (address: string, count = 1, withinMs?: number) =>
      eventually(() => {
        const mine = received.filter(({ to }) => to.includes(address))
        expect(mine).toHaveLength(count)
        return mine
      }, withinMs),
    /** Goes away at once, in the middle of whatever is going on. */
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        sockets.forEach((socket) => socket.destroy())
      }),
  }
}
