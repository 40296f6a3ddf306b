import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { notificationVariables } from '../../services/notification/src/config.ts'
import { domainOf } from '../../services/notification/src/emails/address.ts'
import {
  probeServer,
  SMTP_TIMEOUTS,
  smtpOptions,
} from '../../services/notification/src/emails/smtp-options.ts'
import { allotPorts } from '../processes/ports.ts'
import { startServer } from './programs.ts'
import { readVariable } from './read-variable.ts'
import type { Recipe, Site, Startable } from './server.ts'
import { LOOPBACK_HOST } from '../support/loopback.ts'

/** The sender of all e-mails, unless the environment names another one. */
export const MAIL_FROM = 'Rollcall <no-reply@rollcall.example>'

/** Probes the server as the notification service does. */
async function checkSmtp(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { smtpClientName, mailFrom } = notificationVariables
  const clientName =
    readVariable(smtpClientName, env) || domainOf(readVariable(mailFrom, { MAIL_FROM, ...env }))
  const socketTimeoutMs = SMTP_TIMEOUTS.replyMs
  const transport = createTransport(smtpOptions(url, SMTP_TIMEOUTS, { clientName, socketTimeoutMs }))
  try {
    await probeServer(transport)
  } finally {
    transport.close()
  }
}

/** Where the page of the mailbox is served, and the addresses that its bar leads to. */
export interface MailboxPage {
  readonly port: number
  readonly docs: string
  readonly operations: string
}

/** Our own mailbox: accepts every e-mail and shows it on a page. */
async function mailbox(site: Site, shown: MailboxPage | undefined): Promise<Startable> {
  const ports = await allotPorts(site.dir, ['smtp', 'page'])
  const page = shown?.port ?? ports.page
  const url = `smtp://${LOOPBACK_HOST}:${ports.smtp}`
  const program = join(import.meta.dirname, '../mailbox/main.ts')
  const log = join(site.dir, 'messages.ndjson')
  const links = shown ? [shown.docs, shown.operations] : []
  const args = [program, String(ports.smtp), String(page), log, ...links]
  return {
    url,
    alsoAt: { page: `http://${LOOPBACK_HOST}:${page}/` },
    start: async () => [await startServer(site, 'smtp', process.execPath, args, () => checkSmtp(url, {}))],
  }
}

/** @param page where the page is served; at any free port when left out */
export const smtp = (page?: MailboxPage): Recipe => ({
  name: 'smtp',
  title: 'An SMTP server',
  variable: notificationVariables.smtpUrl,
  check: checkSmtp,
  providers: [{ label: 'the embedded mailbox', find: (site) => mailbox(site, page) }],
  remedies: [
    'set SMTP_URL to a running server (smtp://host:25)',
    'unset SMTP_URL to have the embedded mailbox',
    'read the log named above, which says why the mailbox does not start',
  ],
})
