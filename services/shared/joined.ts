import DataLoader from 'dataloader'

/**
 * Joins the calls of one turn of the event loop into one round trip. Under load, requests that were answered by one round
 * trip reach the next one in the same turn, so they share that too. A call that comes alone runs at the end of its turn.
 *
 * @param run answers many questions; the answers come in their order. What it throws is thrown to each caller.
 * @param most questions in one round trip
 * @returns asks one question
 */
export function joined<Q, A>(
  run: (questions: readonly Q[]) => Promise<readonly A[]>,
  most = 100,
): (question: Q) => Promise<A> {
  const loader = new DataLoader(run, { cache: false, batchScheduleFn: setImmediate, maxBatchSize: most })
  return loader.load.bind(loader)
}
