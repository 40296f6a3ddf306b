import { DependencyUnavailable } from './errors.ts'

interface Call<Q, A> {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Joins the calls of one turn of the event loop into one round trip. Under load, requests that were answered by one round
 * trip reach the next one in the same turn, so they share that too. A call that comes alone runs at the end of its turn.
 *
 * @param run answers many questions; the answers come in their order
 * @param most questions in one round trip
 * @returns asks one question. When a round trip fails for a reason of its own, each question is asked again alone, so
 * that one bad question does not fail the others: asking twice must do no harm.
 */
export function joined<Q, A>(
  run: (questions: readonly Q[]) => Promise<readonly A[]>,
  most = 100,
): (question: Q) => Promise<A> {
  let waiting: Call<Q, A>[] = []
  return (question) =>
    new Promise<A>((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(flush)
    })

  function flush(): void {
    const calls = waiting
    waiting = []
    for (let start = 0; start < calls.length; start += most) void settle(calls.slice(start, start + most))
  }

  async function settle(calls: readonly Call<Q, A>[]): Promise<void> {
    try {
      const answers = await run(calls.map(({ question }) => question))
      for (const [i, { resolve }] of calls.entries()) resolve(answers[i] as A)
    } catch (error) {
      // Another server that is away is away for each of them.
      if (calls.length === 1 || error instanceof DependencyUnavailable)
        for (const { reject } of calls) reject(error)
      else for (const call of calls) void settle([call])
    }
  }
}
