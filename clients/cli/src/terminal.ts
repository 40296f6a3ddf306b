import type { Writable } from 'node:stream'

/** A stream that may be a terminal. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The outside of the process, passed in so that tests can stand in for it. */
export interface Terminal {
  readonly stdout: Screen
  readonly stderr: Screen
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  /** Aborted when the person presses Ctrl-C. */
  readonly interrupted: AbortSignal
}
