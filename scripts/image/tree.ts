import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const EXECUTABLE = 0o755
const PLAIN = 0o644

export function put(from: string, to: string, mode: number = PLAIN): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, mode)
}

export const putProgram = (from: string, to: string): void => put(from, to, EXECUTABLE)
