import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram } from '../../local/backing/debian.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { guideFile } from '../../testing/guide-file.ts'
import { siteOf } from './guided.ts'
import { runInNetwork } from './networks.ts'
import { unboundIn } from './resolver.ts'

/** Where the receiver of webhooks listens, which has no other address. */
const RECEIVER = '5.6.7.8'
const NAMES = {
  'receiver.example': [RECEIVER],
  'metadata.example': ['169.254.169.254'],
  'private.example': ['10.0.0.1'],
  'several.example': ['10.0.0.1', RECEIVER],
} as const

/**
 * Runs a program of this folder where there is no IPv4, not even 127.0.0.1: its resolver and its way out are
 * those of the guide. It finds in RECEIVED a file with a line for each request to `receiver.example:8088`.
 * @returns the last line that it printed, which is JSON
 */
export async function runWithoutIPv4(
  program: string,
  args: readonly string[],
  guardian: Guardian,
): Promise<unknown> {
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
      unboundIn(dir),
      'server:\n  interface: 127.0.0.1@5300\n  local-zone: "example." static\n',
      ...records,
    ].join(''),
  )
  const forward = 'forward-zone:\n  name: "example."\n  forward-addr: 127.0.0.1@5300\n'
  const ofThisRow = 'server:\n  do-not-query-localhost: no\n  local-zone: "example." nodefault\n'
  const dns64 = write('dns64.conf', `${unboundIn(dir)}${ofThisRow}${forward}include: ${guided}\n`)
  write('resolv.conf', 'nameserver 2001:db8:1::1\n')
  const hosts = write('hosts', '::1 localhost\n')
  const received = write('received', '')
  const receiver = write(
    'receiver.cjs',
    `const { appendFileSync, writeFileSync } = require('node:fs')
    require('node:http').createServer((request, response) => {
      appendFileSync('${received}', request.url + '\\n')
      response.writeHead(204).end()
    }).listen(8088, '${RECEIVER}', () => writeFileSync('${dir}/listening', ''))`,
  )
  const lines = `started=
trap 'kill $started' EXIT
mount --bind ${hosts} /etc/hosts
mount -t tmpfs none /run
ip addr add ${RECEIVER}/32 dev lo
ip netns add pod
ip link add router type veth peer name pod netns pod
ip addr add 2001:db8:1::1/64 dev router nodad
ip link set router up
ip -n pod link set lo up
ip -n pod addr del 127.0.0.1/8 dev lo
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
export RECEIVED=${received}`
  return runInNetwork(program, { dir, guardian, lines, enter: 'ip netns exec pod', args })
}
