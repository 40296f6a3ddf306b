import { join } from 'node:path'
import { allotPorts } from '../processes/ports.ts'
import { probeSmtp } from './probes.ts'
import { startServer } from './programs.ts'
import type { Found, Recipe, Site } from './server.ts'

/** The mailbox of our own: takes every mail and shows it on a page. */
async function mailbox(site: Site, pagePort: number | undefined): Promise<Found> {
  const ports = await allotPorts(site.dir, ['smtp', 'page'])
  const page = pagePort ?? ports.page
  const url = `smtp://127.0.0.1:${ports.smtp}`
  const program = join(import.meta.dirname, '../mailbox/main.ts')
  const args = [program, String(ports.smtp), String(page), join(site.dir, 'messages.ndjson')]
  return {
    url,
    alsoAt: { page: `http://127.0.0.1:${page}/` },
    start: async () => [await startServer(site, 'smtp', process.execPath, args, () => probeSmtp(url))],
  }
}

/** @param pagePort where the page answers; any free port when left out */
export const smtp = (pagePort?: number): Recipe => ({
  name: 'smtp',
  title: 'An SMTP server',
  variable: 'SMTP_URL',
  check: probeSmtp,
  providers: [{ label: 'the embedded mailbox', find: (site) => mailbox(site, pagePort) }],
  remedies: [
    'set SMTP_URL to a server that runs (smtp://host:25)',
    'unset SMTP_URL to have the embedded mailbox',
    'look into the log named above for what keeps the mailbox from starting',
  ],
})
