import { SendFailure, type FailureKind } from '../domain/failure.ts'

/** Fields of nodemailer's errors besides the message. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  /** Whether the same message would get the same reply again. */
  readonly permanent?: boolean
}

/**
 * Codes of failures caused by one e-mail; any other (connection, TLS, login, protocol) concerns the server.
 */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE']
/** "Service not available, closing transmission channel" (RFC 5321 §4.2.3). */
const CLOSING = 421
const LONGEST_REASON = 500

/** Translates nodemailer's error into the domain's. */
export function toSendFailure(error: unknown): SendFailure {
  const { response, message } = error as SmtpError
  const reason = (response ?? message).replace(/\s+/g, ' ').slice(0, LONGEST_REASON)
  return new SendFailure(kindOf(error as SmtpError), reason)
}

function kindOf({ code = '', command, responseCode, permanent }: SmtpError): FailureKind {
  if (!ABOUT_THE_MAIL.includes(code) || responseCode === CLOSING) return 'server-away'
  // Rejected by nodemailer itself: an address that can't be written in an envelope, a message larger than
  // allowed.
  if (responseCode === undefined) return 'refused'
  // The sender is the same for all e-mails: refusing it says nothing about this one.
  if (command === 'MAIL FROM') return 'server-away'
  return permanent ? 'refused' : 'refused-for-now'
}
