import { join } from 'node:path'
import type { Guardian } from '../../local/processes/guardian.ts'
import { startGuided, writeScript, type GuidedProgram } from './guided.ts'

/** What every configuration of Unbound for a test begins with. */
export const unboundIn = (dir: string) => `server:
  directory: "${dir}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
remote-control:
  control-enable: no
`

/** The address of a resolver on this machine; it needs root, because its port has to be 53. */
export const resolverAt = (port: number) => `127.53.${port >> 8}.${port & 255}`

/**
 * Starts a resolver that knows these records and no other name.
 * @param port by which it is told from other resolvers of this machine
 */
export async function startResolver(records: readonly string[], port: number, guardian: Guardian) {
  const unbound: GuidedProgram = {
    packageName: 'unbound',
    command: 'usr/sbin/unbound',
    start: ({ dir, write }) => {
      const interfaces = [`127.0.0.1@${port}`, `${resolverAt(port)}@53`]
      const lines = [
        ...interfaces.map((one) => `interface: ${one}`),
        'local-zone: "." static',
        ...records.map((record) => `local-data: "${record}"`),
      ]
      const file = `${unboundIn(dir)}server:\n${lines.map((line) => `  ${line}\n`).join('')}`
      return ['-d', '-c', write('unbound.conf', file)]
    },
  }
  return startGuided(`unbound-${port}`, unbound, { port, guardian })
}

/** A program that runs another one, which asks this resolver only. @returns its path */
export const withResolver = (command: string, dir: string, port: number) =>
  inMountNamespace(command, dir, [
    `echo 'nameserver ${resolverAt(port)}' >'${dir}/resolv.conf'`,
    `mount --bind '${dir}/resolv.conf' /etc/resolv.conf`,
  ])

/** A program that runs another one in a mount namespace, which needs root. @returns its path */
export const inMountNamespace = (command: string, dir: string, mounts: readonly string[]) =>
  writeScript(
    join(dir, 'in-namespace'),
    [
      'set -e',
      '[ "$1" = inside ] || exec unshare --mount "$0" inside "$@"',
      'shift',
      ...mounts,
      `exec '${command}' "$@"`,
    ].join('\n'),
  )
