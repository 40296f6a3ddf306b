import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { cert, key } from '../../testing/notification/certificate.ts'
import { inMountNamespace, startResolver, withResolver } from './resolver.ts'
import { UNPRIVILEGED, perlIncludes, startGuided, writeScript, type GuidedProgram } from './guided.ts'

export interface Relay {
  /** As SMTP_URL names it. */
  readonly url: string
  /** Where its configuration and its log are. */
  readonly dir: string
  readonly stop: () => Promise<unknown>
}

export interface Postfix extends Relay {
  /** Lets the DNS that it asks have this domain only; at the start, that of MAIL_FROM. */
  readonly knowDomain: (domain: string) => Promise<void>
}

/** Relays, which accept e-mails of Rollcall and pass them on. */
export const RELAYS = ['postfix']

export const LOGIN = { user: 'rollcall', password: 'not-a-secret' }
const CERTIFICATE = { '/etc/ssl/rollcall.pem': key + cert }

/** Users that every Debian has, in place of those that installing the package would create. */
const OWNER = { name: 'news', uid: 9 }
const GROUP = { name: 'uucp', gid: 10 }

const QUEUES = [
  ...['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'maildrop', 'pid'],
  ...['private', 'public', 'saved', 'trace'],
]
/** Of the queues that its group uses. */
const MODES: Readonly<Record<string, number>> = { maildrop: 0o730, public: 0o710 }

const SERVICES = `
pickup    unix n - n 60    1 pickup
cleanup   unix n - n -     0 cleanup
qmgr      unix n - n 300   1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n -     - trivial-rewrite
bounce    unix - - n -     0 bounce
defer     unix - - n -     0 bounce
trace     unix - - n -     0 bounce
smtp      unix - - n -     - smtp
error     unix - - n -     - error
retry     unix - - n -     - error
anvil     unix - - n -     1 anvil
scache    unix - - n -     1 scache
postlog   unix-dgram n - n - 1 postlogd
`

/** Postfix needs root. */
const POSTFIX: GuidedProgram = {
  packageName: 'postfix',
  command: 'usr/lib/postfix/sbin/master',
  file: 'mail/postfix.cf',
  libraries: ({ root }) => [join(root, 'usr/lib/postfix')],
  start: ({ dir, root, port, file }) => {
    const path = (name: string) => join(dir, name)
    for (const name of ['conf', 'data', 'queue']) mkdirSync(path(name))
    for (const name of QUEUES) {
      const mode = MODES[name]
      mkdirSync(path(`queue/${name}`))
      chownSync(path(`queue/${name}`), name === 'pid' ? 0 : OWNER.uid, mode === undefined ? 0 : GROUP.gid)
      chmodSync(path(`queue/${name}`), mode ?? 0o700)
    }
    chownSync(path('data'), OWNER.uid, 0)
    chmodSync(path('rollcall.pem'), 0o600)
    const settings = {
      compatibility_level: '3.6',
      queue_directory: path('queue'),
      data_directory: path('data'),
      command_directory: join(root, 'usr/sbin'),
      daemon_directory: join(root, 'usr/lib/postfix/sbin'),
      shlib_directory: join(root, 'usr/lib/postfix'),
      meta_directory: join(root, 'etc/postfix'),
      mail_owner: OWNER.name,
      setgid_group: GROUP.name,
      import_environment: 'MAIL_CONFIG LD_LIBRARY_PATH',
      export_environment: 'LD_LIBRARY_PATH',
      maillog_file: path('mail.log'),
      maillog_file_prefixes: dir,
      inet_interfaces: '127.0.0.1',
      mynetworks: '127.0.0.0/8',
      alias_maps: '',
      local_recipient_maps: '',
      mydestination: '',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
    writeFileSync(path('conf/main.cf'), lines.join('') + readFileSync(file, 'utf8'))
    writeFileSync(path('conf/master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${SERVICES}`)
    return ['-d', '-c', path('conf')]
  },
}

interface Checks {
  /** Where Dovecot knows the passwords; without it, Postfix asks for none. */
  readonly passwords?: number
  /** Where Postgrey listens; without it, no sender has to wait. */
  readonly greylist?: number
}

/**
 * Starts Postfix with the file of the guide.
 * @param nextHop where it passes e-mails on, as host and port
 */
export async function startPostfix(
  nextHop: URL,
  guardian: Guardian,
  { passwords, greylist }: Checks = {},
): Promise<Postfix> {
  const [port, resolverPort] = [await freePort(), await freePort()]
  const knowing = (domain: string) =>
    startResolver([`${domain}. MX 10 mail.example.org.`], resolverPort, guardian)
  let resolver = await knowing('rollcall.example')
  const [dovecot, postgrey] = ['inet:127.0.0.1:12345', 'check_policy_service inet:127.0.0.1:10023']
  const { dir, stop } = await startGuided('postfix', POSTFIX, {
    port,
    guardian,
    files: CERTIFICATE,
    wrap: (command, dir) => withResolver(command, dir, resolverPort),
    replaced: [
      ['[mail.example.org]:25', `[${nextHop.hostname}]:${nextHop.port}`],
      ...(passwords === undefined
        ? ([
            ['auth_enable = yes', 'auth_enable = no'],
            ['permit_sasl_authenticated', 'permit_mynetworks'],
          ] as const)
        : ([[dovecot, `inet:127.0.0.1:${passwords}`]] as const)),
      [postgrey, greylist === undefined ? '' : `check_policy_service inet:127.0.0.1:${greylist}`],
    ],
  })
  return {
    dir,
    url: urlOf(port, passwords === undefined ? undefined : LOGIN),
    async knowDomain(domain) {
      await resolver.stop()
      resolver = await knowing(domain)
    },
    stop: () => Promise.all([stop(), resolver.stop()]),
  }
}

const urlOf = (port: number, login: typeof LOGIN | undefined) =>
  `smtp://${login === undefined ? '' : `${login.user}:${login.password}@`}localhost:${port}` +
  '?requireTLS=true&tls.rejectUnauthorized=false'

/**
 * Writes a script that starts a program in a mount namespace, which needs root. There it finds its users,
 * which installing its package would create, and empty folders.
 */
function inNamespace(
  command: string,
  dir: string,
  users: Readonly<Record<string, number>>,
  folders: readonly (readonly [parent: string, name: string])[] = [],
) {
  const mounts = ['passwd', 'group'].map((file) => {
    const entries = Object.entries(users).map(([name, id]) =>
      [name, 'x', id, ...(file === 'group' ? [''] : [id, '', '/', '/usr/sbin/nologin'])].join(':'),
    )
    const path = join(dir, `etc-${file}`)
    writeFileSync(path, `${readFileSync(`/etc/${file}`, 'utf8')}${entries.join('\n')}\n`)
    return `mount --bind '${path}' /etc/${file}`
  })
  const made = folders.map(
    ([parent, name]) => `mount -t tmpfs none ${parent} && mkdir -p -m 711 ${parent}/${name}`,
  )
  return inMountNamespace(command, dir, [...mounts, ...made])
}

/** With the id of a user that every Debian has. */
const EXIM_USER = { name: 'Debian-exim', id: 8 }

const EXIM: GuidedProgram = {
  packageName: 'exim4-daemon-light',
  command: 'usr/sbin/exim4',
  file: 'mail/exim.conf',
  relocate: (command, { dir }) => inNamespace(command, dir, { [EXIM_USER.name]: EXIM_USER.id }),
  start: ({ dir, command, file, write }) => {
    for (const folder of ['spool', 'log']) mkdirSync(join(dir, folder))
    for (const owned of ['spool', 'log', 'rollcall.pem', 'passwd'])
      chownSync(join(dir, owned), EXIM_USER.id, EXIM_USER.id)
    const place = `
exim_path = ${command}
keep_environment = LD_LIBRARY_PATH
deliver_drop_privilege
spool_directory = ${dir}/spool
log_file_path = ${dir}/log/%slog
pid_file_path = ${dir}/pid
local_interfaces = 127.0.0.1
.include ${file}
`
    return ['-C', write('main.conf', place), '-bdf']
  },
}

/** Starts Exim with the file of the guide. @param nextHop where it passes e-mails on, as host and port */
export async function startExim(nextHop: URL, guardian: Guardian): Promise<Relay> {
  const port = await freePort()
  const hash = execFileSync('openssl', ['passwd', '-6', LOGIN.password], { encoding: 'utf8' })
  const { dir, stop } = await startGuided('exim', EXIM, {
    port,
    guardian,
    files: { ...CERTIFICATE, '/etc/exim4/passwd': `${LOGIN.user}:${hash}` },
    replaced: [
      ['daemon_smtp_ports = 587', `daemon_smtp_ports = ${port}`],
      ['mail.example.org::25', `${nextHop.hostname}::${nextHop.port}`],
    ],
  })
  return { dir, url: urlOf(port, LOGIN), stop }
}

const OPENSMTPD: GuidedProgram = {
  packageName: 'opensmtpd',
  command: 'usr/sbin/smtpd',
  file: 'mail/opensmtpd.conf',
  relocate: (command, { dir }) =>
    inNamespace(command, dir, { opensmtpd: OWNER.uid, opensmtpq: GROUP.gid }, [
      ['/var/spool', 'smtpd'],
      ['/var/lib', 'opensmtpd/empty'],
      ['/run', 'smtpd'],
    ]),
  start: ({ file }) => ['-d', '-f', file],
}

/** Starts OpenSMTPD with the file of the guide. @param nextHop where it passes e-mails on */
export async function startOpenSmtpd(nextHop: URL, guardian: Guardian): Promise<Relay> {
  const port = await freePort()
  const { dir, stop } = await startGuided('opensmtpd', OPENSMTPD, {
    port,
    guardian,
    replaced: [
      ['port 25 ', `port ${port} `],
      ['mail.example.org:25', nextHop.host],
    ],
  })
  return { dir, url: `smtp://127.0.0.1:${port}`, stop }
}

/** Lets unknown senders wait for some seconds. */
const postgrey = (seconds: number): GuidedProgram => ({
  packageName: 'postgrey',
  command: 'usr/sbin/postgrey',
  relocate: (command, { dir, root }) =>
    writeScript(join(dir, 'postgrey'), `exec perl -T ${perlIncludes(root).join(' ')} '${command}' "$@"`),
  user: UNPRIVILEGED,
  start: ({ dir, port }) => {
    const runsAs = [`--user=${UNPRIVILEGED.name}`, `--group=${UNPRIVILEGED.group}`]
    const lists = ['clients', 'recipients'].map((name) => `--whitelist-${name}=/dev/null`)
    return [`--inet=127.0.0.1:${port}`, `--dbdir=${dir}`, `--delay=${seconds}`, ...runsAs, ...lists]
  },
})

/** Starts Postgrey. @param seconds how long a sender waits whose e-mail to somebody is the first one */
export async function startPostgrey(seconds: number, guardian: Guardian) {
  const port = await freePort()
  const { stop } = await startGuided('postgrey', postgrey(seconds), { port, guardian })
  return { port, stop }
}
