import type { Json, Path, WholeContract } from './contract.ts'

/** What a family is derived from; the rows of the matrix in docs/contract.md. */
export const FAMILIES = [
  'operation',
  'access',
  'parameter',
  'field',
  'enum value',
  'limit',
  'status',
  'answer',
  'error code',
  'message key',
  'handler',
  'serializer',
] as const
export type Family = (typeof FAMILIES)[number]

/** One place of the contract, and what stands there instead: nothing when `to` is undefined. */
export interface Edit {
  readonly path: Path
  readonly to?: Json | undefined
}

/** A change of the contract that somebody could make by mistake. */
export interface ContractMutant {
  /** Stable, and readable: `createRegistration.body:optional`, `User.email:drop`. */
  readonly id: string
  readonly family: Family
  /** The operations, or the types of message, that it can be seen through. */
  readonly concerns: readonly string[]
  readonly edits: readonly Edit[]
}

/** The contract with a mutant in it; the original is left alone, and shares what did not change. */
export function applied(contract: WholeContract, mutant: Pick<ContractMutant, 'edits'>): WholeContract {
  return mutant.edits.reduce((edited, { path, to }) => edit(edited, path, to) as WholeContract, contract)
}

/** @throws Error when the path leads nowhere: a mutant that changes nothing would always survive. */
function edit(node: unknown, [key, ...rest]: Path, to: Json | undefined): unknown {
  if (key === undefined) return to
  if (typeof node !== 'object' || node === null) throw new Error(`there is nothing at ${key}`)
  if (Array.isArray(node)) {
    const index = Number(key)
    const value = edit(node[index], rest, to)
    return value === undefined ? node.toSpliced(index, 1) : node.with(index, value)
  }
  const { [key]: before, ...others } = node as Record<string, unknown>
  const after = edit(before, rest, to)
  // In its old place, so that what is generated differs by the mutant alone.
  if (after === undefined) return others
  return before === undefined
    ? { ...node, [key]: after }
    : Object.fromEntries(Object.entries(node).map(([k, v]) => [k, k === key ? after : v]))
}
