import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import type { Scope } from '../domain/account.ts'
import { TooManyRequests } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import type { Caller } from './caller.ts'

/** What limits the responses that wait for their readers. */
export interface SendingLimits {
  /** A response that takes longer to be sent is cut. */
  readonly maxMs: number
  /** How often the credentials of those who read lists are checked. */
  readonly checkMs: number
  /** How long before it expires a cached credential is verified again: then there is time to cut. */
  readonly verifiedBeforeMs: number
  /** Of one caller at a time, in this process. */
  readonly maxOfCaller: number
}

const LIMITS: SendingLimits = {
  maxMs: 60_000,
  checkMs: 1_000,
  verifiedBeforeMs: 5_000,
  maxOfCaller: 20,
}

/** A response that is being sent. */
interface Sending {
  readonly response: ServerResponse
  readonly log: () => Logger
  readonly endsAt: number
  /** Whether the caller may still read it; absent for a response that is complete in memory. */
  readonly mayContinue: (() => Promise<boolean>) | undefined
}

/** The reader of a response: what counts it, and whether it may read on if it is a list. */
export interface Reader {
  readonly caller: Caller | undefined
  readonly log: () => Logger
  readonly mayContinue: () => Promise<boolean>
}

/**
 * The responses that are being sent. One that is read slowly holds its memory, and reads records under a
 * credential that may have been revoked, so each ends in time: the connection is closed, and the caller can
 * see that the response is not complete.
 */
export class ResponsesBeingSent {
  readonly #limits: SendingLimits
  /** By the key of the caller's limit. */
  readonly #byCaller = new Map<string, Set<Sending>>()
  readonly #logger: Logger
  /** Runs while responses are being sent. */
  #checking: PeriodicTask | undefined

  constructor(logger: Logger, limits: Partial<SendingLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#logger = logger
  }

  /** @throws TooManyRequests when as many responses as are allowed are being sent to this caller */
  requireRoom(caller: Caller | undefined): void {
    const sendings = this.#byCaller.get(keyOf(caller))
    if (!caller?.limit || !sendings || sendings.size < this.#limits.maxOfCaller) return
    const [oldest] = sendings
    const untilEndMs = (oldest?.endsAt ?? 0) - performance.now()
    throw new TooManyRequests(Math.max(1, Math.ceil(untilEndMs / 1_000)))
  }

  /**
   * Sends a list while it is read, and asks before each of its parts whether the caller may still read it.
   *
   * @throws what reading the list throws; the response has begun then
   */
  async stream(response: ServerResponse, parts: AsyncIterable<string>, reader: Reader): Promise<void> {
    const { mayContinue } = reader
    this.#add(response, reader, mayContinue)
    async function* whileAllowed() {
      for await (const part of parts) {
        if (!(await mayContinue())) throw new NoLongerAllowed()
        yield part
      }
    }
    try {
      await pipeline(whileAllowed, response)
    } catch (error) {
      if (error instanceof NoLongerAllowed) cut({ response, log: reader.log }, 'not-allowed')
      else if (!isClosed(error)) throw error
    }
  }

  /** Limits how long a response waits for its reader that is complete in memory. */
  watch(response: ServerResponse, reader: Pick<Reader, 'caller' | 'log'>): void {
    this.#add(response, reader, undefined)
  }

  #add(
    response: ServerResponse,
    { caller, log }: Pick<Reader, 'caller' | 'log'>,
    mayContinue: Sending['mayContinue'],
  ) {
    const key = keyOf(caller)
    const sending = { response, log, endsAt: performance.now() + this.#limits.maxMs, mayContinue }
    const sendings = this.#byCaller.get(key) ?? new Set()
    this.#byCaller.set(key, sendings.add(sending))
    this.#checking ??= this.#startChecking()
    response.once('close', () => {
      sendings.delete(sending)
      if (sendings.size === 0 && this.#byCaller.get(key) === sendings) this.#byCaller.delete(key)
      if (this.#byCaller.size > 0) return
      void this.#checking?.stop()
      this.#checking = undefined
    })
  }

  #startChecking(): PeriodicTask {
    const task = new PeriodicTask({
      name: 'check of the responses being sent',
      everyMs: this.#limits.checkMs,
      run: () => this.#check(),
      logger: this.#logger,
    })
    task.start()
    return task
  }

  /** A caller that reads nothing for a while is not noticed by {@link stream}. */
  #check(): Promise<void> {
    for (const sending of [...this.#byCaller.values()].flatMap((sendings) => [...sendings])) {
      if (sending.endsAt <= performance.now()) cut(sending, 'too-slow')
      // Not awaited: a verification that takes long must not delay the end of other responses.
      else void sending.mayContinue?.().then((may) => may || cut(sending, 'not-allowed'))
    }
    return Promise.resolve()
  }

  /**
   * Whether a caller may still read a list: its credential is valid, and the groups that it had in scope when
   * the list began are in scope. What can't be verified is not allowed. Only streamed lists call the result.
   *
   * @param authenticate verifies a cached credential again if it expires within this time
   */
  recheckWhileReading(
    scope: Scope | undefined,
    authenticate: (stillValidMs: number) => Caller | Promise<Caller>,
    scopeOf: (caller: Caller) => Scope | undefined,
  ): () => Promise<boolean> {
    let known: Caller['account']
    return async () => {
      try {
        const { account, ...caller } = await authenticate(this.#limits.verifiedBeforeMs)
        // The same one as before, from the cache.
        if (account && account === known) return true
        const isAllowed = !scope || (scopeOf({ account, ...caller })?.includesAll(scope) ?? false)
        if (isAllowed) known = account
        return isAllowed
      } catch {
        return false
      }
    }
  }
}

class NoLongerAllowed extends Error {}

function cut({ response, log }: Pick<Sending, 'response' | 'log'>, reason: 'too-slow' | 'not-allowed'): void {
  if (response.destroyed) return
  log().info({ reason }, 'response cut off')
  response.destroy()
}

/** The other services have no limit, and count together. */
const keyOf = (caller: Caller | undefined): string => caller?.limit?.key ?? ''

const isClosed = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'
