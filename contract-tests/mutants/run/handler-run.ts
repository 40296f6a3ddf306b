import { operationOf } from '../../agreement/operations.ts'
import { interactionsOf, readPact } from '../../pact/pact.ts'
import type { Arrived } from '../../providers/provider.ts'
import type { WholeContract } from '../contract.ts'
import type { HandlerMutant } from '../derive/handlers.ts'
import type { SerializerMutant } from '../derive/serializers.ts'
import { inField, slipped } from '../derive/slips.ts'
import { subjectOf } from '../kill/evidence.ts'
import { failuresIn, replayTape, type Tape } from '../kill/tape.ts'

export type RunningMutant = HandlerMutant | SerializerMutant

/** The handler or the serializer that a mutant is in. */
export const subject = (mutant: RunningMutant): string =>
  mutant.family === 'handler' ? mutant.operationId : mutant.type

/**
 * Verifies the pacts of one provider with mutants in it: one for each operation and each message at a time, so that an
 * interaction that fails names its mutant. What the provider did is on the tape; a mutant changes nothing but that.
 */
export async function caughtByPacts(
  contract: WholeContract,
  tape: Tape,
  mutants: readonly RunningMutant[],
  caught: (mutant: RunningMutant, fault: string) => void,
): Promise<void> {
  const interactions = tape.pactFiles.map(readPact).flatMap(interactionsOf)
  const about = new Map(interactions.map((one) => [one.description, subjectOf(contract, one)]))
  const known = new Set(about.values())
  const columns = [
    ...Map.groupBy(
      mutants.filter((mutant) => known.has(subject(mutant))),
      subject,
    ).values(),
  ]
  const rounds = Math.max(0, ...columns.map((column) => column.length))
  for (let round = 0; round < rounds; round++) {
    const inPlace = new Map(
      columns.flatMap((column) => {
        const mutant = column[round]
        return mutant ? [[subject(mutant), mutant] as const] : []
      }),
    )
    const verification = await replayTape(tape, {
      answer(request, answer) {
        const mutant = inPlace.get(operationOf(contract, request)?.operation.operationId ?? '')
        return mutant?.family === 'handler' && mutant.status === answer.status
          ? slipped(answer, mutant.slip)
          : answer
      },
      message(type, message) {
        const mutant = inPlace.get(type)
        return mutant?.family === 'serializer' ? sentWrong(message, mutant) : message
      },
    })
    for (const description of failuresIn(verification)) {
      const mutant = inPlace.get(about.get(description) ?? '')
      if (mutant) caught(mutant, description)
    }
  }
}

function sentWrong(message: Arrived, { place, key, how }: SerializerMutant): Arrived {
  return { ...message, [place]: inField(message[place], [key], how) }
}
