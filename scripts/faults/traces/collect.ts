import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEP_ATTRIBUTES, type ModelStep } from '../../../services/platform/observability/model-steps.ts'

/** A step as a process has printed it, an event of a span. */
export interface RecordedStep extends ModelStep {
  readonly service: string
  readonly pid: number
  /** By a clock that the processes share. */
  readonly microseconds: number
}

interface PrintedEvent {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** The steps in the output of all processes, in the order of time. */
export function collectSteps(logs: string): RecordedStep[] {
  return globSync('*.log', { cwd: logs })
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .flatMap(readStep)
    .toSorted((a, b) => a.microseconds - b.microseconds)
}

/** Other lines, and one that a killed process has left unfinished, are no steps. */
function readStep(line: string): RecordedStep[] {
  if (!line.includes(`"${STEP_ATTRIBUTES}event":`)) return []
  try {
    const { name, attributes, ...process } = JSON.parse(line) as PrintedEvent
    const about = Object.entries(attributes).map(([key, value]) => [key.slice(STEP_ATTRIBUTES.length), value])
    return [{ step: name, ...Object.fromEntries(about), ...process } as RecordedStep]
  } catch {
    return []
  }
}
