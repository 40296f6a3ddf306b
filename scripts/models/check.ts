import { ALL_SAFETY, faultsOfForm, readModel, withAllSafety, type Model } from './model.ts'
import type { PlantedFault } from './planted-faults.ts'
import { compile, type Checker, type Result, type Verifier } from './spin.ts'

/** The model with a planted fault: one line of it is another one. @throws Error when it has no such line */
export function plant({ name, replace, by }: PlantedFault, { text }: Model): string {
  if (text.split(replace).length !== 2)
    throw new Error(`${name}: the model has not one place with: ${replace}`)
  return text.replace(replace, () => by)
}

/** Whether a planted fault breaks a property that says that something happens in the end. */
export function breaksLiveness({ model, breaks }: PlantedFault): boolean {
  const property = readModel(model).properties.find(({ name }) => name === breaks)
  if (!property) throw new Error(`${model}.pml has no property ${breaks}`)
  return property.isLiveness
}

/** Checks the property that a planted fault breaks. The fault is found if the property does not hold. */
export async function checkPlanted(fault: PlantedFault, checker: Checker): Promise<Result> {
  const model = readModel(fault.model)
  const liveness = breaksLiveness(fault)
  const name = `${fault.model}-${fault.name.replaceAll(/\W+/g, '-')}`
  const verifier = await compile(checker, { name, text: plant(fault, model), liveness, isOptimized: false })
  return verifier.check(fault.breaks)
}

/**
 * Checks a model: its form, all safety properties in one run, or each liveness property.
 * @returns lines to print
 */
export async function checkModel(
  name: string,
  checker: Checker,
  liveness: boolean,
): Promise<{ holds: boolean; lines: string[] }> {
  const model = readModel(name)
  const faults = faultsOfForm(model)
  if (faults.length > 0) return { holds: false, lines: faults }
  const text = withAllSafety(model)
  const folder = liveness ? `${name}-liveness` : name
  const verifier = await compile(checker, { name: folder, text, liveness, isOptimized: true })
  const chosen = model.properties.filter((property) => property.isLiveness === liveness)
  const lines: string[] = []
  if (!liveness) {
    const result = await verifier.check(ALL_SAFETY)
    if (result.holds) return { holds: true, lines: [lineOf(`${name}: ${chosen.length} properties`, result)] }
  }
  let holds = true
  for (const property of chosen) {
    const result = await verifier.check(property.name)
    lines.push(lineOf(`${name}: ${property.name}`, result))
    if (result.holds) continue
    holds = false
    lines.push(`  violated: ${property.sentence}`, ...(await trace(model, verifier)))
  }
  return { holds, lines }
}

const lineOf = (title: string, { holds, states, megabytes, seconds }: Result) =>
  `${holds ? '✓' : '✗'} ${title} (${states.toLocaleString('en')} states, ` +
  `${seconds.toFixed(1)} s, ${Math.ceil(megabytes)} MB)`

/** The steps that lead to a violation, by the names of the actions. */
async function trace({ text }: Model, verifier: Verifier): Promise<string[]> {
  const lines = text.split('\n')
  const stepOf = (line: number) => {
    const above = lines.slice(0, line).findLast((candidate) => /^(?:inline|proctype|init)\b/.test(candidate))
    return /^inline (\w+)/.exec(above ?? '')?.[1] ?? lines[line - 1]?.trim() ?? ''
  }
  const steps = (await verifier.linesOfTrace()).map(({ process, line }) => `  ${process}: ${stepOf(line)}`)
  return steps.filter((step, i) => step !== steps[i - 1])
}
