import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailLog } from './log.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

/**
 * Accepts every message for every recipient, and replies 250 once it is in the log. It offers neither TLS nor
 * authentication, because it listens on the loopback address only.
 */
export function createSmtpServer(log: MailLog): SMTPServer {
  return new SMTPServer({
    banner: 'Rollcall mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MESSAGE_BYTES,
    onData(stream, session, reply) {
      const reject = (message: string, responseCode: number) =>
        reply(Object.assign(new Error(message), { responseCode }))
      const receive = async () => {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) return reject('Message too large', 552)
        const { messageId = '', subject = '' } = await PostalMime.parse(raw)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const at = new Date().toISOString()
        const { id } = log.append({ messageId, to, subject, at, raw: raw.toString('latin1') })
        reply(null, `stored as message ${id}`)
      }
      receive().catch(() => reject('The message could not be stored', 451))
    },
  })
}
