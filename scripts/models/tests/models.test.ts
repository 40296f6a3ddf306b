import { startGuardian } from '../../../local/processes/guardian.ts'
import { silentReporter } from '../../../local/progress-reporter.ts'
import { checkPlanted, plant } from '../check.ts'
import { faultsOfForm, modelNames, readModel } from '../model.ts'
import { PLANTED_FAULTS, type PlantedFault } from '../planted-faults.ts'
import { unlessMissing } from '../../../testing/left-out.ts'
import { findChecker, missingOfChecker } from '../spin.ts'

const withChecker = unlessMissing(missingOfChecker(), it)
const firstOf = (model: string) => PLANTED_FAULTS.find((fault) => fault.model === model) as PlantedFault

describe.each(modelNames())('the model of %s', (name) => {
  const model = readModel(name)

  it('names an existing function for each of its steps', () => {
    expect(faultsOfForm(model)).toEqual([])
  })

  it('has at least five planted faults, each in one place', () => {
    const faults = PLANTED_FAULTS.filter((fault) => fault.model === name)
    expect(faults.length).toBeGreaterThanOrEqual(5)
    for (const fault of faults) expect(plant(fault, model)).not.toBe(model.text)
  })

  it('has a planted fault for each of its properties', () => {
    const broken = PLANTED_FAULTS.filter((fault) => fault.model === name).map(({ breaks }) => breaks)
    expect(new Set(broken)).toEqual(new Set(model.properties.map((property) => property.name)))
  })

  withChecker(`is not fulfilled when ${firstOf(name).name}`, async () => {
    const guardian = startGuardian()
    const checker = await findChecker(guardian, silentReporter)
    if ('missing' in checker) throw new Error(checker.missing)
    expect(await checkPlanted(firstOf(name), checker)).toMatchObject({ holds: false })
    await guardian.release()
  })
})

it('finds a step whose function does not exist', () => {
  const model = readModel('delivery')
  const [action, ...others] = model.actions
  if (!action) throw new Error('there is no action')
  const actions = [{ ...action, functionName: 'noSuchFunction' }, ...others]
  expect(faultsOfForm({ ...model, actions })).toEqual([expect.stringContaining('noSuchFunction')])
})
