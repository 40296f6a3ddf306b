import { AnswerCheck, faultsAgainstExample } from '../../examples/check.ts'
import { exampled, type Exampled } from '../../examples/examples.ts'
import type { WholeContract } from '../contract.ts'
import type { HandlerMutant } from '../derive/handlers.ts'
import { slipped } from '../derive/slips.ts'
import type { RecordedAnswer } from './exchange.ts'
import type { Evidence } from './evidence.ts'
import type { Catch } from './verdict.ts'

/**
 * Judges the answers of handlers as the run of the examples does: against the example, and against the response that
 * the contract declares.
 */
export function answerJudge({ document }: WholeContract, known: Evidence) {
  const check = new AnswerCheck(document)
  const operations = new Map(exampled(document).map((operation) => [operation.id, operation]))

  return (mutant: HandlerMutant): Catch[] => {
    const operation = operations.get(mutant.operationId)
    const answers = (known.exchanges.get(mutant.operationId) ?? []).filter(
      ({ origin, answer }) => origin === 'examples' && answer.status === mutant.status,
    )
    if (!operation) return []
    for (const { answer } of answers) {
      const wrong = slipped(answer, mutant.slip)
      if (wrong === answer) continue
      const [fault] = faultsOf(operation, mutant.status, answer, wrong)
      if (fault !== undefined) return [{ by: 'examples', fault }]
    }
    return []
  }

  function faultsOf(
    operation: Exampled,
    status: number,
    right: RecordedAnswer,
    wrong: RecordedAnswer,
  ): string[] {
    const shown = operation.shown().find((one) => one.status === status)
    const [before, after] = [received(right), received(wrong)]
    const part = operation.id === 'getContract'
    const isExample = shown && faultsAgainstExample(shown, before, { part }).length === 0
    const response = operation.response(wrong.status)
    return [
      ...(isExample ? faultsAgainstExample(shown, after, { part }) : []),
      ...(response ? check.againstResponse(response, after) : [`the status ${wrong.status} is not declared`]),
    ]
  }
}

/** As the run of the examples holds an answer. */
function received({ status, headers, body }: RecordedAnswer) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const type = text === '' ? undefined : headers['content-type']?.split(';')[0]
  return { status, headers: new Headers(headers), type, text, body }
}
