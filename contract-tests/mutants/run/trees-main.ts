/** A process of its own that generates everything from some contracts. */
import { readContract } from '../contract.ts'
import { answering } from './child.ts'
import { regenerate, type Tree } from './trees.ts'

export interface TreesJob {
  readonly trees: readonly Tree[]
  readonly clients: boolean
}

answering<TreesJob, boolean>(async ({ trees, clients }) => {
  await regenerate(await readContract(), trees, { clients })
  return true
})
