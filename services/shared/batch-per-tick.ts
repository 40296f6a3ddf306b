import DataLoader from 'dataloader'

type Run<Q, A> = (questions: readonly Q[]) => Promise<readonly A[]>

interface Options {
  /** Questions in one round trip. */
  readonly most?: number
  /**
   * Calls that come during a round trip wait for its end, and share the next one. For writes that nobody waits for: the
   * longer the disk takes, the more of them share its next turn.
   */
  readonly serial?: boolean
}

/**
 * Joins the calls of one turn of the event loop into one round trip. Under load, requests that were answered by one round
 * trip reach the next one in the same turn, so they share that too. A call that comes alone runs at the end of its turn.
 *
 * @param run answers many questions; the answers come in their order. What it throws is thrown to each caller.
 * @returns asks one question
 */
export function batchPerTick<Q, A>(
  run: Run<Q, A>,
  { most = 100, serial = false }: Options = {},
): (question: Q) => Promise<A> {
  const { ask, schedule } = serial ? oneAfterAnother(run) : { ask: run, schedule: setImmediate }
  const loader = new DataLoader(ask, { cache: false, batchScheduleFn: schedule, maxBatchSize: most })
  return loader.load.bind(loader)
}

function oneAfterAnother<Q, A>(run: Run<Q, A>) {
  let underWay: Promise<unknown> = Promise.resolve()
  return {
    ask: (questions: readonly Q[]) => {
      const answers = run(questions)
      underWay = answers.catch(() => undefined)
      return answers
    },
    schedule: (send: () => void) => void underWay.then(() => setImmediate(send)),
  }
}
