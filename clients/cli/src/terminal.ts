import type { Writable } from 'node:stream'

/** A stream that may be a terminal. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The process as commands see it, passed in so that tests can replace it. */
export interface Terminal {
  readonly stdout: Screen
  readonly stderr: Screen
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  /** Aborted on Ctrl-C, or when the process is asked to end. */
  readonly interrupted: AbortSignal
  /** Whether a person can be asked. */
  readonly isInteractive: boolean
  /** Asks a person a question; only if a person can be asked. */
  confirm(question: string): Promise<boolean>
}
