import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { MailKeys } from './mail-keys.ts'
import { eventually } from '../eventually.ts'

/**
 * What the server does with an e-mail. A number, or a number and a text, is its reply to the recipient; with
 * `text` in front to the text. `lose`: it accepts the e-mail, and the connection ends before its reply.
 */
export type Behaviour =
  | 'accept'
  | 'drop'
  | 'lose'
  | 'stall'
  | number
  | `${number} ${string}`
  | `text ${number} ${string}`

interface MailServerOptions extends SMTPServerOptions {
  /** The header with the key of an e-mail, which the server then accepts once. */
  readonly idempotencyHeader?: string
}

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly mail: Email
  /** The e-mail as it came. */
  readonly source: string
  readonly secure: boolean
  readonly user: string | undefined
  /** The name with which the client greeted. */
  readonly clientName: string
  /** The sender of the envelope. */
  readonly returnPath: string
  /** When the server accepted it. */
  readonly at: number
}

/** Its code, and its text. */
type Reply = `${number} ${string}`

/** What the server allows: it refuses with these replies; that of `sessions` is the greeting. */
export interface ServerLimits {
  readonly sessions?: { readonly count: number; readonly reply: Reply }
  readonly atOnce?: { readonly count: number; readonly reply: Reply }
  /** In each window of time, as they follow each other. */
  readonly inWindow?: { readonly count: number; readonly ms: number; readonly reply: Reply }
  /** How long it takes to accept an e-mail. */
  readonly acceptMs?: number
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** `550` is completed to `550 as the test asked`. */
function replyOf(reply: string): Error {
  const [code = '', ...words] = reply.split(' ')
  const text = words.length === 0 ? `${code} as the test asked` : words.join(' ')
  return Object.assign(new Error(text), { responseCode: Number(code) })
}

/** A real SMTP server that stores what it accepts. A test sets its behaviour, for one address or for all. */
export async function startMailServer({ idempotencyHeader, ...options }: MailServerOptions = {}, port = 0) {
  const keys = new MailKeys(idempotencyHeader)
  const received: ReceivedMail[] = []
  /** The recipients of all attempts, accepted or not. */
  const recipients: string[] = []
  const stalled: (() => void)[] = []
  const sockets = new Set<Socket>()
  const behaviours = new Map<string, Behaviour>()
  let defaultBehaviour: Behaviour = 'accept'
  let limits: ServerLimits = {}
  let refusals: number[] = []
  /** The sessions in which the text of an e-mail is being sent or accepted. */
  const atOnce = new Set<string>()
  let window = { begin: 0, count: 0 }
  /** The reply to an e-mail over a limit. Counts it otherwise. */
  function overLimit(): string | undefined {
    const { atOnce: most, inWindow } = limits
    if (most && atOnce.size > most.count) return most.reply
    if (!inWindow) return undefined
    const begin = Math.floor(Date.now() / inWindow.ms)
    if (window.begin !== begin) window = { begin, count: 0 }
    return ++window.count > inWindow.count ? inWindow.reply : undefined
  }
  /** E-mails that a session may send, and the reply to the sender of the next one. */
  let sessionLimit = { mails: Infinity, reply: '' }
  const mailsOf = new Map<string, number>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    ...options,
    onConnect(_session, reply) {
      if (!limits.sessions || sockets.size <= limits.sessions.count) return reply()
      refusals.push(Date.now())
      reply(replyOf(limits.sessions.reply))
    },
    onClose({ id }) {
      atOnce.delete(id)
    },
    onRcptTo({ address }, _session, reply) {
      recipients.push(address)
      const behaviour = behaviours.get(address) ?? defaultBehaviour
      if (/^\d/.test(String(behaviour))) return reply(replyOf(String(behaviour)))
      reply()
    },
    onMailFrom(_address, { id }, reply) {
      const mails = (mailsOf.get(id) ?? 0) + 1
      mailsOf.set(id, mails)
      if (mails > sessionLimit.mails) {
        refusals.push(Date.now())
        return reply(replyOf(sessionLimit.reply))
      }
      reply()
    },
    onData(stream, session, reply) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      atOnce.add(session.id)
      const refusal = overLimit()
      const end = (refused?: Error) => {
        atOnce.delete(session.id)
        reply(refused)
      }
      stream.on('end', () => {
        if (refusal !== undefined) {
          refusals.push(Date.now())
          return end(replyOf(refusal))
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const behaviour = behaviours.get(to[0] ?? '') ?? defaultBehaviour
        const endSessions = () => sockets.forEach((socket) => socket.destroy())
        if (behaviour === 'drop') return endSessions()
        const [, afterText] = /^text (.+)/.exec(String(behaviour)) ?? []
        if (afterText) return end(replyOf(afterText))
        const bytes = Buffer.concat(chunks)
        const known = keys.take(bytes)
        if (known !== 'new') return end(known === 'accepted' ? undefined : replyOf(known))
        const accept = async () => {
          const mail = await PostalMime.parse(bytes)
          const { secure, hostNameAppearsAs: clientName } = session
          const { mailFrom } = session.envelope
          const returnPath = mailFrom ? mailFrom.address : ''
          received.push({
            to,
            mail,
            source: bytes.toString(),
            secure,
            user: session.user as string | undefined,
            clientName,
            returnPath,
            at: Date.now(),
          })
          keys.accept(bytes)
          if (behaviour === 'lose') endSessions()
          else end()
        }
        if (behaviour === 'stall') stalled.push(() => void accept())
        else if (limits.acceptMs) setTimeout(() => void accept(), limits.acceptMs)
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
    recipients,
    keys,
    behave(behaviour: Behaviour, address?: string) {
      if (address === undefined) defaultBehaviour = behaviour
      else behaviours.set(address, behaviour)
    },
    /** Keeps to these limits from now on, and forgets what it has refused. */
    limit(to: ServerLimits) {
      limits = to
      refusals = []
    },
    /** When it has refused something because of its limits. */
    refusals: (): readonly number[] => refusals,
    /** Refuses the sender of each further e-mail of a session. */
    limitSessions(mails: number, reply = '') {
      sessionLimit = { mails, reply }
    },
    /** Accepts the stalled e-mails, or the oldest of them. */
    acceptStalled: (count = Infinity) => stalled.splice(0, count).forEach((accept) => accept()),
    /** Cuts all connections. The stalled e-mails are forgotten. */
    endSessions() {
      stalled.length = 0
      sockets.forEach((socket) => socket.destroy())
    },
    stalledCount: () => stalled.length,
    /** Cuts all connections and refuses new ones for a while. */
    async isUnavailableFor(ms: number) {
      tcp.close()
      this.endSessions()
      await delay(ms)
      await once(tcp.listen(at, '127.0.0.1'), 'listening')
    },
    /** The e-mails accepted for one address, once there are as many as expected. */
    receivedFor: (address: string, count = 1) =>
      eventually(() => {
        const mails = received.filter(({ to }) => to.includes(address))
        expect(mails).toHaveLength(count)
        return mails
      }),
    /** Stops at once, and cuts all connections. */
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        sockets.forEach((socket) => socket.destroy())
      }),
  }
}
