/** A point in a call where a test can pause it, to check what other callers see at that moment. */
export class Breakpoint {
  #pause: { readonly onReached: () => void; readonly resumed: Promise<void> } | undefined

  /** To be awaited where the call may be paused. */
  async reach(): Promise<void> {
    this.#pause?.onReached()
    await this.#pause?.resumed
  }

  /** Pauses the next call that reaches the breakpoint, which must be `call`, while `whilePaused` runs. */
  async pause<T>(call: () => Promise<unknown>, whilePaused: () => Promise<T>): Promise<T> {
    const reached = Promise.withResolvers<void>()
    const resumed = Promise.withResolvers<void>()
    this.#pause = { onReached: reached.resolve, resumed: resumed.promise }
    const called = call()
    try {
      await Promise.race([reached.promise, called])
      this.#pause = undefined
      return await whilePaused()
    } finally {
      resumed.resolve()
      await called
    }
  }

  /** Pauses one attempt while another one is made. @returns the results of both, the paused one as `late` */
  async overlap<T>(
    attempt: () => Promise<T>,
    beforeSecond: () => void,
  ): Promise<{ first: T; late: T | undefined }> {
    let late: T | undefined
    const pausedAttempt = async () => {
      late = await attempt()
    }
    const first = await this.pause(pausedAttempt, () => {
      beforeSecond()
      return attempt()
    })
    return { first, late }
  }
}
