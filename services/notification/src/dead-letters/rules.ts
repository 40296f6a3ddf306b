/** A message that could not be handled. */
export interface NewDeadLetter {
  /** The same for every copy of one message, so a redelivery makes no second record. */
  readonly identity: string
  /** The queue that the message was taken from; "" when unknown. */
  readonly queue: string
  readonly type: string
  readonly messageId: string
  readonly reason: string
  /** The same for messages that failed for the same reason. */
  readonly errorClass: string
  /** The original bytes, so that a replay changes nothing. */
  readonly content: Uint8Array
  readonly contentType: string
  /** The original headers, without those that failures added. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly receivedAt: Date
}

export interface DeadLetter extends NewDeadLetter {
  readonly id: number
  readonly replayedAt: Date | null
  readonly dismissedAt: Date | null
}

/** The user and the registration that a message is about; null where it does not say. */
export function subjectOf(letter: Pick<DeadLetter, 'content'>): {
  readonly userId: number | null
  readonly registrationId: number | null
} {
  const { userId, registrationId } = payloadOf(letter)
  return { userId: idOrNull(userId), registrationId: idOrNull(registrationId) }
}

const idOrNull = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

/** The payload as an object. Anything but a JSON object is returned as text under `unparsed`. */
export function payloadOf({ content }: Pick<DeadLetter, 'content'>): Record<string, unknown> {
  const text = Buffer.from(content).toString('utf8')
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // A message may be a dead letter because it is not JSON.
  }
  return { unparsed: text }
}
