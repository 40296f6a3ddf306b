import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { guideFile } from '../../testing/guide-file.ts'
import { copyRelocated, isRoot, UNPRIVILEGED, startGuided, type GuidedProgram } from './guided.ts'
import { LOGIN } from './relays.ts'

/** Whose processes these are: Dovecot starts none as root. */
const owner = () =>
  isRoot
    ? [UNPRIVILEGED.name, UNPRIVILEGED.group]
    : ['-un', '-gn'].map((which) => execFileSync('id', [which], { encoding: 'utf8' }).trim())

const DOVECOT: GuidedProgram = {
  packageName: 'dovecot-sieve,dovecot-lmtpd',
  // It reads the configuration for the server, and then runs it.
  command: 'usr/bin/doveconf',
  file: 'mail/dovecot.conf',
  user: UNPRIVILEGED,
  libraries: ({ dir, root }) => [
    join(dir, 'lib'),
    ...['', '/modules/old-stats'].map((folder) => join(root, 'usr/lib/dovecot') + folder),
  ],
  relocate(command, { dir, root }) {
    const [libraries, modules] = ['usr/lib/dovecot', 'usr/lib/dovecot/modules']
    for (const folder of ['lib', 'run']) mkdirSync(join(dir, folder))
    const [library, module] = ['libdovecot.so.0', 'libssl_iostream_openssl.so'] as const
    copyRelocated(join(root, libraries, library), join(dir, 'lib', library), `/${modules}`)
    copyFileSync(join(root, modules, module), join(dir, 'run', module))
    return command
  },
  start: ({ dir, root, port, file, write }) => {
    const [user, group] = owner()
    const main = `
base_dir = ${dir}/run
state_dir = ${dir}/state
libexec_dir = ${root}/usr/lib/dovecot
mail_plugin_dir = ${root}/usr/lib/dovecot/modules
log_path = /dev/stderr
import_environment = $import_environment LD_LIBRARY_PATH
default_login_user = ${user}
default_internal_user = ${user}
default_internal_group = ${group}
first_valid_uid = 1
first_valid_gid = 1
ssl = no
protocols = lmtp
mail_location = maildir:~/Maildir
userdb {
  driver = static
  args = allow_all_users=yes uid=${user} gid=${group} home=${dir}/mailboxes/%u
}
passdb {
  driver = passwd-file
  args = ${dir}/users
}
service anvil {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
}
!include ${file}
`
    const config = write('main.conf', main)
    const server = ['-e', join(root, 'usr/sbin/dovecot'), '-F', '-c', config]
    return ['-f', 'service=master', '-c', config, '-m', 'master', ...server]
  },
}

/** Starts Dovecot with the mailboxes of a company, and the script of the guide. */
export async function startDovecot(guardian: Guardian) {
  const [port, passwords] = [await freePort(), await freePort()]
  const { dir, stop } = await startGuided('dovecot', DOVECOT, {
    port,
    guardian,
    replaced: [['port = 12345', `port = ${passwords}`]],
    files: { '/etc/dovecot/duplicate.sieve': guideFile('mail/duplicate.sieve', []) },
  })
  /** The only user who may send e-mails gets another password. */
  const setPassword = (password: string) =>
    writeFileSync(join(dir, 'users'), `${LOGIN.user}:{PLAIN}${password}\n`)
  setPassword(LOGIN.password)
  const transport = createTransport({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true } as object)
  return {
    /** Hands an e-mail over as a relay does. */
    async deliver(to: string, source: string): Promise<void> {
      await transport.sendMail({ envelope: { from: 'no-reply@rollcall.example', to }, raw: source })
    },
    /** The e-mails in a mailbox. */
    mailbox: (address: string) =>
      globSync(join(dir, 'mailboxes', address, 'Maildir/{new,cur}/*')).map((file) =>
        readFileSync(file, 'utf8'),
      ),
    /** Where Postfix asks for passwords. */
    passwords,
    setPassword,
    stop,
  }
}
