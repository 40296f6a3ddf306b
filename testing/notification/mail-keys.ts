/** What a mail server answers to a repeated key: that it has the e-mail, or one of these replies. */
const IN_PROGRESS = '451 4.3.0 an e-mail with this key is in progress'
const OTHER_BYTES = '554 5.5.0 this key belongs to another e-mail'

/** The keys of a strict mail server: it accepts one e-mail for each, and only the same bytes again. */
export class MailKeys {
  readonly #header: RegExp | undefined
  readonly #known = new Map<string, { readonly bytes: Buffer; isAccepted: boolean }>()
  /** How often an e-mail that was accepted before came again. */
  repeated = 0
  /** The keys that came with other bytes. */
  readonly refused: string[] = []

  /** @param header without one, every e-mail is new */
  constructor(header: string | undefined) {
    this.#header = header === undefined ? undefined : new RegExp(`^${header}: (\\S+)\\r$`, 'im')
  }

  get known(): readonly string[] {
    return [...this.#known.keys()]
  }

  /** `new`, `accepted`, or the reply that refuses the e-mail. */
  take(bytes: Buffer): string {
    const key = this.#keyOf(bytes)
    if (key === undefined) return 'new'
    const known = this.#known.get(key)
    if (!known) {
      this.#known.set(key, { bytes, isAccepted: false })
      return 'new'
    }
    if (!known.bytes.equals(bytes)) {
      this.refused.push(key)
      return OTHER_BYTES
    }
    if (!known.isAccepted) return IN_PROGRESS
    this.repeated++
    return 'accepted'
  }

  accept(bytes: Buffer): void {
    const known = this.#known.get(this.#keyOf(bytes) ?? '')
    if (known) known.isAccepted = true
  }

  #keyOf(bytes: Buffer): string | undefined {
    return this.#header && this.#header.exec(bytes.toString('latin1'))?.[1]
  }
}
