const LOOK_EVERY_MS = 1_000

/** Calls `onEnd` when the process that started this one has ended: a SIGKILL of it is passed on by no process. */
export function whenParentEnds(onEnd: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, LOOK_EVERY_MS)
  timer.unref()
}
