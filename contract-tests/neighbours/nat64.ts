import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram } from '../../local/backing/debian.ts'
import { run } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { guideFile } from '../../testing/guide-file.ts'
import { siteOf, writeScript } from './guided.ts'

/** Where the receiver listens, which has no other address. */
const RECEIVER = '5.6.7.8'
export const NAMES = {
  'receiver.example': [RECEIVER],
  'metadata.example': ['169.254.169.254'],
  'private.example': ['10.0.0.1'],
  'several.example': ['10.0.0.1', RECEIVER],
} as const

const UNBOUND = (dir: string) => `server:
  directory: "${dir}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
remote-control:
  control-enable: no
`

/**
 * Posts to URLs from a network without IPv4, whose resolver and way out are those of the guide. Both are in
 * network namespaces, which need root.
 * @returns the results
 */
export async function postByNat64(urls: readonly string[], guardian: Guardian) {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-nat64-'))
  guardian.watch(dir)
  chmodSync(dir, 0o755)
  const site = siteOf(dir, guardian)
  const unbound = await fetchDebianProgram('unbound', 'usr/sbin/unbound', site)
  const libraries = unbound.env['LD_LIBRARY_PATH'] ?? ''
  const tayga = await fetchDebianProgram('tayga', 'usr/sbin/tayga', site)
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const data = join(dir, 'tayga')
  mkdirSync(data)
  const taygaFile = write('tayga.conf', guideFile('networks/tayga.conf', [['/var/spool/tayga', data]]))
  const guided = write('guide.conf', guideFile('networks/unbound.conf', []))
  const records = Object.entries(NAMES).flatMap(([name, addresses]) =>
    addresses.map((address) => `  local-data: "${name}. A ${address}"\n`),
  )
  const known = write(
    'names.conf',
    [
      UNBOUND(dir),
      'server:\n  interface: 127.0.0.1@5300\n  local-zone: "example." static\n',
      ...records,
    ].join(''),
  )
  const forward = 'forward-zone:\n  name: "example."\n  forward-addr: 127.0.0.1@5300\n'
  const local = 'server:\n  do-not-query-localhost: no\n  local-zone: "example." nodefault\n'
  const dns64 = write('dns64.conf', `${UNBOUND(dir)}${local}${forward}include: ${guided}\n`)
  const resolv = write('resolv.conf', 'nameserver 2001:db8:1::1\n')
  const receiver = write(
    'receiver.cjs',
    `require('node:http').createServer((request, response) => { response.statusCode = 204; response.end() })
      .listen(8088, '${RECEIVER}', () => require('node:fs').writeFileSync('${dir}/listening', ''))`,
  )
  const script = writeScript(
    join(dir, 'run'),
    `set -e
started=
trap 'kill $started' EXIT
mount --bind ${resolv} /etc/resolv.conf
mount -t tmpfs none /run
ip link set lo up
ip addr add ${RECEIVER}/32 dev lo
ip netns add pod
ip link add router type veth peer name pod netns pod
ip addr add 2001:db8:1::1/64 dev router nodad
ip link set router up
ip -n pod addr add 2001:db8:1::2/64 dev pod nodad
ip -n pod link set pod up
ip -n pod route add default via 2001:db8:1::1
sysctl -qw net.ipv6.conf.all.forwarding=1 net.ipv4.ip_forward=1
${tayga.command} -c ${taygaFile} --mktun
ip link set nat64 up
ip addr add 192.168.0.1/32 dev nat64
ip addr add 2001:db8:2::1/128 dev nat64
ip route add 192.168.255.0/24 dev nat64
ip -6 route add 64:ff9b::/96 dev nat64
${tayga.command} -d -c ${taygaFile} >${dir}/tayga.log 2>&1 &
started="$started $!"
for file in ${known} ${dns64}; do
  LD_LIBRARY_PATH=${libraries} ${unbound.command} -d -c $file >>${dir}/unbound.log 2>&1 &
  started="$started $!"
done
${process.execPath} ${receiver} &
started="$started $!"
both() { [ "$(ss -Hlnu 'sport = 53 or sport = 5300' | wc -l)" -ge 2 ]; }
until [ -e ${dir}/listening ] && both; do sleep 0.2; done
ip netns exec pod ${process.execPath} ${join(import.meta.dirname, 'nat64-main.ts')} "$@"`,
  )
  const output = await run('unshare', ['--mount', '--net', script, ...urls], { env: process.env, guardian })
  return JSON.parse(output.split('\n').at(-2) ?? '') as readonly unknown[]
}
