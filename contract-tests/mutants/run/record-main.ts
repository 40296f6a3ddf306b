/**
 * A process of its own for what the system does as it is: runs the examples of the contract and a part of the fuzzing,
 * and hands over what was said and answered.
 */
import { startSystem, type System } from '../../../clients/tests/kit/system.ts'
import type { OpenApiDocument } from '../../../scripts/generate/document.ts'
import { client } from '../../../services/shared/tests/kit/client.ts'
import { runExamples } from '../../examples/run.ts'
import { startWorld } from '../../examples/world.ts'
import type { Case } from '../../fuzz/case.ts'
import { casesOf } from '../../fuzz/cases.ts'
import { fuzzing } from '../../fuzz/run.ts'
import { sampled } from '../../fuzz/sample.ts'
import { readContract, type WholeContract } from '../contract.ts'
import type { Exchange } from '../../answers/exchange.ts'
import { recorded } from '../../answers/recorder.ts'
import { answering } from './child.ts'
import { ofNoOperation } from './no-operation.ts'

/** Cases of the fuzzing that are listened to; errors of the edge look the same everywhere. */
const FUZZED = 600
const SEED = 1

export interface RecordResult {
  readonly exchanges: readonly Exchange[]
  /** What is wrong before there is any mutant. */
  readonly faults: readonly string[]
}

answering<object, RecordResult>(async () => {
  const contract = await readContract()
  const [examples, fuzz] = [await ofExamples(contract), await ofFuzzing(contract)]
  return {
    exchanges: [...examples.exchanges, ...fuzz.exchanges],
    faults: [...examples.faults, ...fuzz.faults],
  }
})

async function ofExamples(contract: WholeContract): Promise<RecordResult> {
  const world = await startWorld(contract.document)
  const faults: string[] = []
  const exchanges = await recorded(contract, 'examples', async () => {
    const problems = await runExamples(contract.document, world)
    faults.push(...problems.map(({ operationId, about, fault }) => `${operationId} ${about}: ${fault}`))
  })
  await world.stop()
  return { exchanges, faults }
}

async function ofFuzzing(contract: WholeContract): Promise<RecordResult> {
  const system = await startSystem()
  const faults: string[] = []
  const exchanges = await recorded(contract, 'fuzz', async () => {
    const fuzz = await fuzzing(contract.document, system)
    await beyondExamples(contract.document, system)
    for (const one of listenedTo(casesOf(contract.document, SEED))) {
      const fault = await fuzz(one)
      if (fault !== undefined) faults.push(`${one.name}: ${fault}`)
    }
  })
  const none = await ofNoOperation(system.url)
  await system.stop()
  return { exchanges: [...exchanges, ...none], faults }
}

/** What no example has: the longest batches, a user merged twice, a list of nothing that is counted, revoked keys. */
async function beyondExamples(
  { components }: OpenApiDocument,
  { url, operator, aKey }: System,
): Promise<void> {
  const schema = (name: string) => components['schemas']?.[name] as { maxItems: number; example: unknown[] }
  const mostItems = (batch: string) => Array.from({ length: schema(batch).maxItems }, () => ({}))
  const { apiKey, apiSecret, accountId } = await aKey()
  const caller = client(url, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
  await caller.post('/registrations/batch/', mostItems('RegistrationBatch'))
  await caller.get('/registrations/?user_id=987654321', { prefer: 'count=exact' })
  await operator.post('/admin/users/batch/', mostItems('UserMergeBatch'))
  const [shown] = schema('UserMergeBatch').example
  const user = { ...(shown as object), groupIds: [1] }
  await operator.post('/admin/users/batch/', [user, user])
  await operator.delete(`/admin/service-accounts/${accountId}/keys/${apiKey}/`)
  await operator.get(`/admin/service-accounts/${accountId}/keys/`)
}

/** A sample, and each operation with the form of the credential that the examples do not have. */
function listenedTo(cases: readonly Case[]): Case[] {
  const sample = new Set(sampled(cases, FUZZED, SEED))
  return cases.filter((one) => sample.has(one) || one.as === 'bearer')
}
