/**
 * What a mail server refuses for:
 * - `mail`: the recipient or the message. The same e-mail would get the same reply again.
 * - `server`: the server itself, its policy, or the sender. Another e-mail may get another reply.
 * - `load`: too much at once, or too much for now. The e-mail is as good as before.
 * - `now`: any other reason for which the server asks to come again
 */
export type Cause = 'mail' | 'server' | 'load' | 'now'

/** What the reply is to; `text`: the text of the e-mail, after the server has accepted the DATA command. */
export type Step = 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'text'

export interface SmtpReply {
  readonly step: Step | undefined
  readonly code: number
  readonly text: string
}

interface Row {
  readonly cause: Cause
  readonly steps?: readonly Step[]
  /** Codes, or the first digit of codes. */
  readonly codes?: readonly number[]
  /** Beginnings of enhanced status codes (RFC 3463); `none` for replies without one. */
  readonly enhanced?: readonly string[] | 'none'
}

/** The first row that matches a reply says what it is about. */
const ROWS: readonly Row[] = [
  { cause: 'load', codes: [421, 432] },
  // A full mailbox, as some servers report it.
  { cause: 'now', codes: [452], enhanced: ['4.1', '4.2'] },
  { cause: 'load', codes: [452] },
  { cause: 'load', codes: [4], enhanced: ['4.3.2', '4.5.3', '4.7'] },
  // Too large, or in a form that the server can't pass on: known from MAIL FROM on.
  { cause: 'mail', enhanced: ['5.3.4', '5.6'] },
  // An address or a mailbox, but the sender's. Many servers say so in the reply to the recipient.
  { cause: 'server', steps: ['MAIL FROM'] },
  { cause: 'server', enhanced: ['4.1.7', '4.1.8', '5.1.7', '5.1.8'] },
  { cause: 'now', codes: [4] },
  { cause: 'mail', enhanced: ['5.1', '5.2.1', '5.2.2', '5.2.3'] },
  { cause: 'mail', steps: ['RCPT TO'], codes: [550, 551, 553], enhanced: 'none' },
  { cause: 'mail', steps: ['text'], enhanced: 'none' },
  // 5.7 (policy, also "too many per second"), 5.2.0 (quota of the sender), 5.4, 5.5, 554 to a recipient.
  { cause: 'server' },
]

const ENHANCED_CODE = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

/** `550 5.1.1`, or `550` of a reply without an enhanced status code. */
export const codeOf = ({ code, text }: Pick<SmtpReply, 'code' | 'text'>): string =>
  [code, ...(ENHANCED_CODE.exec(text)?.slice(1) ?? [])].join(' ')

/** What a refusal (4xx or 5xx) is about. */
export function causeOf({ step, code, text }: SmtpReply): Cause {
  const enhanced = ENHANCED_CODE.exec(text)?.[1]
  const row = ROWS.find(
    ({ steps, codes, enhanced: beginnings }) =>
      (!steps || (step !== undefined && steps.includes(step))) &&
      (!codes || codes.includes(code) || codes.includes(Math.floor(code / 100))) &&
      (!beginnings ||
        (beginnings === 'none' ? enhanced === undefined : beginnings.some((of) => isOf(enhanced, of)))),
  )
  return row?.cause ?? 'server'
}

/** `5.1.10` is not of `5.1.1`. */
const isOf = (enhanced: string | undefined, beginning: string): boolean =>
  enhanced === beginning || enhanced?.startsWith(`${beginning}.`) === true
