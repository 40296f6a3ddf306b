import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Written last: a folder without it was not completed. */
const COMPLETE = '.rollcall-complete'
const POLL_MS = 500

export const isInstalled = (dir: string): boolean => existsSync(join(dir, COMPLETE))

/**
 * Fills a folder unless it is complete. One command at a time does it, because two that are started together
 * would overwrite each other's programs.
 */
export async function installOnce(dir: string, install: () => Promise<void>): Promise<void> {
  if (isInstalled(dir)) return
  mkdirSync(dirname(dir), { recursive: true })
  const lock = `${dir}.installing`
  while (!take(lock)) await sleep(POLL_MS)
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

/** Takes a lock unless a process that still runs has it. */
export function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0)
    } catch {
      rmSync(lock, { force: true }) // of a process that was killed
    }
    return false
  }
}
