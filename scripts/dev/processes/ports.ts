import { createServer } from 'node:net'
import { join } from 'node:path'
import { readJson, writePrivately } from '../../support/files.ts'

/**
 * Below every system's range for outgoing connections: a client that keeps dialling a stopped server on a port of
 * that range may be given this very port as its own, and then holds it.
 */
const LOWEST = 20_000
const HIGHEST = 29_999

/** Whether a server could listen on this loopback port now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer(true)))
  })
}

const handedOut = new Set<number>()

/** A port that is free now and that this process has not promised to anybody else. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
}

/** Ports by name, the same as last time (`ports.json` in `dir`) as far as they are still free. */
export async function allotPorts<Name extends string>(
  dir: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const file = join(dir, 'ports.json')
  const before = readJson<Partial<Record<string, number>>>(file) ?? {}
  const allotted = {} as Record<Name, number>
  for (const name of names) {
    const last = before[name]
    const keep = last !== undefined && !handedOut.has(last) && (await isFree(last))
    allotted[name] = keep ? last : await freePort()
    handedOut.add(allotted[name])
  }
  writePrivately(file, JSON.stringify({ ...before, ...allotted }))
  return allotted
}
