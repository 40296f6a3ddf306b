import { connect, type ChannelModel, type RecoveringChannelModel } from 'amqplib'
import type { Logger } from '../logger.ts'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { declareTopology } from './topology.ts'

/** Opens the channel of one publisher or consumer. Called again after every reconnect. */
export type ChannelSetup = (connection: ChannelModel) => Promise<void>

const FIRST_RETRY_DELAY_MS = 200
const MAX_RETRY_DELAY_MS = 2_000
const HEARTBEAT_SECONDS = 10
const CONNECT_TIMEOUT_MS = 3_000
const CLOSE_TIMEOUT_MS = 2_000

interface BrokerOptions {
  readonly url: string
  readonly state: DependencyState
  readonly logger: Logger
}

type OnStateChange = (up: boolean, reason?: unknown) => void

/** A connection to RabbitMQ that reconnects automatically. */
class Connection {
  readonly #name: string
  readonly #url: string
  readonly #logger: Logger
  readonly #onStateChange: OnStateChange
  readonly #setups: ChannelSetup[] = []
  #connection: RecoveringChannelModel | undefined
  /** The reason while an alarm of the broker (memory, disk) blocks this connection. */
  #blocked: string | undefined

  constructor(name: string, url: string, logger: Logger, onStateChange: OnStateChange) {
    this.#name = name
    this.#url = url
    this.#logger = logger
    this.#onStateChange = onStateChange
  }

  get isUsed(): boolean {
    return this.#setups.length > 0
  }

  onConnect(setup: ChannelSetup): void {
    this.#setups.push(setup)
  }

  async open(): Promise<void> {
    this.#connection = await connect(withHeartbeat(this.#url), {
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.#name },
      recovery: {
        initialDelay: FIRST_RETRY_DELAY_MS,
        maxDelay: MAX_RETRY_DELAY_MS,
        waitForConnect: false,
        setup: (connection: ChannelModel) => this.#setUp(connection),
      },
    })
    this.#connection.on('connect', () => this.#onStateChange(this.#blocked === undefined, this.#blocked))
    this.#connection.on('disconnect', (error) => this.#onStateChange(false, error))
    this.#connection.on('connect-failed', (error) => {
      this.#logger.debug({ err: error }, 'RabbitMQ is not ready')
      this.#onStateChange(false, error)
    })
    this.#connection.on('error', (error) =>
      this.#logger.warn({ reason: error.message }, 'RabbitMQ connection failed'),
    )
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    this.#blocked = undefined
    connection.on('blocked', (reason) => {
      this.#blocked = `blocked by an alarm of the broker: ${reason}`
      this.#onStateChange(false, this.#blocked)
    })
    connection.on('unblocked', () => {
      this.#blocked = undefined
      this.#onStateChange(true)
    })
    // An error without a listener ends the process. `close` follows every error and is handled.
    connection.on('error', () => undefined)
    const channel = await connection.createChannel()
    channel.on('error', () => undefined)
    await declareTopology(channel)
    await channel.close()
    for (const setup of this.#setups) await setup(connection)
  }

  async close(): Promise<void> {
    // An unavailable broker never completes the closing handshake.
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
    await Promise.race([this.#connection?.close(), timeout])
  }
}

/**
 * RabbitMQ, with one connection for publishing and one for consuming. A broker that is short of memory or disk stops
 * reading from connections that publish, and acknowledgements must not wait behind that. The broker is up while every
 * connection in use is open and not blocked.
 */
export class Broker implements Part {
  readonly name = 'rabbitmq'
  readonly state: DependencyState
  readonly #up = new Map<Connection, boolean>()
  readonly #publishing: Connection
  readonly #consuming: Connection

  constructor({ url, state, logger }: BrokerOptions) {
    this.state = state
    this.#publishing = new Connection('publishing', url, logger, (up, reason) =>
      this.#stateChanged(this.#publishing, up, reason),
    )
    this.#consuming = new Connection('consuming', url, logger, (up, reason) =>
      this.#stateChanged(this.#consuming, up, reason),
    )
  }

  /** Call before the start. */
  onPublishing(setup: ChannelSetup): void {
    this.#publishing.onConnect(setup)
  }

  /** Call before the start. */
  onConsuming(setup: ChannelSetup): void {
    this.#consuming.onConnect(setup)
  }

  async start(): Promise<void> {
    for (const connection of this.#used) this.#up.set(connection, false)
    for (const connection of this.#used) await connection.open()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#used.map((connection) => connection.close()))
  }

  get #used(): Connection[] {
    return [this.#publishing, this.#consuming].filter(({ isUsed }) => isUsed)
  }

  #stateChanged(connection: Connection, up: boolean, reason: unknown): void {
    this.#up.set(connection, up)
    this.state.set([...this.#up.values()].every(Boolean), reason)
  }
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url)
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  return parsed.href
}
