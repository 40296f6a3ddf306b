import type { Logger } from '../logger.ts'
import type { Part } from '../process/part.ts'
import type { Clock } from '../time.ts'
import type { Marks } from './marks.ts'

/** When records are converted, counted from the start of the process. */
const FIRST_RUN_MS = 60_000
/** Finds what processes of an earlier release have written during a rolling upgrade. */
const LAST_RUN_MS = 15 * 60_000

interface Options {
  /** What the records are, for the log. */
  readonly records: string
  /**
   * Brings identifiers that an earlier release has stored into the canonical form.
   * @returns the ids of records that stay as they are, because another record has their identifier in canonical form, or
   * because the identifier has characters that are rejected
   */
  readonly convert: () => Promise<readonly number[]>
  /** Tells whether an earlier process has converted all records. */
  readonly marks: Marks
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Converts the identifiers of records that an earlier release has stored, until all of them are converted. Several processes
 * may do so at the same time.
 */
export class IdentifierConversion implements Part {
  readonly name: string
  readonly #options: Options
  #timers: NodeJS.Timeout[] = []

  constructor(options: Options) {
    this.name = `conversion of ${options.records}`
    this.#options = options
  }

  start(): void {
    this.#timers = [
      setTimeout(() => void this.run(), FIRST_RUN_MS),
      setTimeout(() => void this.run({ isLast: true }), LAST_RUN_MS),
    ]
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** @param isLast whether no process of an earlier release is left */
  async run({ isLast = false } = {}): Promise<void> {
    const { records, convert, marks, clock, logger } = this.#options
    try {
      if (await marks.isSet(this.name)) return
      const failed = await convert()
      if (isLast && failed.length === 0) await marks.set(this.name, clock.now())
      for (const id of failed)
        logger.warn(
          { records, id },
          'an identifier has no canonical form, or another record has it: change it',
        )
    } catch (error) {
      logger.warn({ records, err: error }, 'could not convert identifiers: the next start tries again')
    }
  }
}
