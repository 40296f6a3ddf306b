import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram } from '../../local/backing/debian.ts'
import { run, startServer } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { cert, key } from '../../testing/notification/certificate.ts'
import { expectBody } from '../../testing/portal.ts'
import type { Client } from '../../testing/client.ts'
import { reach, siteOf } from './guided.ts'

/** What accepts and what judges the e-mails of Rollcall, besides the relay of `npm test`. */
export const MAIL = ['exim', 'spamassassin', 'dovecot']

const LOGIN = { user: 'rollcall', password: 'not-a-secret' }
/** The user that installing Exim would create, with the id of one that every Debian has. */
const USER = { name: 'Debian-exim', id: 8 }

/** Registers somebody with this address for the first course, which leads to an e-mail. @returns its id */
export async function register(caller: Client, email: string, preferredLanguage = ''): Promise<number> {
  const user = { loginName: email, firstName: 'Zoë', lastName: 'Müller', email, preferredLanguage }
  const { id: userId } = expectBody(await caller.post('/users/', user), 201)
  const { id } = expectBody(await caller.post('/registrations/', { courseId: 1, userId }), 201)
  return id as number
}

interface Place {
  readonly path: (name: string) => string
  readonly command: string
  readonly port: number
  readonly nextHop: URL
}

const configuration = ({ path, command, port, nextHop }: Place) => `
exim_path = ${command}
keep_environment = LD_LIBRARY_PATH
deliver_drop_privilege
spool_directory = ${path('spool')}
log_file_path = ${path('log')}/%slog
pid_file_path = ${path('pid')}
primary_hostname = relay.example.org
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_certificate = ${path('cert.pem')}
tls_privatekey = ${path('key.pem')}
tls_advertise_hosts = *
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_helo = helo
acl_smtp_rcpt = rcpt
begin acl
helo:
  accept condition = \${if match{$sender_helo_name}{\\N^[a-z0-9-]+(\\.[a-z0-9-]+)+$\\N}}
  deny message = the greeting needs a full name
rcpt:
  accept encrypted = *
    authenticated = *
  deny message = log in first
begin routers
next_hop:
  driver = manualroute
  route_list = * ${nextHop.hostname}
  self = send
  transport = smtp
begin transports
smtp:
  driver = smtp
  port = ${nextHop.port}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.password}}}}}
  server_set_id = $auth2
`

/**
 * Starts Exim as a relay that wants STARTTLS, a login and a full name in the greeting. It finds its user in a
 * mount namespace, so it needs root.
 * @param nextHop where it passes e-mails on
 * @returns its address, as SMTP_URL names it
 */
export async function startExim(nextHop: URL, guardian: Guardian) {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-exim-'))
  guardian.watch(dir)
  chmodSync(dir, 0o755)
  const path = (name: string) => join(dir, name)
  const site = siteOf(dir, guardian)
  const { command, env } = await fetchDebianProgram('exim4-daemon-light', 'usr/sbin/exim4', site)
  const ofUser = { passwd: `:x:${USER.id}:${USER.id}::/:/usr/sbin/nologin\n`, group: `:x:${USER.id}:\n` }
  for (const [file, entry] of Object.entries(ofUser))
    writeFileSync(path(file), readFileSync(`/etc/${file}`, 'utf8') + USER.name + entry)
  writeFileSync(path('cert.pem'), cert)
  writeFileSync(path('key.pem'), key, { mode: 0o600 })
  for (const folder of ['spool', 'log']) mkdirSync(path(folder))
  for (const owned of ['spool', 'log', 'key.pem']) chownSync(path(owned), USER.id, USER.id)
  const port = await freePort()
  writeFileSync(path('exim.conf'), configuration({ path, command, port, nextHop }))
  const mounts = Object.keys(ofUser).map((file) => `mount --bind '${path(file)}' /etc/${file}`)
  const script = [...mounts, 'exec "$0" "$@"'].join(' && ')
  const args = ['--mount', 'sh', '-c', script, command, '-C', path('exim.conf'), '-bdf']
  const child = await startServer({ ...site, env }, 'exim', 'unshare', args, () => reach(port))
  const login = `${LOGIN.user}:${LOGIN.password}`
  return {
    url: `smtp://${login}@localhost:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
    stop: () => child.stop(5_000),
  }
}

/** The rules of SpamAssassin that count against an e-mail, with their points. No rule asks a server. */
export async function pointsBySpamAssassin(source: string, guardian: Guardian): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-spamassassin-'))
  guardian.watch(dir)
  const site = siteOf(dir, guardian)
  const { command, root, env } = await fetchDebianProgram('spamassassin', 'usr/bin/spamassassin', site)
  const file = join(dir, 'email.eml')
  writeFileSync(file, source)
  writeFileSync(join(dir, 'prefs'), '')
  const modules = globSync(['usr/share/perl5', 'usr/lib/*-linux-*/perl5/*'], { cwd: root })
  const includes = modules.flatMap((folder) => ['-I', join(root, folder)])
  const rules = [
    '--configpath',
    join(root, 'usr/share/spamassassin'),
    '--siteconfigpath',
    join(root, 'etc/spamassassin'),
  ]
  const options = ['--local', '--test-mode', ...rules, '--prefspath', join(dir, 'prefs')]
  const args = ['-T', ...includes, command, ...options, file]
  const report = await run('perl', args, { env: { ...env, HOME: dir }, guardian })
  const lines = report.matchAll(/^ *(-?\d+\.\d+) (\w+) /gm)
  const judged = [...lines].map(([, points = '', rule = '']) => ({ points: Number(points), rule }))
  if (judged.length === 0) throw new Error(`SpamAssassin judged nothing:\n${report}`)
  return judged.filter(({ points }) => points > 0).map(({ points, rule }) => `${rule} ${points}`)
}
