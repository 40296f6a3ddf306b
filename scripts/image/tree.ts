import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const EXECUTABLE = 0o755
const PLAIN = 0o644
/** The same in every build, so that two builds give the same layers. */
const ALWAYS = new Date(0)

export function put(from: string, to: string, mode: number = PLAIN): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, mode)
}

export const putProgram = (from: string, to: string): void => put(from, to, EXECUTABLE)

/** Copies a folder, without what `leaveOut` matches in a path. */
export function putFolder(from: string, to: string, leaveOut: RegExp): void {
  cpSync(from, to, { recursive: true, filter: (path) => !leaveOut.test(path.slice(from.length)) })
}

/** Removes what `which` matches, and folders that are empty then. */
export function prune(dir: string, which: RegExp): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (which.test(path)) rmSync(path, { recursive: true })
    else if (entry.isDirectory()) {
      prune(path, which)
      if (readdirSync(path).length === 0) rmSync(path, { recursive: true })
    }
  }
}

/** Gives every file and folder the mode and the time that depend on nothing but its name and kind. */
export function settle(path: string, isProgram: (path: string) => boolean): void {
  const found = lstatSync(path)
  if (found.isDirectory()) {
    for (const name of readdirSync(path)) settle(join(path, name), isProgram)
    chmodSync(path, (found.mode & 0o1000) === 0 ? EXECUTABLE : 0o1777)
  } else if (found.isFile()) chmodSync(path, isProgram(path) ? EXECUTABLE : PLAIN)
  lutimesSync(path, ALWAYS, ALWAYS)
}
