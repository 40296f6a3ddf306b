import { operationOf } from '../../agreement/operations.ts'
import { httpOf, interactionsOf, readPact } from '../../pact/pact.ts'
import type { Arrived } from '../../providers/provider.ts'
import type { WholeContract } from '../contract.ts'
import type { HandlerMutant } from '../derive/handlers.ts'
import type { SerializerMutant } from '../derive/serializers.ts'
import { inField, slipped } from '../derive/slips.ts'
import { subjectOf } from '../kill/evidence.ts'
import { failuresIn, replayTape, type Slipping, type Tape } from '../kill/tape.ts'
import { sideBySide, WIDTH } from './children.ts'

export type RunningMutant = HandlerMutant | SerializerMutant

/** The answer or the message that a mutant is in. */
const subject = (mutant: RunningMutant): string =>
  mutant.family === 'handler' ? `${mutant.operationId} ${mutant.status}` : mutant.type

/**
 * Verifies the pacts of one provider with mutants in it: one for each answer and each message at a time, so that an
 * interaction that fails names its mutant. What the provider did is on the tape; a mutant changes nothing but that.
 */
export async function caughtByPacts(
  contract: WholeContract,
  tape: Tape,
  mutants: readonly RunningMutant[],
  { caught, say }: { caught: (mutant: RunningMutant, fault: string) => void; say: (line: string) => void },
): Promise<void> {
  const about = expectedOf(contract, tape)
  const known = new Set(about.values())
  const columns = [
    ...Map.groupBy(
      mutants.filter((mutant) => known.has(subject(mutant))),
      subject,
    ).values(),
  ]
  const rounds = Array.from({ length: Math.max(0, ...columns.map(({ length }) => length)) }, (_, i) => i)
  let done = 0
  await sideBySide(rounds, WIDTH, async (round) => {
    const inPlace = new Map(
      columns.flatMap((column) => {
        const mutant = column[round]
        return mutant ? [[subject(mutant), mutant] as const] : []
      }),
    )
    const verification = await replayTape(tape, slipping(contract, inPlace))
    for (const description of failuresIn(verification)) {
      const mutant = inPlace.get(about.get(description) ?? '')
      if (mutant) caught(mutant, description)
    }
    done += 1
    if (done % 10 === 0 || done === rounds.length)
      say(`the pacts with ${tape.service} verified ${done} of ${rounds.length} times`)
  })
}

/** Which answer or message each interaction expects, by its description. */
function expectedOf(contract: WholeContract, tape: Tape): ReadonlyMap<string, string> {
  return new Map(
    tape.pactFiles
      .map(readPact)
      .flatMap(interactionsOf)
      .map((one) => {
        const status = httpOf(one)?.response.status
        const about = subjectOf(contract, one)
        return [one.description, status === undefined ? about : `${about} ${status}`]
      }),
  )
}

function slipping(contract: WholeContract, inPlace: ReadonlyMap<string, RunningMutant>): Slipping {
  return {
    answer(request, answer) {
      const operationId = operationOf(contract, request)?.operation.operationId ?? ''
      const mutant = inPlace.get(`${operationId} ${answer.status}`)
      return mutant?.family === 'handler' ? slipped(answer, mutant.slip) : answer
    },
    message(type, message) {
      const mutant = inPlace.get(type)
      return mutant?.family === 'serializer' ? sentWrong(message, mutant) : message
    },
  }
}

function sentWrong(message: Arrived, { place, key, how }: SerializerMutant): Arrived {
  return { ...message, [place]: inField(message[place], [key], how) }
}
