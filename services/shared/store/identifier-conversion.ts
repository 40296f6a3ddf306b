import type { Logger } from '../logger.ts'
import type { Part } from '../process/part.ts'

/**
 * When records are converted, counted from the start of the process. The second run finds what processes of an earlier
 * release have written during a rolling upgrade.
 */
const RUNS_MS = [60_000, 15 * 60_000]

interface Options {
  /** What the records are, for the log. */
  readonly records: string
  /**
   * Brings identifiers that an earlier release has stored into the canonical form.
   * @returns the ids of records that stay as they are, because another record has their identifier in canonical form, or
   * because the identifier has characters that are rejected
   */
  readonly convert: () => Promise<readonly number[]>
  readonly logger: Logger
}

/** Converts the identifiers of records that an earlier release has stored. Several processes may do so at the same time. */
export class IdentifierConversion implements Part {
  readonly name: string
  readonly #options: Options
  #timers: NodeJS.Timeout[] = []

  constructor(options: Options) {
    this.name = `conversion of ${options.records}`
    this.#options = options
  }

  start(): void {
    this.#timers = RUNS_MS.map((ms) => setTimeout(() => void this.run(), ms))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async run(): Promise<void> {
    const { records, convert, logger } = this.#options
    try {
      for (const id of await convert())
        logger.warn(
          { records, id },
          'an identifier has no canonical form, or another record has it: change it',
        )
    } catch (error) {
      logger.warn({ records, err: error }, 'could not convert identifiers: the next start tries again')
    }
  }
}
