/** `npm start`: runs the whole system until Ctrl-C. */
import { printError } from './support/command-error.ts'
import { launch } from './launcher.ts'
import { HELP, readOptions } from './options.ts'
import { startGuardian } from './processes/guardian.ts'
import { whenParentEnds } from './processes/group.ts'
import { createProgressReporter } from './progress-reporter.ts'

/** Ctrl-C can arrive twice, from the terminal and from npm. Signals within this time count as one. */
const SAME_KEYSTROKE_MS = 1_000

const print = (text: string): void => void process.stdout.write(text)

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.help) return print(HELP)

  const launching = launch(options, process.env, startGuardian(), createProgressReporter(print))
  let isRunning = false
  let firstSignalAt: number | undefined
  const shutDown = async ({ quickly = false } = {}): Promise<void> => {
    const isFirst = firstSignalAt === undefined
    firstSignalAt ??= Date.now()
    if (!isFirst && Date.now() - firstSignalAt < SAME_KEYSTROKE_MS) return
    // During the start, or for the second time: the guardian, a separate process, ends what this process
    // leaves behind.
    if (!isFirst || !isRunning) process.exit(130)
    print('\n  Stopping … (Ctrl-C again ends it at once)\n')
    const { stop } = await launching
    await stop(quickly)
    print('  Everything has ended.\n')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void shutDown())
  // The terminal or the parent process has ended.
  process.on('SIGHUP', () => void shutDown({ quickly: true }))
  whenParentEnds(() => void shutDown({ quickly: true }))
  // A closed terminal must not end the process before everything is stopped.
  process.stdout.on('error', () => undefined)

  const { announcement } = await launching
  isRunning = true
  print(announcement)
}

try {
  await main()
} catch (error) {
  process.exit(printError(error))
}
