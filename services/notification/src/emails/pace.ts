import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Part } from '../../../platform/process/part.ts'
import type { RateLimiter } from '../../../platform/http/limit.ts'
import type { EmailFailure } from './failures.ts'

/**
 * What remains of the attempts at a time, or of those in a minute, after a refusal. One costs little; those
 * that began together are refused together: 20 leave one.
 */
const AFTER_REFUSAL = 7 / 8
/** Added to the attempts at a time by each accepted e-mail: so few are refused when it is too much again. */
const AFTER_SUCCESS = 1 / 32
/** Added to the attempts in a minute by each accepted e-mail: a tenth more in the next minute. */
const MORE_A_MINUTE = 1 / 10
/** The share that is added instead without a refusal for {@link FORGET_AFTER_MS}: twelve double it. */
const MORE_EACH_TIME = 1 / 16
/** Longer than the minute over which servers count. What was found out may be true no longer. */
const FORGET_AFTER_MS = 5 * 60_000
/** Other senders may have all sessions: then nothing is known about the number in a minute. */
const ABOUT_SESSIONS = ['421', '432']
/**
 * Refusals in a row, one e-mail at a time, after which the server allows no more for now: with the pauses
 * between them longer than other attempts take.
 */
const MAX_LOAD_REFUSALS_IN_A_ROW = 4
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 15_000
/** Fewer accepted e-mails say nothing about what the server allows in a minute: it may refuse recipients. */
const MIN_PER_MINUTE = 6
/** Only the number at a time counts above this. */
const MAX_PER_MINUTE = 60_000
const MINUTE_MS = 60_000
/** The same reply to so many e-mails within this time is about none of them. */
const SAME_REPLIES = 3
const SAME_REPLY_MS = 2_000
/** Of the limit that all processes share. */
const LIMIT_KEY = 'e-mails'
/**
 * MAIL_PER_MINUTE is counted in parts of a minute: the minute of the mail server begins at another time, and
 * would hold what two of ours send. Each part has so many e-mails at least, because it is rounded down.
 */
const PARTS_OF_A_MINUTE = [6, 5, 4, 3, 2]
const MIN_IN_A_PART = 20

/** A refusal of the mail server for load. */
export interface LoadRefusal {
  readonly at: Date
  readonly reply: string
}

/** The turn of an attempt, which holds one of the places for attempts at a time until it ends. */
export interface Turn {
  /** On the monotonic clock, for {@link Pace.refused}. */
  readonly beganAt: number
  /** Frees its place. May be called again. */
  end(): void
}

interface PaceOptions {
  /** At most so many attempts at a time. */
  readonly maxConnections: number
  /** At most so many attempts a minute of all processes together; 0 for no limit. */
  readonly perMinute: number
  readonly limiterOf: (seconds: number) => Pick<RateLimiter, 'spend' | 'refund'>
  readonly clock: Clock
}

/**
 * How many e-mails the mail server takes at a time and in a minute: what the settings allow, and fewer after
 * it has refused one for load.
 *
 * An example: of 20 at a time each refusal takes an eighth, which leaves 13 after three and one after 18. 32
 * accepted e-mails add one. After 23, no progress to a second one is left: if the only one is refused then,
 * nothing is sent for 250 ms, then 500 ms, and so on. At the fourth in a row, the server seems to count
 * e-mails over a time: if it has accepted 80 in the last minute, 70 a minute are sent, and those add 7.
 */
export class Pace implements Part {
  readonly name = 'pace of e-mails'
  readonly #options: PaceOptions
  readonly #limit: SharedLimit
  readonly #stopping = new AbortController()
  /** Attempts at a time; the part after the point is progress to the next one. */
  #atOnce: number
  /** What this process found out; undefined while only the number at a time counts. */
  #perMinute: number | undefined
  /** On the monotonic clock: when the next attempt may begin. */
  #freeAt = -Infinity
  #refusedAt = -Infinity
  #loadRefusalsInARow = 0
  /** When e-mails of the last minute were accepted. */
  readonly #accepted: number[] = []
  #replies: { readonly errorClass: string; readonly at: number }[] = []
  /** Attempts that wait until it is their time. */
  #waiting = 0
  /** Places that are taken. */
  #taken = 0
  /** Attempts that wait for a place, those first that have waited longest. */
  readonly #withoutPlace: (() => void)[] = []
  lastRefusal: LoadRefusal | undefined

  constructor(options: PaceOptions) {
    this.#options = options
    this.#limit = new SharedLimit(options)
    this.#atOnce = options.maxConnections
  }

