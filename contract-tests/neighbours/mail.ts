import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram } from '../../local/backing/debian.ts'
import { run } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import type { ReceivedMail } from '../../testing/notification/mail-server.ts'
import { LOGIN } from './relays.ts'
import { isRoot, UNPRIVILEGED, perlIncludes, siteOf, startGuided, type GuidedProgram } from './guided.ts'

/** What accepts and what judges the e-mails of Rollcall, besides the relay of `npm test`. */
export const MAIL = ['exim', 'opensmtpd', 'submission', 'spamassassin', 'rspamd', 'dovecot']

/** The rules of SpamAssassin that count against an e-mail, with their points. No rule asks a server. */
export async function pointsBySpamAssassin(source: string, guardian: Guardian): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-spamassassin-'))
  guardian.watch(dir)
  const site = siteOf(dir, guardian)
  const { command, root, env } = await fetchDebianProgram('spamassassin', 'usr/bin/spamassassin', site)
  const file = join(dir, 'email.eml')
  writeFileSync(file, source)
  writeFileSync(join(dir, 'prefs'), '')
  const rules = [
    '--configpath',
    join(root, 'usr/share/spamassassin'),
    '--siteconfigpath',
    join(root, 'etc/spamassassin'),
  ]
  const options = ['--local', '--test-mode', ...rules, '--prefspath', join(dir, 'prefs')]
  const args = ['-T', ...perlIncludes(root), command, ...options, file]
  const report = await run('perl', args, { env: { ...env, HOME: dir }, guardian })
  const lines = report.matchAll(/^ *(-?\d+\.\d+) (\w+) /gm)
  const judged = [...lines].map(([, points = '', rule = '']) => ({ points: Number(points), rule }))
  if (judged.length === 0) throw new Error(`SpamAssassin judged nothing:\n${report}`)
  return judged.filter(({ points }) => points > 0).map(({ points, rule }) => `${rule} ${points}`)
}

/** It asks no other server. */
const RSPAMD: GuidedProgram = {
  packageName: 'rspamd',
  command: 'usr/bin/rspamd',
  user: UNPRIVILEGED,
  libraries: ({ root }) => [join(root, 'usr/lib/rspamd')],
  start: ({ dir, root, port }) => {
    const share = join(root, 'usr/share/rspamd')
    const [languages, rules, plugins] = ['languages', 'rules', 'plugins'].map((name) => join(share, name))
    const disabled = 'enabled = false;'
    const settings = {
      'rspamd.conf.local': `lang_detection { languages = "${languages}"; }`,
      'local.d/logging.inc': 'type = "console"; level = "warning";',
      'local.d/options.inc': 'dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; }',
      'local.d/worker-normal.inc': `bind_socket = "127.0.0.1:${port}"; count = 1;`,
      'local.d/worker-controller.inc': disabled,
      'local.d/worker-proxy.inc': disabled,
      'local.d/fuzzy_check.conf': disabled,
    }
    mkdirSync(join(dir, 'local.d'))
    for (const [file, text] of Object.entries(settings)) writeFileSync(join(dir, file), `${text}\n`)
    const variables = {
      ...{ CONFDIR: join(root, 'etc/rspamd'), SHAREDIR: share, LUALIBDIR: join(share, 'lualib') },
      ...{ RULESDIR: rules, PLUGINSDIR: plugins, WWWDIR: join(share, 'www') },
      ...{ LOCAL_CONFDIR: dir, RUNDIR: dir, DBDIR: dir, LOGDIR: dir },
    }
    const places = Object.entries(variables).map(([name, value]) => `--var=${name}=${value}`)
    const runsAs = isRoot ? ['-u', UNPRIVILEGED.name, '-g', UNPRIVILEGED.group] : []
    return ['-f', ...runsAs, '-c', join(root, 'etc/rspamd/rspamd.conf'), ...places]
  },
}

/** Starts Rspamd. */
export async function startRspamd(guardian: Guardian) {
  const port = await freePort()
  const { stop } = await startGuided('rspamd', RSPAMD, { port, guardian })
  return {
    /** The rules that count against an e-mail, with their points. */
    async points({ source, to, returnPath, clientName }: ReceivedMail): Promise<string[]> {
      // From a sender who has logged in: others are judged by the names of their addresses, too.
      const session = { IP: '192.0.2.1', Helo: clientName, User: LOGIN.user }
      const headers = { ...session, From: returnPath, Rcpt: to.join() }
      const response = await fetch(`http://127.0.0.1:${port}/checkv2`, {
        method: 'POST',
        headers,
        body: source,
      })
      const { symbols } = (await response.json()) as { symbols: Record<string, { score: number }> }
      if (symbols['MIME_GOOD'] === undefined) throw new Error('Rspamd judged nothing')
      return Object.entries(symbols)
        .filter(([, { score }]) => score > 0)
        .map(([rule, { score }]) => `${rule} ${score}`)
    },
    stop,
  }
}
