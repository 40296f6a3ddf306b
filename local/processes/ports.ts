import { createServer } from 'node:net'
import { join } from 'node:path'
import { readJson, writePrivately } from '../support/files.ts'
import { LOOPBACK } from '../support/loopback.ts'

/**
 * Below the range of outgoing connections: a client that keeps connecting to a stopped server could get its
 * port as the local port.
 */
const MIN_PORT = 20_000
const MAX_PORT = 29_999

/** Whether a server could listen on this loopback port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

const allotted = new Set<number>()

/** A free port that this process has not allotted before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = MIN_PORT + Math.floor(Math.random() * (MAX_PORT - MIN_PORT + 1))
    if (allotted.has(port) || !(await isFree(port))) continue
    allotted.add(port)
    return port
  }
}

/** Ports by name, the same as last time (`ports.json` in `dir`) where they are still free. */
export async function allotPorts<Name extends string>(
  dir: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const file = join(dir, 'ports.json')
  const before = readJson<Partial<Record<string, number>>>(file) ?? {}
  const ports = {} as Record<Name, number>
  for (const name of names) {
    const last = before[name]
    const keep = last !== undefined && !allotted.has(last) && (await isFree(last))
    ports[name] = keep ? last : await freePort()
    allotted.add(ports[name])
  }
  writePrivately(file, JSON.stringify({ ...before, ...ports }))
  return ports
}
