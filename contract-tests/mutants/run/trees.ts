import { mkdir } from 'node:fs/promises'
import type { PayloadSchema } from '../../../scripts/generate/events.ts'
import { clientsOf, writeContract } from '../../../scripts/generate/generate.ts'
import { writeClients } from '../../../scripts/generate/clients.ts'
import { writePublishedFacts } from '../../../scripts/generate/published.ts'
import type { WholeContract } from '../contract.ts'

/** A contract, and the folder for all that is generated from it. */
export interface Tree {
  readonly contract: WholeContract
  readonly folder: string
}

/**
 * Generates everything from each contract, as `npm run generate` does: types, catalogue, clients. A client whose part
 * of the contract is what it was is left out: it would be the one of the repository, byte for byte.
 */
export async function regenerate(
  original: WholeContract,
  trees: readonly Tree[],
  { clients }: { clients: boolean },
): Promise<void> {
  const before = new Set(inputsOf(original, '').map(({ input }) => input))
  for (const { contract, folder } of trees) {
    await mkdir(folder, { recursive: true })
    await writeContract(
      contract.document,
      contract.events as unknown as Record<string, PayloadSchema>,
      folder,
    )
    await writePublishedFacts(contract.document, folder)
  }
  if (!clients) return
  const changed = trees.flatMap(({ contract, folder }) =>
    inputsOf(contract, folder).filter(({ input }) => !before.has(input)),
  )
  // A contract that the generator refuses has no client; the others of the same run have theirs.
  if (changed.length > 0) await writeClients(changed.map(({ job }) => job)).catch(() => undefined)
}

function inputsOf({ document }: WholeContract, folder: string) {
  return clientsOf(document, folder).map((job) => ({ job, input: JSON.stringify(job.document) }))
}
