/** The mailbox of local runs as a container has it: SMTP on 1025, its page on 8025, the raw log in /data. */
import { createMailboxServer } from '../../dev/mailbox/http.ts'
import { MailLog } from '../../dev/mailbox/log.ts'
import { createSmtpServer } from '../../dev/mailbox/smtp.ts'

const SMTP_PORT = 1025
const PAGE_PORT = 8025

const log = await MailLog.open('/data/mails.ndjson')
const smtp = createSmtpServer(log)
const page = createMailboxServer(log)
// a client that hangs up in the middle is no reason to end
smtp.on('error', () => undefined)
process.once('SIGTERM', () => {
  page.close()
  page.closeAllConnections()
  smtp.close(() => void log.close())
})
page.listen(PAGE_PORT)
smtp.listen(SMTP_PORT)
