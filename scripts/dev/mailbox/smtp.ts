import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailLog } from './log.ts'

/** Above the largest mail that the product sends by far; a flood is refused by the protocol's own answer. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

/**
 * Takes every message for every recipient and answers 250 once it is in the log. Encryption and passwords are not
 * offered: it listens on the loopback address alone, and a self-made certificate would only be refused.
 */
export function createSmtpServer(log: MailLog): SMTPServer {
  return new SMTPServer({
    banner: 'Rollcall mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MESSAGE_BYTES,
    onData(stream, session, answer) {
      const refuse = (message: string, responseCode: number) =>
        answer(Object.assign(new Error(message), { responseCode }))
      const receive = async () => {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) return refuse('Message too large', 552)
        const { messageId = '', subject = '' } = await PostalMime.parse(raw)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const at = new Date().toISOString()
        const { id } = log.append({ messageId, to, subject, at, raw: raw.toString('latin1') })
        answer(null, `taken as message ${id}`)
      }
      receive().catch(() => refuse('The message could not be stored', 451))
    },
  })
}
