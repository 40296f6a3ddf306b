import { createLogger } from '../../logger.ts'

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
    if (found.length > 0) throw new Error(found.splice(0).join('\n'))
  })

/** Searches the metrics of a service, by its admin address, before it stops. */
export async function searchMetrics(admin: string): Promise<void> {
  searchCanary('a metric', await (await fetch(`${admin}/metrics`)).text())
}

/** The real logger: each line is searched, and shown when it tells what a 500 came from or TEST_LOG_LEVEL is set. */
export function testLogger(service = 'test', write: (line: string) => void = show) {
  const search = (line: string) => {
    searchCanary('a log line', line)
    write(line)
  }
  return createLogger(service, 'debug', { write: search })
}

function show(line: string): void {
  if (process.env['TEST_LOG_LEVEL'] !== undefined || line.includes('"msg":"unexpected error"'))
    process.stdout.write(line)
}
