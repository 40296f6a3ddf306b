import type { Variable } from '../../services/platform/config.ts'
import type { Child } from '../processes/child.ts'
import type { Guardian } from '../processes/guardian.ts'
import type { ProgressReporter } from '../progress-reporter.ts'

export const BACKING_NAMES = ['mongodb', 'redis', 'rabbitmq', 'smtp'] as const
export type BackingName = (typeof BACKING_NAMES)[number]

/** Where a server runs and what it may use. */
export interface Site {
  /** Its own data, kept between runs. */
  readonly dir: string
  /** Downloaded software of this checkout, kept when the data is removed. */
  readonly software: string
  readonly logs: string
  readonly env: NodeJS.ProcessEnv
  readonly guardian: Guardian
  readonly progress: ProgressReporter
  readonly mongodb?: MongodbOptions
}

export interface MongodbOptions {
  /** Acknowledged writes survive a SIGKILL, which costs tests much time. True by default. */
  readonly durable?: boolean
  /** Accept `configureFailPoint`. */
  readonly failPoints?: boolean
}

/** A server that a provider can start. */
export interface Startable {
  readonly url: string
  /** Other addresses of the same server: the mailbox page, RabbitMQ's management. */
  readonly alsoAt?: Readonly<Record<string, string>>
  /**
   * Starts it, also again after its processes have ended, with the same data; `more` are further arguments.
   * Resolves once it responds, with its processes in the order in which they are stopped: the first is the
   * server itself.
   */
  readonly start: (...more: readonly string[]) => Promise<readonly Child[]>
}

/** One way to provide a server or a program. */
export interface Provider<T = Startable> {
  readonly label: string
  /** The server that it starts is not checked. */
  readonly unchecked?: boolean
  /** @throws Error that says why this way is not available; the next one is tried */
  readonly find: (site: Site) => Promise<T>
}

/** How one kind of server is provided. */
export interface Recipe {
  readonly name: BackingName
  /** Its name in messages. */
  readonly title: string
  /** Names an existing server, and is read as the services read it. */
  readonly variable: Variable<string>
  /** @throws Error that says why the server at this address can't be used */
  readonly check: (url: string, env: NodeJS.ProcessEnv) => Promise<void>
  /** Tried in this order. */
  readonly providers: readonly Provider[]
  /** What a person can do when no provider is available. */
  readonly remedies: readonly string[]
}
