import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelStep } from '../../../services/platform/observability/model-steps.ts'

/** A step as a process has logged it. */
export interface LoggedStep extends ModelStep {
  readonly service: string
  readonly pid: number
  /** By a clock that the processes share. */
  readonly microseconds: number
}

/** The steps in the output of all processes, in the order of time. */
export function collectSteps(logs: string): LoggedStep[] {
  return globSync('*.log', { cwd: logs })
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .flatMap(readStep)
    .toSorted((a, b) => a.microseconds - b.microseconds)
}

/** Other lines, and one that a killed process has left unfinished, are no steps. */
function readStep(line: string): LoggedStep[] {
  if (!line.endsWith('"msg":"step"}')) return []
  try {
    return [JSON.parse(line) as LoggedStep]
  } catch {
    return []
  }
}
