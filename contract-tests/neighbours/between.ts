import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { startGuided, type GuidedProgram } from './guided.ts'

/** What stands between Rollcall and servers, or receivers of webhooks. */
export const BETWEEN = ['squid', 'stunnel']

/** The user that Squid becomes. */
const PROXY = { name: 'proxy', group: 'proxy', uid: 13, gid: 13 }

const SQUID: GuidedProgram = {
  packageName: 'squid',
  command: 'usr/sbin/squid',
  file: 'proxies/squid.conf',
  user: PROXY,
  ofPackage: ['/usr/lib/squid/basic_ncsa_auth'],
  start: ({ dir, root, file, write }) => {
    const share = join(root, 'usr/share/squid')
    const lines = [
      `include ${file}`,
      ...[`pid_filename ${dir}/pid`, `coredump_dir ${dir}`, 'access_log none', 'cache_store_log none'],
      ...[`error_directory ${share}/errors/templates`, `icon_directory ${share}/icons`],
      ...[`mime_table ${share}/mime.conf`, 'pinger_enable off', `cache_log ${dir}/cache.log`],
      ...[
        'visible_hostname squid',
        'shutdown_lifetime 0 seconds',
        `unlinkd_program ${root}/usr/lib/squid/unlinkd`,
      ],
    ]
    return ['-N', '-d', '1', '-f', write('main.conf', `${lines.join('\n')}\n`)]
  },
}

/** Starts Squid for webhooks to some ports, which may go to 127.0.0.1 and not to 127.0.0.2. */
export async function startSquid(ports: readonly number[], password: string, guardian: Guardian) {
  const port = await freePort()
  const hash = execFileSync('openssl', ['passwd', '-apr1', password], { encoding: 'utf8' })
  const withoutPassword = [
    ['auth_param basic', '# auth_param basic'],
    ['acl known', '# acl known'],
    ['allow known', 'allow all'],
  ] as const
  const { stop } = await startGuided(`squid-${port}`, SQUID, {
    port,
    guardian,
    replaced: [
      ['http_port 3128', `http_port 127.0.0.1:${port}`],
      ['127.0.0.0/8', '127.0.0.2/32'],
      ['port 443', `port ${ports.join(' ')}`],
      ...(password === '' ? withoutPassword : []),
    ],
    files: { '/etc/squid/rollcall.htpasswd': `rollcall:${hash}` },
  })
  return { host: `127.0.0.1:${port}`, stop }
}

/** The servers that stunnel.conf has: the port of TLS, and its server. */
export const BEHIND_TLS = {
  mongodb: ['27018', 'mongodb:27017'],
  redis: ['6380', 'redis:6379'],
  rabbitmq: ['5671', 'rabbitmq:5672'],
  smtp: ['465', 'mail:25'],
} as const
export type BehindTls = keyof typeof BEHIND_TLS

const STUNNEL: GuidedProgram = {
  packageName: 'stunnel4',
  command: 'usr/bin/stunnel4',
  file: 'proxies/stunnel.conf',
  start: ({ file, write }) => [write('main.conf', `foreground = yes\npid =\n${readFileSync(file, 'utf8')}`)],
}

/** Starts stunnel in front of servers, at these ports, each with its address. */
export const startStunnel = (
  servers: Readonly<Record<BehindTls, readonly [port: number, address: string]>>,
  certificate: string,
  guardian: Guardian,
) =>
  startGuided('stunnel', STUNNEL, {
    port: servers.mongodb[0],
    guardian,
    replaced: Object.entries(servers).flatMap(([name, [port, address]]) => {
      const [tls, plain] = BEHIND_TLS[name as BehindTls]
      return [
        [`accept = ${tls}`, `accept = 127.0.0.1:${port}`],
        [`connect = ${plain}`, `connect = ${address}`],
      ] as const
    }),
    files: { '/etc/ssl/rollcall.pem': certificate },
  })

/** A new certificate authority. @returns its certificate, and makes certificates with their keys */
export function certificateAuthority(name: string) {
  const make = (...options: readonly string[]) =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-days', '2', '-keyout', '-', ...options],
      ],
      { encoding: 'utf8', stdio: 'pipe' },
    )
  const authority = make('-subj', `/CN=${name}`)
  return {
    certificate: authority.slice(authority.indexOf('-----BEGIN CERTIFICATE')),
    issue() {
      const dir = mkdtempSync(join(tmpdir(), 'rollcall-ca-'))
      const path = join(dir, 'ca.pem')
      writeFileSync(path, authority)
      const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
      const isNone = 'basicConstraints=critical,CA:FALSE'
      const issued = make(
        '-CA',
        path,
        '-CAkey',
        path,
        '-subj',
        '/CN=server',
        '-addext',
        names,
        '-addext',
        isNone,
      )
      rmSync(dir, { recursive: true })
      return issued
    },
  }
}
