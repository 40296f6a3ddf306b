import type { ContractMutant } from '../mutant.ts'

/**
 * Mutants that are tried side by side in one system: no operation sees two of them, so what goes wrong with one is the
 * fault of its own mutant. Values missing from one list are told apart by the value. What services ask of each other
 * reaches every operation, and nothing starts when an operation has another audience: such mutants are tried alone.
 */
export function groups(
  mutants: readonly ContractMutant[],
  isInternal: (operation: string) => boolean,
): ContractMutant[][] {
  const open: { members: ContractMutant[]; taken: Map<string, string> }[] = []
  const alone: ContractMutant[][] = []
  const reachesAll = (operation: string) => isInternal(operation) || OF_THE_SCENE.includes(operation)
  for (const mutant of mutants) {
    if (mutant.concerns.length === 0 || mutant.concerns.some(reachesAll) || stopsTheStart(mutant)) {
      alone.push([mutant])
      continue
    }
    const list = listOf(mutant)
    const group = open.find(({ taken }) =>
      mutant.concerns.every(
        (operation) => !taken.has(operation) || (list !== '' && taken.get(operation) === list),
      ),
    )
    const home = group ?? { members: [], taken: new Map<string, string>() }
    if (!group) open.push(home)
    home.members.push(mutant)
    for (const operation of mutant.concerns) home.taken.set(operation, list)
  }
  return [...open.map(({ members }) => members.sort(fromTheEnd)), ...alone]
}

/** Without these there is no group, no account and no key to call with. */
const OF_THE_SCENE = ['putGroup', 'createServiceAccount', 'issueKey']
/** What a service is made of, which it looks at when it starts. */
const OF_THE_START = ['x-audience', 'x-alias-of', 'x-item-schema']
const stopsTheStart = ({ edits }: ContractMutant): boolean =>
  edits.some(({ path }) => OF_THE_START.includes(path.at(-1) ?? ''))

/** The list that a mutant takes a value out of, or nothing. The first value stays while others go. */
function listOf({ edits: [edit, ...more] }: ContractMutant): string {
  const [key, index] = edit?.path.slice(-2) ?? []
  return edit && more.length === 0 && key === 'enum' && index !== '0' ? edit.path.slice(0, -1).join('/') : ''
}

/** Values are known by their position, which stays while later ones go. */
function fromTheEnd(a: ContractMutant, b: ContractMutant): number {
  const [one, other] = [a, b].map((mutant) =>
    listOf(mutant) === '' ? -1 : Number(mutant.edits[0]?.path.at(-1)),
  )
  return (other ?? 0) - (one ?? 0)
}
