import type { Handler } from '../../../platform/contract/operation.ts'
import { presentDependency } from '../../../platform/http/status.ts'
import type { Dependency } from '../../../platform/process/dependency.ts'
import type { SmtpMailer } from './smtp-mailer.ts'

/** Finds out at once whether the mail server takes e-mails again. It changes no record. */
export const connectToMailServer =
  ({
    mailer,
    smtp,
  }: {
    mailer: Pick<SmtpMailer, 'probeAtOnce'>
    smtp: Dependency
  }): Handler<'connectToMailServer'> =>
  async () => {
    await mailer.probeAtOnce()
    return { status: 200, body: presentDependency(smtp), audited: 'unchanged' }
  }
