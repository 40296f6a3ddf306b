import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchDebianProgram } from '../../local/backing/debian.ts'
import { run } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { expectBody } from '../../testing/portal.ts'
import type { Client } from '../../testing/client.ts'
import { perlIncludes, siteOf } from './guided.ts'

/** What accepts and what judges the e-mails of Rollcall, besides the relay of `npm test`. */
export const MAIL = ['exim', 'submission', 'spamassassin', 'dovecot']

/** Registers somebody with this address for the first course, which leads to an e-mail. */
export async function register(caller: Client, email: string, preferredLanguage = '') {
  const user = { loginName: email, firstName: 'Zoë', lastName: 'Müller', email, preferredLanguage }
  const { id: userId } = expectBody(await caller.post('/users/', user), 201)
  const { id } = expectBody(await caller.post('/registrations/', { courseId: 1, userId }), 201)
  return { id, userId } as { id: number; userId: number }
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
