import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram } from '../../local/backing/debian.ts'
import { startServer } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { cert, key } from '../../testing/notification/certificate.ts'
import { reach, siteOf } from './guided.ts'

export interface Relay {
  /** As SMTP_URL names it. */
  readonly url: string
  readonly stop: () => Promise<unknown>
}

/** Relays, which accept e-mails of Rollcall and pass them on. */
export const RELAYS = ['postfix']

const PACKAGE = ['postfix', 'usr/lib/postfix/sbin/master'] as const
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

/**
 * Starts Postfix with the checks of a strict relay: STARTTLS and a greeting with a full name are required.
 * @param nextHop where it passes e-mails on, as host and port
 */
export async function startPostfix(nextHop: URL, guardian: Guardian): Promise<Relay> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-postfix-'))
  guardian.watch(dir)
  chmodSync(dir, 0o755)
  const port = await freePort()
  const site = siteOf(dir, guardian)
  const { command, root, env } = await fetchDebianProgram(...PACKAGE, site)
  const path = (name: string) => join(dir, name)
  const libraries = join(root, 'usr/lib/postfix')
  for (const name of ['conf', 'data', 'queue']) mkdirSync(path(name))
  for (const name of QUEUES) {
    const mode = MODES[name]
    mkdirSync(path(`queue/${name}`))
    chownSync(path(`queue/${name}`), name === 'pid' ? 0 : OWNER.uid, mode === undefined ? 0 : GROUP.gid)
    chmodSync(path(`queue/${name}`), mode ?? 0o700)
  }
  chownSync(path('data'), OWNER.uid, 0)
  writeFileSync(path('conf/tls.pem'), key + cert, { mode: 0o600 })
  const settings = {
    compatibility_level: '3.6',
    queue_directory: path('queue'),
    data_directory: path('data'),
    command_directory: join(root, 'usr/sbin'),
    daemon_directory: join(root, 'usr/lib/postfix/sbin'),
    shlib_directory: libraries,
    meta_directory: join(root, 'etc/postfix'),
    mail_owner: OWNER.name,
    setgid_group: GROUP.name,
    import_environment: 'MAIL_CONFIG LD_LIBRARY_PATH',
    export_environment: 'LD_LIBRARY_PATH',
    maillog_file: path('postfix.log'),
    maillog_file_prefixes: tmpdir(),
    inet_interfaces: '127.0.0.1',
    alias_maps: '',
    local_recipient_maps: '',
    mydestination: '',
    myhostname: 'relay.example.org',
    relayhost: `[${nextHop.hostname}]:${nextHop.port}`,
    mynetworks: '127.0.0.0/8',
    smtpd_helo_required: 'yes',
    smtpd_helo_restrictions: 'reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname',
    // As for a client of another network: the greeting counts there.
    smtpd_delay_reject: 'no',
    strict_rfc821_envelopes: 'yes',
    smtpd_tls_security_level: 'encrypt',
    smtpd_tls_chain_files: path('conf/tls.pem'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(path('conf/main.cf'), lines.join(''))
  writeFileSync(path('conf/master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${SERVICES}`)
  const search = [libraries, env['LD_LIBRARY_PATH'] ?? ''].join(':')
  const environment = { ...env, LD_LIBRARY_PATH: search, MAIL_CONFIG: path('conf') }
  const child = await startServer(
    { ...site, env: environment },
    'master',
    command,
    ['-d', '-c', path('conf')],
    () => reach(port),
  )
  const url = `smtp://localhost:${port}?requireTLS=true&tls.rejectUnauthorized=false`
  return { url, stop: () => child.stop(5_000) }
}
