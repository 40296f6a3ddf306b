import { findOnPath } from '../../local/backing/programs.ts'
import { unlessMissing } from '../../testing/left-out.ts'
import { isRoot } from './guided.ts'

/** `npm run check -- neighbours [name…]` names them. */
const NAMES = process.env['NEIGHBOURS']?.split(',')

export const isWanted = (name: string, otherwise: readonly string[] = []): boolean =>
  (NAMES ?? otherwise).includes(name)

interface Needs {
  /** Besides apt-get. */
  readonly programs?: readonly string[]
  readonly root?: boolean
}

/** Why a neighbour can't run here. */
export function missingFor(name: string, { programs = [], root = false }: Needs = {}): string | undefined {
  const program = ['apt-get', ...programs].find((one) => findOnPath(one, process.env) === undefined)
  if (program !== undefined) return `there is no ${program}: install it, on Debian`
  return root && !isRoot ? `it needs root: sudo npm run check -- neighbours ${name}` : undefined
}

/** Declares the tests of a neighbour if it is asked for. */
export function rowOf(name: string, title: string, tests: () => void, needs?: Needs): void {
  if (!isWanted(name)) return
  const missing = missingFor(name, needs)
  if (missing === undefined) describe(title, tests)
  else unlessMissing(missing, it)(title, () => undefined)
}
