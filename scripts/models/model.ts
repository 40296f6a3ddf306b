import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'

export const MODELS_DIR = join(ROOT, 'docs/models')

/** The safety properties of a model as one, so that one run checks all of them. */
export const ALL_SAFETY = 'allSafety'

/** A property of a model: an `ltl` formula, and the sentence above it. */
export interface Property {
  readonly name: string
  readonly sentence: string
  readonly formula: string
  /** Says that something happens in the end, not that something is always so. */
  readonly isLiveness: boolean
}

/** A step of a model, and the function that performs it. */
export interface Action {
  readonly name: string
  readonly file: string
  readonly functionName: string
}

export interface Model {
  readonly name: string
  readonly text: string
  readonly properties: readonly Property[]
  readonly actions: readonly Action[]
}

const PROPERTY = /\/\* ([^*]+) \*\/\n(?:#define [^\n]*\n)*ltl (\w+) \{ ([^{}]+) \}/g
/** A line of the table of actions: files in services/, each with steps and functions. */
const ACTIONS = /^ \* {3}(\S+\.ts: .+)$/gm
const STEP = /^inline (\w+)\(/gm
/** Besides the comment at its top. */
const MAX_LINES = 120

export const modelNames = (): string[] =>
  globSync('*.pml', { cwd: MODELS_DIR })
    .map((file) => basename(file, '.pml'))
    .toSorted()

export function readModel(name: string): Model {
  const text = readFileSync(join(MODELS_DIR, `${name}.pml`), 'utf8')
  const properties = [...text.matchAll(PROPERTY)].map(
    ([, sentence = '', property = '', formula = '']): Property => ({
      name: property,
      sentence,
      formula,
      isLiveness: formula.includes('<>'),
    }),
  )
  const actions = [...text.matchAll(ACTIONS)]
    .flatMap(([, line = '']) => line.split('; '))
    .flatMap((entry) => {
      const [file = '', steps = ''] = entry.split(': ')
      return steps.split(', ').map((step): Action => {
        const [action = '', functionName = ''] = step.split(' = ')
        return { name: action, file: `services/${file}`, functionName }
      })
    })
  return { name, text, properties, actions }
}

/** What is wrong with the form of a model: its size, its sentences, or its table of actions. */
export function faultsOfForm({ name, text, properties, actions }: Model): string[] {
  const lines = text.slice(text.indexOf('*/')).trimEnd().split('\n').length - 1
  const steps = [...text.matchAll(STEP)].map(([, step = '']) => step)
  const named = new Set(actions.map((action) => action.name))
  return [
    ...(lines > MAX_LINES ? [`has ${lines} lines; ${MAX_LINES} are allowed`] : []),
    ...([...text.matchAll(/^ltl /gm)].length === properties.length
      ? []
      : ['has a formula without a sentence above it']),
    ...steps.filter((step) => !named.has(step)).map((step) => `does not say which function performs ${step}`),
    ...[...named].filter((action) => !steps.includes(action)).map((action) => `has no step ${action}`),
    ...actions
      .filter((action) => !isDefined(action))
      .map(({ file, functionName }) => `names ${functionName}, which ${file} does not define`),
  ].map((fault) => `${name}.pml ${fault}`)
}

/** Whether the file defines a function, a method or a constant of that name. */
function isDefined({ file, functionName }: Action): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const escaped = functionName.replace('#', '\\#')
  const topLevel = `^(?:export )?(?:async )?(?:function|const) ${escaped}\\b`
  const member = `^ {2}(?:async |readonly )?${escaped}(?:<[^(]*>)?(?:\\(| = )`
  return new RegExp(`${topLevel}|${member}`, 'm').test(source)
}

/** The model with one more property, {@link ALL_SAFETY}. */
export function withAllSafety({ text, properties }: Model): string {
  const safety = properties.filter(({ isLiveness }) => !isLiveness)
  const all = safety.map(({ formula }) => `(${formula.replace('[]', '')})`).join(' && ')
  return `${text}\nltl ${ALL_SAFETY} { [] (${all.replaceAll(/\s+/g, ' ')}) }\n`
}
