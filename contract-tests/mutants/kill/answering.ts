import { operationOf } from '../../agreement/operations.ts'
import { AnswerCheck, faultsAgainstExample } from '../../examples/check.ts'
import { exampled, type Exampled } from '../../examples/examples.ts'
import { misfits } from '../../examples/fit.ts'
import { sceneOf } from '../../examples/scenes.ts'
import type { WholeContract } from '../contract.ts'
import type { HandlerMutant, Slip } from '../derive/handlers.ts'
import { slipped } from '../derive/slips.ts'
import type { Exchange, RecordedAnswer } from '../../answers/exchange.ts'
import type { Evidence } from './evidence.ts'
import type { Catch } from './verdict.ts'

/**
 * Judges the answers of handlers as the run of the examples does: against the example, and against the response that
 * the contract declares.
 */
export function answerJudge(contract: WholeContract, known: Evidence) {
  const { document } = contract
  const check = new AnswerCheck(document)
  const operations = new Map(exampled(document).map((operation) => [operation.id, operation]))

  return (mutant: HandlerMutant): Catch[] => {
    const operation = operations.get(mutant.operationId)
    const answers = (known.exchanges.get(mutant.operationId) ?? []).filter(
      ({ origin, answer }) => origin === 'examples' && answer.status === mutant.status,
    )
    if (!operation) return []
    if (neverSeen(answers, mutant.slip)) return [{ by: 'examples', fault: 'no answer has the header' }]
    for (const exchange of answers) {
      const wrong = slipped(exchange.answer, mutant.slip)
      if (wrong === exchange.answer) continue
      const [fault] = faultsOf(operation, exchange, wrong)
      if (fault !== undefined) return [{ by: 'examples', fault }]
    }
    return []
  }

  function faultsOf(operation: Exampled, { at, request, answer }: Exchange, wrong: RecordedAnswer): string[] {
    const shown = operation.shown().find(({ status }) => status === answer.status)
    const scene = (shown && sceneOf(operation, shown)) ?? {}
    const against = (one: RecordedAnswer) =>
      shown ? faultsAgainstExample(shown, received(one), { ...scene, now: at }) : []
    const { path = {} } = operationOf(contract, request) ?? {}
    const response = operation.response(wrong.status)
    return [
      // Other answers of the same kind have no example.
      ...(against(answer).length === 0 ? against(wrong) : []),
      ...misfits(operation, { ...request, path, target: request.path }, received(wrong)),
      ...(response
        ? check.againstResponse(response, received(wrong))
        : [`the status ${wrong.status} is not declared`]),
    ]
  }
}

/** A header that is declared has to be seen in some answer at least. */
const neverSeen = (answers: readonly Exchange[], slip: Slip): boolean =>
  slip.kind === 'header' && slip.how === 'drop' && answers.some(({ answer }) => slip.name in answer.headers)

/** As the run of the examples holds an answer. */
function received({ status, headers, body }: RecordedAnswer) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const type = text === '' ? undefined : headers['content-type']?.split(';')[0]
  return { status, headers: new Headers(headers), type, text, body }
}
