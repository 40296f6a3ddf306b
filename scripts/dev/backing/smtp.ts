import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { allotPorts, isFree } from '../processes/ports.ts'
import { Refusal } from '../../support/refusal.ts'
import { elsewhere } from './elsewhere.ts'
import { probeSmtp } from './probes.ts'
import { served } from './served.ts'
import type { Provider, Recipe } from './server.ts'

const START_MS = 15_000

/** The mailbox of our own: takes every mail and shows it on a page. */
const embedded = (pagePort: number | undefined): Provider => ({
  looksFor: 'the embedded mailbox',
  async find(site) {
    const ports = await allotPorts(site.dir, ['smtp', 'page'])
    const page = pagePort ?? ports.page
    if (!(await isFree(page))) {
      throw new Refusal(
        `Port ${page}, where the mailbox page should answer, is taken. Set PORT to another address.`,
      )
    }
    const url = `smtp://127.0.0.1:${ports.smtp}`
    return {
      label: 'the embedded mailbox',
      async start() {
        const child = startChild(
          {
            name: 'smtp',
            command: process.execPath,
            args: [
              join(import.meta.dirname, '../mailbox/main.ts'),
              ...[String(ports.smtp), String(page), join(site.dir, 'messages.ndjson')],
            ],
            env: site.env,
            logFile: join(site.logs, 'mailbox.log'),
          },
          site.guardian,
        )
        await served(child, () => probeSmtp(url), START_MS)
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
