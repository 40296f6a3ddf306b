/** `npm start`: runs the whole system until Ctrl-C. */
import { explain } from '../support/refusal.ts'
import { launch } from './launcher.ts'
import { HELP, readOptions } from './options.ts'
import { startGuardian } from './processes/guardian.ts'
import { whenParentEnds } from './processes/parent.ts'
import { reportTo } from './report.ts'

/** npm may pass a Ctrl-C on which the terminal has sent us already: within this time it counts as one. */
const ONE_KEYSTROKE_MS = 1_000

const say = (text: string): void => void process.stdout.write(text)

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.help) return say(HELP)

  const launching = launch(options, process.env, startGuardian(), reportTo(say))
  let isUp = false
  let askedAt: number | undefined
  const end = async (hurry: boolean): Promise<void> => {
    const isRepeated = askedAt !== undefined
    if (Date.now() - (askedAt ?? 0) < ONE_KEYSTROKE_MS) return
    askedAt = Date.now()
    say('\n  Stopping … (Ctrl-C again ends it at once)\n')
    // In the middle of the start, or for the second time: the guardian ends what runs.
    if (isRepeated || !isUp) process.exit(130)
    const { stop } = await launching
    await stop(hurry)
    say('  Everything has ended.\n')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(false))
  // The terminal, or the process that started us, is gone.
  process.on('SIGHUP', () => void end(true))
  whenParentEnds(() => void end(true))
  process.stdout.on('error', () => undefined)

  const { announcement } = await launching
  isUp = true
  say(announcement)
}

try {
  await main()
} catch (fault) {
  process.exit(explain(fault))
}
