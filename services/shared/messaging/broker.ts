import type { Socket } from 'node:net'
import { connect, type ChannelModel, type RecoveringChannelModel } from 'amqplib'
import type { Logger } from '../logger.ts'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { declareTopology } from './topology.ts'

/** Opens the channel of one publisher or consumer; called again after every reconnect. */
export type ChannelSetup = (connection: ChannelModel, socket: Socket) => Promise<void>

const FIRST_RETRY_DELAY_MS = 200
const MAX_RETRY_DELAY_MS = 2_000
const HEARTBEAT_SECONDS = 10
const CONNECT_MS = 3_000
const MAX_CLOSE_MS = 2_000
/** A batch of messages is written at once. */
const WRITE_BYTES = 1_048_576

interface BrokerOptions {
  readonly url: string
  readonly state: DependencyState
  readonly logger: Logger
}

/** A connection to RabbitMQ that reconnects by itself. */
class Connection {
  readonly #name: string
  readonly #options: Omit<BrokerOptions, 'state'>
  readonly #changed: (up: boolean, reason?: unknown) => void
  readonly #setups: ChannelSetup[] = []
  #connection: RecoveringChannelModel | undefined
  /** The reason while an alarm of the broker (memory, disk) blocks this connection. */
  #blocked: string | undefined

  constructor(
    name: string,
    options: Omit<BrokerOptions, 'state'>,
    changed: (up: boolean, reason?: unknown) => void,
  ) {
    this.#name = name
    this.#options = options
    this.#changed = changed
  }

  get used(): boolean {
    return this.#setups.length > 0
  }

  onConnect(setup: ChannelSetup): void {
    this.#setups.push(setup)
  }

  async open(): Promise<void> {
    const { url, logger } = this.#options
    this.#connection = await connect(withHeartbeat(url), {
      timeout: CONNECT_MS,
      ...{ highWaterMark: WRITE_BYTES },
      clientProperties: { connection_name: this.#name },
      recovery: {
        initialDelay: FIRST_RETRY_DELAY_MS,
        maxDelay: MAX_RETRY_DELAY_MS,
        waitForConnect: false,
        setup: (connection: ChannelModel) => this.#setUp(connection),
      },
    })
    this.#connection.on('connect', () => this.#changed(this.#blocked === undefined, this.#blocked))
    this.#connection.on('disconnect', (error) => this.#changed(false, error))
    this.#connection.on('connect-failed', (error) => {
      logger.debug({ err: error }, 'RabbitMQ is not ready')
      this.#changed(false, error)
    })
    this.#connection.on('error', (error) =>
      logger.warn({ reason: error.message }, 'RabbitMQ connection failed'),
    )
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    this.#blocked = undefined
    connection.on('blocked', (reason) => {
      this.#blocked = `blocked by an alarm of the broker: ${reason}`
      this.#changed(false, this.#blocked)
    })
    connection.on('unblocked', () => {
      this.#blocked = undefined
      this.#changed(true)
    })
    // Without a listener an error before the set-up is complete would end the process; `close` follows and is handled.
    connection.on('error', () => undefined)
    const channel = await connection.createChannel()
    channel.on('error', () => undefined)
    await declareTopology(channel)
    await channel.close()
    for (const setup of this.#setups) await setup(connection, socketOf(connection))
  }

  async close(): Promise<void> {
    // A broker that is gone would never answer the closing handshake.
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_CLOSE_MS).unref())
    await Promise.race([this.#connection?.close(), timeout])
  }
}

/**
 * RabbitMQ, with one connection for publishing and one for consuming: a broker that is short of memory or
 * disk stops reading from connections that publish, and acknowledgements must not wait behind that. It is up
 * while every connection in use is open and not blocked.
 */
export class Broker implements Part {
  readonly name = 'rabbitmq'
  readonly state: DependencyState
  readonly #up = new Map<Connection, boolean>()
  readonly #publishing: Connection
  readonly #consuming: Connection

  constructor({ url, state, logger }: BrokerOptions) {
    this.state = state
    const connection = (name: string): Connection => {
      const made: Connection = new Connection(name, { url, logger }, (up, reason) => {
        this.#up.set(made, up)
        state.set([...this.#up.values()].every(Boolean), reason)
      })
      return made
    }
    this.#publishing = connection('publishing')
    this.#consuming = connection('consuming')
  }

  /** Call before the start. */
  onPublishing(setup: ChannelSetup): void {
    this.#publishing.onConnect(setup)
  }

  /** Call before the start. */
  onConsuming(setup: ChannelSetup): void {
    this.#consuming.onConnect(setup)
  }

  get #used(): Connection[] {
    return [this.#publishing, this.#consuming].filter(({ used }) => used)
  }

  async start(): Promise<void> {
    for (const connection of this.#used) this.#up.set(connection, false)
    for (const connection of this.#used) await connection.open()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#used.map((connection) => connection.close()))
  }
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url)
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  return parsed.href
}

/** amqplib neither types nor documents it. */
const socketOf = ({ connection }: ChannelModel): Socket =>
  (connection as unknown as { stream: Socket }).stream
