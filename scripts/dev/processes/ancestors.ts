import { ancestorsOf, isRunning } from './identity.ts'

/** npm, its shell, and the bootstrap. */
const MOST_BETWEEN = 3
const LOOK_EVERY_MS = 1_000

/**
 * Calls `onGone` when one of the processes that started us was killed: npm, the shell that it uses, or the bootstrap.
 * Whoever kills one of them means all of it, and a SIGKILL is passed on by nobody.
 */
export function watchAncestors(onGone: () => void): void {
  // npm tells the commands that it runs its own process by this name; started by hand, there is only the bootstrap
  const behindNpm = process.env['npm_lifecycle_event'] !== undefined
  const above = ancestorsOf(process.pid, behindNpm ? MOST_BETWEEN : 1)
  const timer = setInterval(() => {
    if (above.every(isRunning)) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}
