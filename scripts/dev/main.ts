/** `npm start`: runs the whole system until Ctrl-C. */
import { startGuardian } from './processes/guardian.ts'
import { whenParentEnds } from './processes/parent.ts'
import { explain } from '../support/refusal.ts'
import { reportTo } from './report.ts'
import { launch, type Launched } from './launcher.ts'
import { HELP, readOptions } from './options.ts'

/** npm may pass a Ctrl-C on which the terminal has sent us already: within this time it counts as one. */
const ONE_KEYSTROKE_MS = 1_000
const BREAK_OFF_MS = 5_000

const say = (text: string): void => void process.stdout.write(text)

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.help) return say(HELP)

  const guardian = startGuardian()
  let launched: Launched | undefined
  let askedAt: number | undefined

  const breakOff = async (): Promise<void> => {
    await guardian.endEverything(BREAK_OFF_MS)
    process.exit(130)
  }
  const end = async (hurry: boolean): Promise<void> => {
    if (askedAt !== undefined) {
      if (Date.now() - askedAt > ONE_KEYSTROKE_MS) await breakOff()
      return
    }
    askedAt = Date.now()
    say('\n  Stopping … (Ctrl-C again ends it at once)\n')
    // in the middle of the start, whose own failure is then nothing to tell
    if (launched === undefined) return breakOff()
    await launched.stop(hurry)
    say('  Everything has ended.\n')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(false))
  // the terminal, or the process that started us, is gone
  process.on('SIGHUP', () => void end(true))
  whenParentEnds(() => void end(true))
  process.stdout.on('error', () => undefined)

  try {
    launched = await launch(options, process.env, guardian, reportTo(say))
  } catch (fault) {
    if (askedAt === undefined) throw fault
    return
  }
  say(launched.announcement)
}

try {
  await main()
} catch (fault) {
  process.exitCode = explain(fault)
}
