import { SendFailure, type FailureKind } from '../deliveries/failure.ts'

/** Fields of nodemailer's errors besides the message. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  /** Whether the same message would get the same reply again. */
  readonly permanent?: boolean
}

/** How far an attempt got: no session yet, in a session, or the text of the e-mail was begun. */
export type Progress = 'no-session' | 'session' | 'text'

/**
 * Codes of failures caused by one e-mail; any other (connection, TLS, login, protocol) concerns the server.
 */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE']
/** "Service not available, closing transmission channel" (RFC 5321 §4.2.3). */
const CLOSING = 421
const MAX_REASON_LENGTH = 500

/** Translates nodemailer's error into the domain's. */
export function toSendFailure(error: unknown, progress: Progress): SendFailure {
  const { response, message } = error as SmtpError
  const reason = (response ?? message).replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH)
  return new SendFailure(kindOf(error as SmtpError, progress), reason)
}

function kindOf({ code = '', command, responseCode, permanent }: SmtpError, progress: Progress): FailureKind {
  if (responseCode === CLOSING) return progress === 'no-session' ? 'server-away' : 'interrupted'
  if (!ABOUT_THE_MAIL.includes(code)) {
    if (progress === 'text') return 'unknown'
    return progress === 'session' ? 'interrupted' : 'server-away'
  }
  // Rejected by nodemailer itself: an address that can't be written in an envelope, a message larger than
  // allowed.
  if (responseCode === undefined) return 'refused'
  // The sender is the same for all e-mails: refusing it says nothing about this one.
  if (command === 'MAIL FROM') return 'server-away'
  return permanent ? 'refused' : 'refused-for-now'
}
