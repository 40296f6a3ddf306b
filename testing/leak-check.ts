import { createLogger } from '../services/platform/observability/logger.ts'
import { Publisher } from '../services/platform/messaging/publisher.ts'
import { afterAllTests } from './after-all-tests.ts'

/** Secrets and personal data that tests use. */
const SENSITIVE = /rcs_[0-9A-Za-z]{39}|(service|operator)-token-of-the-tests|[\w.+-]+@example\.(org|com)/g
const leaks: string[] = []

/**
 * Searches text for secrets and personal data that must not be in it. A test file with a leak fails at its
 * end.
 * @param allowed text whose own secrets and addresses may be repeated
 */
export function checkForLeaks(where: string, text: string, allowed = ''): void {
  for (const [match] of text.matchAll(SENSITIVE))
    if (!allowed.includes(match)) leaks.push(`${where} contains ${match}: ${text.slice(0, 500)}`)
}

afterAllTests(() => {
  if (leaks.length > 0) throw new Error(`${leaks.length} leaks, the first one:\n${leaks[0]}`)
})

/**
 * Every message that a service publishes is searched. It may contain the address to which its e-mail goes.
 */
const { publishAll } = Publisher.prototype
Publisher.prototype.publishAll = function (this: Publisher, messages) {
  for (const { content, options } of messages) {
    const text = content.toString()
    const [, userEmail = ''] = /"userEmail":"([^"]*)"/.exec(text) ?? []
    checkForLeaks('a message', text + JSON.stringify(options.headers), userEmail)
  }
  return publishAll.call(this, messages)
}

/** Searches the metrics of a service. */
export async function checkMetricsForLeaks(healthUrl: string): Promise<void> {
  checkForLeaks('a metric', await (await fetch(`${healthUrl}/metrics`)).text())
}

/** The message of an error that a test throws where none is expected; its log lines are not shown. */
export const EXPECTED_FAILURE = 'a test made this fail'

/** The real logger. Each line is searched, and shown when it explains a 500 or when TEST_LOG_LEVEL is set. */
export function testLogger(service = 'test', write: (line: string) => void = show) {
  const checkAndWrite = (line: string) => {
    checkForLeaks('a log line', line)
    write(line)
  }
  return createLogger(service, 'debug', { write: checkAndWrite })
}

function show(line: string): void {
  const isUnexpected = line.includes('"msg":"unexpected error"') && !line.includes(EXPECTED_FAILURE)
  if (isUnexpected || process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(line)
}
