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

/** A server that runs now. */
export interface Running {
  readonly url: string
  /** Other addresses of the same server: the mailbox page, RabbitMQ's management address. */
  readonly alsoAt?: Readonly<Record<string, string>>
  /** The processes in the order in which they are stopped; the first is the server itself. None: it is not ours. */
  readonly processes: readonly Child[]
}

/** Something found that can serve. `start` may be called again after the processes have ended: same address, same data. */
export interface Found {
  readonly label: string
  start(): Promise<Running>
}

/** One link of a chain. */
export interface Provider {
  /** What it looks for, as in "mongod on the PATH". */
  readonly looksFor: string
  /** @throws Error whose message says why it can't serve here; the next link is tried. */
  find(site: Site): Promise<Found>
}

/** How one kind of server is provided. */
export interface Recipe {
  readonly name: BackingName
  /** What people call it. */
  readonly title: string
  readonly variable: string
  readonly providers: readonly Provider[]
  /** What a person can do when none of the providers serves. */
  readonly remedies: readonly string[]
}
