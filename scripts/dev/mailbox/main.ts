/** The mailbox process: an SMTP server that keeps what it is sent, and a page to read it; on the loopback address by default. */
import { MailLog } from './log.ts'
import { createMailboxServer } from './http.ts'
import { createSmtpServer } from './smtp.ts'

const [smtpPort, pagePort, file, host = '127.0.0.1'] = process.argv.slice(2)
if (smtpPort === undefined || pagePort === undefined || file === undefined) {
  process.stderr.write('usage: main.ts SMTP_PORT PAGE_PORT LOG_FILE [HOST]\n')
  process.exit(2)
}

const log = new MailLog(file)
const smtp = createSmtpServer(log)
const page = createMailboxServer(log)

const fail = (fault: Error): void => {
  process.stderr.write(`${fault.message}\n`)
  process.exitCode = 1
  stop()
}
const stop = (): void => {
  page.close()
  page.closeAllConnections()
  smtp.close()
}
// a client that hangs up in the middle is no reason to end
smtp.on('error', (fault: Error & { syscall?: string }) => {
  if (fault.syscall === 'listen') fail(fault)
})
page.once('error', fail)
process.once('SIGTERM', stop)

page.listen(Number(pagePort), host)
smtp.listen(Number(smtpPort), host)