  /** Attempts at a time. */
  get atOnce(): number {
    return Math.max(1, Math.floor(this.#atOnce))
  }

  /** Attempts in a minute; undefined for any number. */
  get perMinute(): number | undefined {
    const { perMinute } = this.#options
    if (this.#perMinute === undefined) return perMinute === 0 ? undefined : perMinute
    return Math.floor(perMinute === 0 ? this.#perMinute : Math.min(perMinute, this.#perMinute))
  }

  /** Whether attempts wait for their time; one that waits for the end of another attempt does not. */
  get isWaiting(): boolean {
    return this.#waiting > 0
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** No attempt begins from now on. */
  stop(): void {
    this.#stopping.abort()
    this.#givePlaces()
  }

  /**
   * Resolves when the next attempt may begin.
   * @returns undefined if the process stops before
   */
  async turn(): Promise<Turn | undefined> {
    await this.#place()
    let isEnded = false
    const end = () => {
      if (!isEnded) this.#taken--
      isEnded = true
      this.#givePlaces()
    }
    await this.#untilItsTime()
    if (!this.isStopped) return { beganAt: performance.now(), end }
    end()
    return undefined
  }

  /** Takes one of the places for attempts at a time. */
  async #place(): Promise<void> {
    if (this.#taken < this.atOnce || this.isStopped) this.#taken++
    else await new Promise<void>((begin) => this.#withoutPlace.push(begin))
  }

  #givePlaces(): void {
    while ((this.#taken < this.atOnce || this.isStopped) && this.#withoutPlace.length > 0) {
      this.#taken++
      this.#withoutPlace.shift()?.()
    }
  }

  async #untilItsTime(): Promise<void> {
    this.#waiting++
    try {
      const now = performance.now()
      // An idle time without a refusal says that what was found out is not true any more.
      if (now - this.#refusedAt > FORGET_AFTER_MS && now - this.#freeAt > MINUTE_MS) this.#forgetLimits()
      const beginsAt = Math.max(now, this.#freeAt)
      this.#freeAt = beginsAt + this.#gapMs
      await this.#wait(beginsAt - now)
      while (!this.isStopped) {
        const waitMs = await this.#limit.spend()
        if (waitMs === 0) break
        await this.#wait(waitMs * (1 + Math.random() / 10))
      }
    } finally {
      this.#waiting--
    }
  }

  /** Gives back one e-mail of MAIL_PER_MINUTE, because it is not sent. */
  async refund(): Promise<void> {
    await this.#limit.refund()
  }

  /** The time between the beginnings of two attempts. */
  get #gapMs(): number {
    return this.perMinute === undefined ? 0 : MINUTE_MS / Math.max(1, this.perMinute)
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  /** The server has accepted an e-mail. */
  accepted(): void {
    const now = performance.now()
    this.#forgetAcceptedBefore(now - MINUTE_MS)
    this.#loadRefusalsInARow = 0
    this.#atOnce = Math.min(this.#options.maxConnections, this.#atOnce + AFTER_SUCCESS)
    this.#accepted.push(now)
    if (this.#perMinute === undefined) return
    const isLongAgo = now - this.#refusedAt > FORGET_AFTER_MS
    this.#perMinute += isLongAgo ? MORE_EACH_TIME * this.#perMinute : MORE_A_MINUTE
    if (this.#perMinute > MAX_PER_MINUTE) this.#perMinute = undefined
  }

  /** The server has refused an e-mail for load, whose attempt began at this time. */
  refused({ message, code }: EmailFailure, beganAt: number): void {
    const now = performance.now()
    this.lastRefusal = { at: this.#options.clock.now(), reply: message }
    // Exactly one: after an accepted e-mail, a refusal takes back its progress first.
    const isOneAtATime = this.#atOnce === 1
    // What began together with another refused one says nothing about one at a time.
    if (isOneAtATime && beganAt > this.#refusedAt) this.#loadRefusalsInARow++
    this.#refusedAt = now
    this.#atOnce = Math.max(1, this.#atOnce * AFTER_REFUSAL)
    if (!isOneAtATime) return
    this.#freeAt = now + Math.min(FIRST_PAUSE_MS * 2 ** (this.#loadRefusalsInARow - 1), MAX_PAUSE_MS)
    if (
      this.#loadRefusalsInARow < MAX_LOAD_REFUSALS_IN_A_ROW ||
      ABOUT_SESSIONS.some((one) => code.startsWith(one))
    )
      return
    // It refuses one at a time too, so it counts e-mails over a time.
    this.#forgetAcceptedBefore(now - MINUTE_MS)
    if (this.#accepted.length < MIN_PER_MINUTE) return
    this.#perMinute = Math.min(this.#perMinute ?? Infinity, this.#accepted.length * AFTER_REFUSAL)
  }

  #forgetLimits(): void {
    this.#atOnce = this.#options.maxConnections
    this.#perMinute = undefined
  }

  /** Notes a reply. @returns whether it is about load, because several e-mails have got it at once */
  noteReply({ errorClass }: EmailFailure): boolean {
    const now = performance.now()
    this.#replies = [...this.#replies.filter(({ at }) => at > now - SAME_REPLY_MS), { errorClass, at: now }]
    return this.#replies.filter((reply) => reply.errorClass === errorClass).length >= SAME_REPLIES
  }

  #forgetAcceptedBefore(time: number): void {
    while (this.#accepted.length > 0 && (this.#accepted[0] as number) < time) this.#accepted.shift()
  }
}

/** MAIL_PER_MINUTE, which all processes share. */
class SharedLimit {
  readonly #limiter: Pick<RateLimiter, 'spend' | 'refund'>
  /** In a part of a minute; 0 for no limit. */
  readonly #count: number

  constructor({ perMinute, limiterOf }: Pick<PaceOptions, 'perMinute' | 'limiterOf'>) {
    const parts = PARTS_OF_A_MINUTE.find((number) => perMinute / number >= MIN_IN_A_PART) ?? 1
    this.#limiter = limiterOf(MINUTE_MS / 1_000 / parts)
    this.#count = Math.floor(perMinute / parts)
  }

  /** Spends one e-mail, or returns the milliseconds until another try. */
  async spend(): Promise<number> {
    if (this.#count === 0) return 0
    const { allowed, resetMs } = await this.#limiter.spend(LIMIT_KEY, this.#count, 1)
    return allowed ? 0 : resetMs
  }

  async refund(): Promise<void> {
    if (this.#count > 0) await this.#limiter.refund(LIMIT_KEY, this.#count, 1)
  }
}
