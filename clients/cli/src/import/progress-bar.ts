import { Presets, SingleBar } from 'cli-progress'
import { counted, type Output } from '../output.ts'
import type { Screen } from '../terminal.ts'
import type { Progress } from './state.ts'

/** The display of an import while it runs. */
export interface ProgressBar {
  show(progress: Progress): void
  note(text: string): void
  stop(): void
}

/** Without a terminal only notes are shown. */
export const noBar = (output: Output): ProgressBar => ({
  show: () => undefined,
  note: (text) => output.info(text),
  stop: () => undefined,
})

/**
 * @param total rows
 * @param before rows that an earlier run has finished, which do not count for the rate
 */
export function progressBar(screen: Screen, total: number, before: number): ProgressBar {
  const bar = new SingleBar(
    {
      stream: screen,
      format: '{bar} {percentage}%  {rows}, {rate}/s, {failed} failed  {note}',
      hideCursor: true,
      clearOnComplete: true,
      gracefulExit: false,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  )
  const started = Date.now()
  bar.start(total, before, { rows: counted(before, 'row'), rate: 0, failed: 0, note: '' })
  return {
    show({ rows, failed }) {
      const seconds = Math.max(0.001, (Date.now() - started) / 1000)
      const rate = Math.round((rows - before) / seconds)
      bar.update(rows, { rows: counted(rows, 'row'), failed, rate, note: '' })
    },
    note: (note) => bar.update({ note }),
    stop: () => bar.stop(),
  }
}
