import type { QueueName } from '../../../services/platform/messaging/topology.ts'
import type { RecordedStep } from './collect.ts'
import { IDLE, readTable, type Row, type Table } from './table.ts'

/** The queue of the model. */
const QUEUE: QueueName = 'notification.registration-created'

/** A step that the model forbids. */
export interface Forbidden {
  readonly why: string
  /** The whole trace of the event, with a cross before the step. */
  readonly trace: readonly string[]
}

/**
 * Walks the trace of each event through the table of the model. A process may end at any time, so a trace may
 * end in any state.
 *
 * @param recorded the steps, of one process in the order of time. Processes are compared only by rules in
 * which their order does not matter: a step is recorded after its write, perhaps much later.
 */
export function findForbidden(recorded: readonly RecordedStep[], table: Table = readTable()): Forbidden[] {
  const walked = recorded.filter(({ step, queue = QUEUE }) => table.rows.has(step) && queue === QUEUE)
  return [...Map.groupBy(walked, ({ event }) => event).values()].flatMap((trace) =>
    [...outOfOrder(trace, table), ...tooOften(trace, table)].map(({ step, why }) => ({
      why: `${step.step}: ${why}`,
      trace: trace.map((one) => `${one === step ? '✗' : ' '} ${lineOf(one, trace[0])}`),
    })),
  )
}

interface Fault {
  readonly step: RecordedStep
  readonly why: string
}

/** Steps that a process has taken in a state in which the model does not take them. */
function outOfOrder(trace: readonly RecordedStep[], { rows }: Table): Fault[] {
  /** The states that a process may be in. A consumer may have the same message twice. */
  const processes = new Map<string, string[][]>()
  return trace.flatMap((step) => {
    const row = rows.get(step.step) as Row
    const key = keyOf(row, step)
    const states = processes.get(key) ?? []
    processes.set(key, states)
    const i = states.findIndex((some) => some.some((state) => row.before.includes(state)))
    const mayBegin = row.before.includes(IDLE)
    if (i === -1 && !mayBegin) {
      const was = states.length === 0 ? IDLE : states.map((some) => some.join(' or ')).join('; ')
      return [{ step, why: `the process was ${was}, not ${row.before.join(' or ')}` }]
    }
    if (i !== -1) states.splice(i, 1)
    if (row.after !== IDLE) states.push(withUnrecorded(row, rows))
    return []
  })
}

/** A relay and a sender act under a claim, a consumer in its process. */
const keyOf = ({ process }: Row, { claim, delivery, pid }: RecordedStep): string =>
  [process, claim ?? pid, delivery].join(' ')

/** The state after a step, and those to which steps lead from it that are not recorded. */
function withUnrecorded({ process, after }: Row, rows: Table['rows']): string[] {
  const states = [after]
  for (const state of states)
    for (const row of rows.values())
      if (!row.isRecorded && row.process === process && row.before.includes(state)) states.push(row.after)
  return states
}

/**
 * Steps that have happened twice although they may happen once, and failures that were recorded of attempts
 * that another process took over.
 */
function tooOften(trace: readonly RecordedStep[], { once }: Table): Fault[] {
  const seen = new Set<string>()
  const stolen = new Set(trace.filter(({ step }) => step === 'steal').map(attemptOf))
  return trace
    .filter(({ step }) => once.has(step))
    .flatMap((step): Fault[] => {
      const attempt = attemptOf(step)
      if (step.step === 'recordFailure' && stolen.has(attempt))
        return [{ step, why: 'another process had taken the attempt over' }]
      const key = `${step.step} ${attempt}`
      if (seen.has(key)) return [{ step, why: 'it happened before' }]
      seen.add(key)
      return []
    })
}

const attemptOf = ({ delivery, attempt }: RecordedStep): string => `${delivery} ${attempt}`

function lineOf(step: RecordedStep, first = step): string {
  const { service, pid, claim, queue, delivery, attempt } = step
  const ms = ((step.microseconds - first.microseconds) / 1_000).toFixed(1)
  const ofDelivery = delivery === undefined ? '' : ` delivery ${delivery}, attempt ${attempt}`
  const by = claim === undefined ? queue : `claim ${claim.slice(0, 8)}`
  return `${ms.padStart(9)} ms ${service} ${pid}: ${step.step}${ofDelivery} (${by})`
}
