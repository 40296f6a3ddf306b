import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram, SOFTWARE } from '../../local/backing/debian.ts'
import { run } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { LOCAL } from '../../local/support/files.ts'
import { siteOf, writeScript } from './guided.ts'
import { resolverAt } from './resolver.ts'

/** On a busy machine a whole system takes minutes to start. */
export const MAX_RUN_MS = 900_000

interface Network {
  readonly dir: string
  readonly guardian: Guardian
  /** Lines of a shell that make it, in a network namespace with `lo` only. */
  readonly lines?: string
  /** Enters the namespace in which the program runs; by default that one. */
  readonly enter?: string
  readonly args?: readonly string[]
}

/**
 * Runs a program of this folder in a network of its own, which needs root. It has its own `.local`, and asks
 * the name servers of `resolv.conf` in `dir`.
 * @returns the last line that it printed, which is JSON
 */
export async function runInNetwork(program: string, network: Network): Promise<unknown> {
  const { dir, guardian, lines = '', enter = '', args = [] } = network
  const local = join(dir, 'local')
  mkdirSync(join(local, 'software'), { recursive: true })
  const script = writeScript(
    join(dir, 'run'),
    `set -e
mount --bind ${SOFTWARE} ${local}/software
mount --rbind ${local} ${LOCAL}
mount --bind ${dir}/resolv.conf /etc/resolv.conf
ip link set lo up
${lines}
${enter} ${process.execPath} ${join(import.meta.dirname, program)} "$@"`,
  )
  const options = { env: process.env, guardian, timeoutMs: MAX_RUN_MS }
  const output = await run('unshare', ['--mount', '--net', script, ...args], options)
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '')
}

/** Runs the system with a resolver that it starts and stops. */
export async function runBesideResolver(guardian: Guardian): Promise<unknown> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-resolver-'))
  guardian.watch(dir)
  await fetchDebianProgram('unbound', 'usr/sbin/unbound', siteOf(dir, guardian))
  const port = await freePort()
  writeFileSync(join(dir, 'resolv.conf'), `nameserver ${resolverAt(port)}\n`)
  // What is sent to the dead address is lost. Node takes no address of a family that only lo has.
  const lines = `ip link add void type veth peer name nowhere
ip addr add 2001:db8::1/64 dev void nodad
ip addr add 192.0.2.1/24 dev void
ip link set void up
ip link set nowhere up`
  return runInNetwork('resolver-main.ts', { dir, guardian, lines, args: [String(port)] })
}
