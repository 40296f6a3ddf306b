/**
 * `npm run check -- servers`: keeps the backing servers for tests up, so that one test runs in seconds.
 * Ctrl-C ends it.
 */
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { printError } from '../../local/support/command-error.ts'
import { serversAlreadyUp, startTestServers } from '../../testing/start-servers.ts'

const print = (text: string): boolean => process.stdout.write(text)

try {
  if ((await serversAlreadyUp()) !== undefined) {
    print('The servers for tests are already up.\n')
    process.exit(0)
  }
  const { stop } = await startTestServers(createProgressReporter(print))
  print('\nThe servers for tests are up; Ctrl-C ends them. In another terminal: npx jest <file> -t <name>\n')
  let stopping: Promise<void> | undefined
  const staysUp = setInterval(() => undefined, 60_000)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      clearInterval(staysUp)
      stopping ??= stop()
    })
  }
} catch (error) {
  process.exitCode = printError(error)
}
