import { createLogger } from '../services/shared/logger.ts'
import { Publisher } from '../services/shared/messaging/publisher.ts'

/** What the secrets and the personal data of the tests look like. */
const MARKS = /rcs_[0-9A-Za-z]{39}|(service|operator)-token-of-the-tests|[\w.+-]+@example\.(org|com)/g
const found: string[] = []

/** Notes a secret, or personal data, where none may stand: a test file that was shown one fails at its end. */
export function searchCanary(where: string, text: string, known = ''): void {
  for (const [mark] of text.matchAll(MARKS))
    if (!known.includes(mark)) found.push(`${where} shows ${mark}: ${text.slice(0, 500)}`)
}

if (typeof afterAll === 'function')
  afterAll(() => {
    if (found.length > 0) throw new Error(`${found.length} times, at first:\n${found[0]}`)
  })

/** Every message that a service publishes is searched on its way; the address that an e-mail goes to has to be in it. */
const { publish } = Publisher.prototype
Publisher.prototype.publish = function (this: Publisher, outgoing) {
  const text = outgoing.content.toString()
  const [, userEmail = ''] = /"userEmail":"([^"]*)"/.exec(text) ?? []
  searchCanary('a message', text + JSON.stringify(outgoing.options.headers), userEmail)
  return publish.call(this, outgoing)
}

/** Searches the metrics of a service, by its admin address, before it stops. */
export async function searchMetrics(admin: string): Promise<void> {
  searchCanary('a metric', await (await fetch(`${admin}/metrics`)).text())
}

/** Of an error that a test throws where none is expected: its log lines tell nobody anything. */
export const ON_PURPOSE = 'a test made this fail'

/** The real logger: each line is searched, and shown when it tells what a 500 came from or TEST_LOG_LEVEL is set. */
export function testLogger(service = 'test', write: (line: string) => void = show) {
  const search = (line: string) => {
    searchCanary('a log line', line)
    write(line)
  }
  return createLogger(service, 'debug', { write: search })
}

function show(line: string): void {
  const isNews = line.includes('"msg":"unexpected error"') && !line.includes(ON_PURPOSE)
  if (isNews || process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(line)
}
