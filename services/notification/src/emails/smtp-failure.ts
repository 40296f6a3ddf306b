import { SendFailure, type FailureKind } from './rules.ts'

/** The fields of nodemailer's errors besides the message. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  /** Whether the same e-mail would get the same reply again. */
  readonly permanent?: boolean
}

/** How far an attempt got: no session, in a session, or the text of the e-mail was being sent. */
export type Progress = 'no-session' | 'session' | 'text'

/**
 * Codes of failures caused by the e-mail. All others (connection, TLS, login, protocol) are about the server.
 */
const CODES_OF_THE_MAIL = ['EENVELOPE', 'EMESSAGE']
/** At RCPT TO, without an enhanced status code: the recipient is refused, not the sender or its server. */
const CODES_OF_THE_RECIPIENT = [550, 551, 553]
/** The classes of enhanced status codes (RFC 3463) about an address and about a mailbox. */
const CLASSES_OF_THE_RECIPIENT = ['5.1', '5.2']
const ENHANCED_CODE = /^\d{3}[ -](\d\.\d{1,3})\.\d{1,3}\b/
/** "Service not available, closing transmission channel" (RFC 5321). */
const SERVICE_NOT_AVAILABLE = 421
const MAX_REASON_LENGTH = 500

/** Mail servers repeat the address, and the reason is logged. The recipient is in the delivery. */
const ADDRESS = /(?<![^\s<>()[\]"',;:])[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g

/**
 * Translates an error of nodemailer.
 * @param to the recipient, which the reason must not contain
 */
export function toSendFailure(error: unknown, progress: Progress, to: string): SendFailure {
  const { response, message } = error as SmtpError
  const reason = withoutAddress((response ?? message).replace(/\s+/g, ' '), to).slice(0, MAX_REASON_LENGTH)
  return new SendFailure(kindOf(error as SmtpError, progress), reason)
}

/**
 * Whether the server rejected the sender. That is not about one e-mail: some servers limit the e-mails of a
 * session, and accept the next one in another.
 */
export function isSenderRejected(error: unknown): boolean {
  const { code = '', command, responseCode } = error as SmtpError
  return command === 'MAIL FROM' && CODES_OF_THE_MAIL.includes(code) && responseCode !== SERVICE_NOT_AVAILABLE
}

function kindOf(error: SmtpError, progress: Progress): FailureKind {
  const { code = '', command, responseCode, permanent } = error
  if (responseCode === SERVICE_NOT_AVAILABLE) return progress === 'no-session' ? 'server-away' : 'interrupted'
  if (!CODES_OF_THE_MAIL.includes(code)) {
    if (progress === 'text') return 'unconfirmed'
    return progress === 'session' ? 'interrupted' : 'server-away'
  }
  // Rejected by nodemailer: an invalid address, or an e-mail that is too large.
  if (responseCode === undefined) return 'refused'
  if (isSenderRejected(error)) return permanent ? 'refused-for-now' : 'server-away'
  const isForGood = permanent === true && (command !== 'RCPT TO' || isAboutRecipient(error))
  return isForGood ? 'refused' : 'refused-for-now'
}

/** Otherwise the mail server refuses for its own reasons: a blocklist, or a sender that it does not know. */
function isAboutRecipient({ response = '', responseCode = 0 }: SmtpError): boolean {
  const enhancedClass = ENHANCED_CODE.exec(response)?.[1]
  return enhancedClass === undefined
    ? CODES_OF_THE_RECIPIENT.includes(responseCode)
    : CLASSES_OF_THE_RECIPIENT.includes(enhancedClass)
}

/** Also without the part before the @, which some servers call the user. */
function withoutAddress(text: string, to: string): string {
  const mailbox = to.slice(0, to.lastIndexOf('@')).replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  const asWord = new RegExp(`(?<![\\w.-])${mailbox}(?![\\w.-])`, 'gi')
  const withoutAddresses = text.replaceAll(ADDRESS, '[address]')
  return mailbox === '' ? withoutAddresses : withoutAddresses.replaceAll(asWord, '[address]')
}
