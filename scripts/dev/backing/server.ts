import type { Child } from '../processes/child.ts'
import type { Guardian } from '../processes/guardian.ts'
import type { Report } from '../report.ts'

export const BACKING_NAMES = ['mongodb', 'redis', 'rabbitmq', 'smtp'] as const
export type BackingName = (typeof BACKING_NAMES)[number]

/** Where a server may live and what it may use. */
export interface Site {
  /** Its own data, kept between runs. */
  readonly dir: string
  /** Software fetched for this clone, kept even when the data is forgotten. */
  readonly software: string
  readonly logs: string
  readonly env: NodeJS.ProcessEnv
  readonly guardian: Guardian
  readonly report: Report
}

/** Something found that can serve. */
export interface Found {
  readonly url: string
  /** Other addresses of the same server: the mailbox page, RabbitMQ's management address. */
  readonly alsoAt?: Readonly<Record<string, string>>
  /**
   * Starts it, also again after its processes have ended, with the same data. Resolves once it answers, with its processes in
   * the order in which they are stopped; the first is the server itself.
   */
  readonly start: () => Promise<readonly Child[]>
}

/** One link of a chain. */
export interface Provider {
  readonly label: string
  /** @throws Error whose message says why it can't serve here; the next link is tried. */
  find(site: Site): Promise<Found>
}

/** How one kind of server is provided. */
export interface Recipe {
  readonly name: BackingName
  /** What people call it. */
  readonly title: string
  /** Names a server that runs already. */
  readonly variable: string
  /** @throws Error that says why the server at this address can't be used */
  readonly check: (url: string) => Promise<void>
  readonly providers: readonly Provider[]
  /** What a person can do when none of the providers serves. */
  readonly remedies: readonly string[]
}
