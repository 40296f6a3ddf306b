import { join } from 'node:path'
import { allotPorts } from '../processes/ports.ts'
import { elsewhere } from './chain.ts'
import { probeSmtp } from './probes.ts'
import { answering, startProgram } from './programs.ts'
import type { Provider, Recipe } from './server.ts'

/** The mailbox of our own: takes every mail and shows it on a page. */
const embedded = (pagePort: number | undefined): Provider => ({
  looksFor: 'the embedded mailbox',
  async find(site) {
    const ports = await allotPorts(site.dir, ['smtp', 'page'])
    const page = pagePort ?? ports.page
    const url = `smtp://127.0.0.1:${ports.smtp}`
    const program = join(import.meta.dirname, '../mailbox/main.ts')
    const args = [program, String(ports.smtp), String(page), join(site.dir, 'messages.ndjson')]
    return {
      label: 'the embedded mailbox',
      async start() {
        const child = startProgram(site, 'smtp', process.execPath, args)
        await answering(child, () => probeSmtp(url))
        return { url, alsoAt: { page: `http://127.0.0.1:${page}/` }, processes: [child] }
      },
    }
  },
})

/** @param pagePort where the page answers; any free port when left out */
export const smtp = (pagePort?: number): Recipe => ({
  name: 'smtp',
  title: 'An SMTP server',
  variable: 'SMTP_URL',
  providers: [elsewhere('SMTP_URL', probeSmtp), embedded(pagePort)],
  remedies: [
    'set SMTP_URL to a server that runs (smtp://host:25)',
    'unset SMTP_URL to have the embedded mailbox',
    'look into the log named above for what keeps the mailbox from starting',
  ],
})
