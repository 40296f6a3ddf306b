import { connect, type ChannelModel, type RecoveringChannelModel } from 'amqplib'
import type { Logger } from '../logger.ts'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { declareTopology } from './topology.ts'

/** Opens the channels of one publisher or consumer; called again after every reconnect. */
export type ChannelSetup = (connection: ChannelModel) => Promise<void>

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 2_000
const HEARTBEAT_SECONDS = 10
const CONNECT_MS = 3_000
const LONGEST_CLOSE_MS = 2_000

/** One connection to RabbitMQ that comes back by itself, and the part that opens and closes it. */
export class Broker implements Part {
  readonly name = 'rabbitmq'
  readonly #options: { url: string; state: DependencyState; logger: Logger }
  readonly #setups: ChannelSetup[] = []
  #connection: RecoveringChannelModel | undefined

  constructor(options: { url: string; state: DependencyState; logger: Logger }) {
    this.#options = options
  }

  /** To be called before the start. */
  onConnect(setup: ChannelSetup): void {
    this.#setups.push(setup)
  }

  get state(): DependencyState {
    return this.#options.state
  }

  async start(): Promise<void> {
    const { url, state, logger } = this.#options
    this.#connection = await connect(withHeartbeat(url), {
      timeout: CONNECT_MS,
      recovery: {
        initialDelay: FIRST_RETRY_MS,
        maxDelay: LONGEST_RETRY_MS,
        waitForConnect: false,
        setup: (connection: ChannelModel) => this.#setUp(connection),
      },
    })
    this.#connection.on('connect', () => state.set(true))
    this.#connection.on('disconnect', (error) => state.set(false, error))
    this.#connection.on('connect-failed', (error) => {
      logger.debug({ err: error }, 'RabbitMQ is not ready')
      state.set(false, error)
    })
    this.#connection.on('error', (error) =>
      logger.warn({ reason: error.message }, 'RabbitMQ connection failed'),
    )
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    // Without a listener an error before the set-up is complete would end the process; `close` follows and is handled.
    connection.on('error', () => undefined)
    const channel = await connection.createChannel()
    channel.on('error', () => undefined)
    await declareTopology(channel)
    await channel.close()
    for (const setup of this.#setups) await setup(connection)
  }

  async stop(): Promise<void> {
    // A broker that is gone would never answer the closing handshake.
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_CLOSE_MS).unref())
    await Promise.race([this.#connection?.close(), timeout])
  }
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url)
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  return parsed.href
}
