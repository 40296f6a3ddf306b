/**
 * `npm run check -- models`: checks the models in docs/models in every state that they can reach, and that
 * the check finds the faults that are planted in them.
 */
import { parseArgs } from 'node:util'
import { startGuardian } from '../../local/processes/guardian.ts'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { printError } from '../../local/support/command-error.ts'
import { breaksLiveness, checkModel, checkPlanted } from './check.ts'
import { modelNames } from './model.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { findChecker } from './spin.ts'

const HELP = `npm run check -- models [-- options] [model …]

Checks the models in docs/models with SPIN, and the faults that are planted in them.

  --liveness   checks what happens in the end instead: a minute
  --no-faults  leaves out the planted faults
  --help       prints this text
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    liveness: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
})
const print = (text: string): void => void process.stdout.write(`${text}\n`)

if (values.help) print(HELP)
else {
  const guardian = startGuardian()
  try {
    process.exitCode = (await checkAll()) ? 0 : 1
  } catch (error) {
    process.exitCode = printError(error)
  } finally {
    await guardian.release()
  }

  async function checkAll(): Promise<boolean> {
    const checker = await findChecker(guardian, createProgressReporter(print))
    if ('missing' in checker) {
      print(`– models were not checked: ${checker.missing}`)
      return true
    }
    const models = positionals.length > 0 ? positionals : modelNames()
    let holds = true
    for (const model of models) {
      const checked = await checkModel(model, checker, values.liveness)
      print(checked.lines.join('\n'))
      holds &&= checked.holds
    }
    const planted = PLANTED_FAULTS.filter(
      (fault) => models.includes(fault.model) && breaksLiveness(fault) === values.liveness,
    )
    for (const fault of values.faults ? planted : []) {
      const { holds: isMissed, seconds } = await checkPlanted(fault, checker)
      const text = `${fault.model}, planted: ${fault.name}`
      print(isMissed ? `✗ ${text}: not found` : `✓ ${text}: found (${seconds.toFixed(1)} s)`)
      holds &&= !isMissed
    }
    return holds
  }
}
