/** The mailbox process: an SMTP server that stores e-mails, and a page to read them on. */
import { MailLog } from './log.ts'
import { createMailboxServer } from './http.ts'
import { createSmtpServer } from './smtp.ts'
import { LOOPBACK } from '../support/loopback.ts'

const [smtpPort, pagePort, file, docs = '', operations] = process.argv.slice(2)
if (smtpPort === undefined || pagePort === undefined || file === undefined) {
  process.stderr.write('usage: main.ts SMTP_PORT PAGE_PORT LOG_FILE [DOCS_URL OPERATIONS_URL]\n')
  process.exit(2)
}

const log = new MailLog(file)
const smtp = createSmtpServer(log)
const page = createMailboxServer(log, { docs, ...(operations && { operations }) })

const fail = (error: Error): void => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
  stop()
}
const stop = (): void => {
  page.close()
  page.closeAllConnections()
  smtp.close()
}
// An error of one connection does not end the server.
smtp.on('error', (error: Error & { syscall?: string }) => {
  if (error.syscall === 'listen') fail(error)
})
page.once('error', fail)
process.once('SIGTERM', stop)

page.listen(Number(pagePort), LOOPBACK)
smtp.listen(Number(smtpPort), LOOPBACK)
