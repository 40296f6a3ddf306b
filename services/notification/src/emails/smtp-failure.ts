import { beginningOf } from '../../../platform/domain/utf8.ts'
import { namingCaFile } from '../../../platform/observability/naming-ca-file.ts'
import { EmailFailure, type FailureKind } from './failures.ts'
import { causeOf, codeOf, type Cause, type Step } from './smtp-replies.ts'

/** The fields of nodemailer's errors besides the message. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/** How far an attempt got: no session, in a session, or the text of the e-mail was being sent. */
export type Progress = 'no-session' | 'session' | 'text'

/**
 * Codes of replies to the commands of an e-mail: `causeOf` says what they are about. All others (connection,
 * TLS, login, protocol) are about the server.
 */
const CODES_OF_THE_MAIL = ['EENVELOPE', 'EMESSAGE']
/** "Service not available, closing transmission channel" (RFC 5321). */
const SERVICE_NOT_AVAILABLE = 421
const MAX_MESSAGE_LENGTH = 500

/**
 * Mail servers repeat addresses, and the message is logged. The recipient is in the delivery. An apostrophe
 * before one quotes it; inside it is a sign like others.
 */
const ADDRESS = /(?<![^\s<>()[\]"',;:])[^\s<>()[\]"',;:][^\s<>()[\]",;:]{0,253}@[^\s<>()[\]"',;:]+/g

/** The attempt that failed. */
export interface FailedAttempt {
  readonly progress: Progress
  /** The recipient, which the message of the failure must not contain. */
  readonly to: string
  /** The sender of the envelope, which is the installation's own. */
  readonly from?: string
  /** Whether the server may know its idempotency key, from an unconfirmed attempt. */
  readonly repeatsKey?: boolean
  /** Whether the server has other sessions of this process, in which e-mails are sent. */
  readonly hasOtherSessions?: boolean
}

/** Translates an error of nodemailer. */
export function toEmailFailure(error: unknown, attempt: FailedAttempt): EmailFailure {
  const { progress, repeatsKey = false } = attempt
  const smtpError = error as SmtpError
  const { code, responseCode, response } = smtpError
  const text = namingCaFile(response ?? smtpError.message).replace(/\s+/g, ' ')
  const message = beginningOf(withoutAddresses(text, attempt), MAX_MESSAGE_LENGTH)
  const isUnconfirmed = repeatsKey && progress === 'text' && isRefusalOfKey(smtpError)
  const kind = isUnconfirmed ? 'unconfirmed' : kindOf(smtpError, attempt)
  return new EmailFailure(kind, message, {
    code: responseCode === undefined ? code : codeOf({ code: responseCode, text: response ?? '' }),
    isAboutServer: kind === 'refused-for-now' && causeOfError(smtpError) === 'server',
  })
}

/** The server has accepted another e-mail with the key, as it sees it. So it may have this one. */
const isRefusalOfKey = ({ responseCode, response = '' }: SmtpError): boolean =>
  responseCode === 554 || /^\d{3}[ -]5\.5\.0\b/.test(response)

/**
 * Whether another session may accept what the server rejected for its sender: some servers limit the e-mails
 * of a session. A server that limits those of a minute says 4.7.x; another attempt at once would count too.
 */
export function mayPassInAnotherSession(error: unknown): boolean {
  const { code = '', command, responseCode, response = '' } = error as SmtpError
  return (
    command === 'MAIL FROM' &&
    CODES_OF_THE_MAIL.includes(code) &&
    responseCode !== SERVICE_NOT_AVAILABLE &&
    !/^\d{3}[ -]4\.7\./.test(response)
  )
}

/** Whether the server rejected the user name or the password for good. */
export function isRejectedLogin(error: unknown): error is Error {
  const { code, responseCode = 0 } = error as SmtpError
  return code === 'EAUTH' && responseCode >= 500
}

const KINDS: Readonly<Record<Cause, FailureKind>> = {
  mail: 'refused',
  server: 'refused-for-now',
  load: 'refused-for-load',
  now: 'refused-for-now',
}

function kindOf(error: SmtpError, { progress, hasOtherSessions = false }: FailedAttempt): FailureKind {
  const { code = '', responseCode } = error
  // It takes no more sessions: fewer are opened. Or none at all: it is unavailable, and is probed.
  if (responseCode === SERVICE_NOT_AVAILABLE)
    return progress === 'no-session' && !hasOtherSessions ? 'server-unavailable' : 'refused-for-load'
  if (!CODES_OF_THE_MAIL.includes(code)) {
    if (progress === 'text') return 'unconfirmed'
    return progress === 'session' ? 'interrupted' : 'server-unavailable'
  }
  // Rejected by nodemailer: an invalid address, or an e-mail that is too large.
  return responseCode === undefined ? 'refused' : KINDS[causeOfError(error)]
}

function causeOfError({ code, command, responseCode = 0, response = '' }: SmtpError): Cause {
  const step = command === 'DATA' && code === 'EMESSAGE' ? 'text' : (command as Step | undefined)
  return causeOf({ step, code: responseCode, text: response })
}

/** Also without the recipient's part before the @, which some servers call the user. */
function withoutAddresses(text: string, { to, from }: FailedAttempt): string {
  const mailbox = to.slice(0, to.lastIndexOf('@')).replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  const asWord = new RegExp(`(?<![\\w.-])${mailbox}(?![\\w.-])`, 'gi')
  const hidden = text.replaceAll(ADDRESS, (address) => (address === from ? address : '[address]'))
  return mailbox === '' ? hidden : hidden.replaceAll(asWord, '[address]')
}
