import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from './command-error.ts'

/** Written last: a folder without it was not completed. */
const COMPLETE = '.rollcall-complete'
const POLL_MS = 500
/** Longer than any installation. */
const MAX_WAIT_MS = 10 * 60_000

export const isInstalled = (dir: string): boolean => existsSync(join(dir, COMPLETE))

/**
 * Fills a folder unless it is complete. One command at a time does it, because two that are started together
 * would overwrite each other's programs.
 * @throws CommandError when another one has not ended in time
 */
export async function installOnce(dir: string, install: () => Promise<void>): Promise<void> {
  if (isInstalled(dir)) return
  mkdirSync(dirname(dir), { recursive: true })
  const lock = `${dir}.installing`
  const deadline = performance.now() + MAX_WAIT_MS
  while (!take(lock)) {
    if (performance.now() > deadline)
      throw new CommandError(
        `Another command has been installing here for too long. Remove ${lock} if none does.`,
      )
    await sleep(POLL_MS)
  }
  try {
    if (isInstalled(dir)) return
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir)
    await install()
    writeFileSync(join(dir, COMPLETE), '')
  } finally {
    rmSync(lock, { force: true })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Takes a lock, which has the id of its process from the beginning, unless a process that runs has it. */
export function take(lock: string): boolean {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch (error) {
    // Its process was killed. Of another user's process a signal is not permitted.
    if (codeOf(error) === 'ESRCH') rmSync(lock, { force: true })
  }
  return false
}
