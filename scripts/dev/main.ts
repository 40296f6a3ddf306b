/** `npm start`: runs the whole system until Ctrl-C. */
import { explain } from '../support/command-error.ts'
import { launch } from './launcher.ts'
import { HELP, readOptions } from './options.ts'
import { startGuardian } from './processes/guardian.ts'
import { whenParentEnds } from './processes/group.ts'
import { reportTo } from './report.ts'

/** The terminal sends Ctrl-C to us, and npm may pass it on: within this time it counts once. */
const SAME_KEYSTROKE_MS = 1_000

const say = (text: string): void => void process.stdout.write(text)

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.help) return say(HELP)

  const launching = launch(options, process.env, startGuardian(), reportTo(say))
  let isRunning = false
  let askedAt: number | undefined
  const end = async (hurry: boolean): Promise<void> => {
    const isSecond = askedAt !== undefined
    if (Date.now() - (askedAt ?? 0) < SAME_KEYSTROKE_MS) return
    askedAt = Date.now()
    say('\n  Stopping … (Ctrl-C again ends it at once)\n')
    // During the start, or for the second time: the guardian ends what is running.
    if (isSecond || !isRunning) process.exit(130)
    const { stop } = await launching
    await stop(hurry)
    say('  Everything has ended.\n')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(false))
  // The terminal or the parent process has ended.
  process.on('SIGHUP', () => void end(true))
  whenParentEnds(() => void end(true))
  process.stdout.on('error', () => undefined)

  const { announcement } = await launching
  isRunning = true
  say(announcement)
}

try {
  await main()
} catch (fault) {
  process.exit(explain(fault))
}
