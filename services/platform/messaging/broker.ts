import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Channel, type ChannelModel } from 'amqplib'
import { withDeadline } from '../process/deadline.ts'
import type { Logger } from '../observability/logger.ts'
import { DependencyState, type Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { RejectedLogins } from '../work/retry.ts'
import { urlPerHost } from '../domain/server-url.ts'
import { declareBindings, declareTopology, queuesExist } from './topology.ts'

/**
 * Opens the channel of one publisher or consumer. Called again after every reconnect. `abandon` leaves the
 * connection for another one at once, to the same node if it responds.
 */
type ChannelSetup = (connection: ChannelModel, abandon: (reason: string) => void) => Promise<void>

/** The end of a connection that was abandoned. */
class Abandoned extends Error {}

const FIRST_RETRY_DELAY_MS = 200
const MAX_RETRY_DELAY_MS = 2_000
/**
 * Delays differ by this part, so that all processes do not come back to a restarted node in the same moment.
 */
const JITTER = 0.2
/**
 * The client leaves a node that has been silent for 1.5 to 2.5 times as long, so a frozen node is left within
 * 8 s. RabbitMQ advises against less than 5 s in networks that lose packets: the price is a reconnect, which
 * loses and doubles nothing.
 */
const HEARTBEAT_SECONDS = 3
/**
 * How long a step of connecting may take: the handshake with a node, which a frozen node accepts and never
 * completes; then to look for the queues, to open the channels and to subscribe. A queue whose leader is
 * frozen responds after its next leader is elected, to a new request. When all nodes have failed, the time
 * doubles, for a broker that is only slow.
 */
const FIRST_STEP_TIMEOUT_MS = 1_500
const MAX_STEP_TIMEOUT_MS = 10_000
/** To declare queues that are missing. A cluster without a majority never completes that. */
const DECLARE_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 2_000

interface BrokerOptions {
  /** May name several hosts, which are nodes of one cluster. */
  readonly url: string
  readonly state: DependencyState
  readonly logger: Logger
}

type OnStateChange = (up: boolean, reason?: unknown) => void

/**
 * A connection to a node of RabbitMQ that reconnects automatically. The nodes are tried in a random order, so
 * the connections of many processes spread over them. After a loss or a failure it continues with the next
 * node.
 */
class Connection {
  readonly #name: string
  readonly #urls: string[]
  readonly #logger: Logger
  readonly #onStateChange: OnStateChange
  readonly #setups: ChannelSetup[] = []
  readonly #stopping = new AbortController()
  #connection: ChannelModel | undefined
  #staying: Promise<void> = Promise.resolve()
  /** The reason while an alarm of the broker (memory, disk) blocks this connection. */
  #blocked: string | undefined

  constructor(name: string, url: string, logger: Logger, onStateChange: OnStateChange) {
    this.#name = name
    this.#urls = inRandomOrder(urlPerHost(url, { heartbeat: String(HEARTBEAT_SECONDS) }))
    this.#logger = logger
    this.#onStateChange = onStateChange
  }

  get isUsed(): boolean {
    return this.#setups.length > 0
  }

  onConnect(setup: ChannelSetup): void {
    this.#setups.push(setup)
  }

  open(): void {
    this.#staying = this.#stayConnected()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    // An unavailable broker never completes the closing handshake.
    await withDeadline(CLOSE_TIMEOUT_MS, 'closing the connection to RabbitMQ', () =>
      Promise.all([this.#connection?.close().catch(() => undefined), this.#staying]),
    ).catch(() => undefined)
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#stopping
    let failures = 0
    const rejectedLogins = new RejectedLogins()
    while (!signal.aborted) {
      const url = this.#urls.shift() as string
      this.#urls.push(url)
      try {
        const rounds = Math.floor(failures / this.#urls.length)
        const stepTimeoutMs = Math.min(FIRST_STEP_TIMEOUT_MS * 2 ** rounds, MAX_STEP_TIMEOUT_MS)
        const { lost } = await this.#connect(url, stepTimeoutMs)
        failures = 0
        rejectedLogins.reset()
        this.#onStateChange(this.#blocked === undefined, this.#blocked)
        const reason = await lost
        if (reason instanceof Abandoned) this.#urls.unshift(this.#urls.pop() as string)
        this.#onStateChange(false, reason)
        if (!signal.aborted) await this.#pause(FIRST_RETRY_DELAY_MS)
      } catch (error) {
        this.#logger.debug({ err: error }, 'RabbitMQ is not ready')
        if (isRejectedLogin(error)) {
          await this.#wait(rejectedLogins.delayMs(error, (reason) => this.#onStateChange(false, reason)))
          continue
        }
        rejectedLogins.reset()
        this.#onStateChange(false, error)
        // The next node is tried at once. After all of them comes a pause.
        if (++failures % this.#urls.length === 0)
          await this.#pause(FIRST_RETRY_DELAY_MS * 2 ** (failures / this.#urls.length - 1))
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    await this.#wait(Math.min(ms, MAX_RETRY_DELAY_MS))
  }

  async #wait(ms: number): Promise<void> {
    const jitter = 1 - JITTER + 2 * JITTER * Math.random()
    const { signal } = this.#stopping
    await delay(ms * jitter, undefined, { signal }).catch(() => undefined)
  }

  /**
   * Resolves when the connection can be used. `lost` resolves when it is lost, with the reason.
   * @throws Error when it can't be used
   */
  async #connect(url: string, stepTimeoutMs: number): Promise<{ lost: Promise<unknown> }> {
    const connection = await this.#openConnection(url, stepTimeoutMs)
    // `close` follows every error.
    connection.on('error', (error: Error) =>
      this.#logger.warn({ reason: error.message }, 'RabbitMQ connection failed'),
    )
    const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>()
    connection.once('close', (reason: unknown) => lose(reason ?? 'connection closed'))
    // Not awaited: a node that hangs never completes the closing handshake, and the heartbeat ends its
    // connection.
    void lost.then(() => connection.close().catch(() => undefined))
    const failed = lost.then(() => {
      throw new Error('the connection was lost')
    })
    failed.catch(() => undefined) // awaited only while the connection is set up
    const unlessLost = <T>(work: Promise<T>, timeoutMs: number): Promise<T> =>
      withDeadline(timeoutMs, 'setting up the connection to RabbitMQ', () => Promise.race([work, failed]))
    this.#connection = connection
    try {
      if (this.#stopping.signal.aborted) throw new Error('stopping')
      this.#watchAlarms(connection)
      const isDeclared = await unlessLost(queuesExist(connection), stepTimeoutMs)
      if (!isDeclared) await unlessLost(declare(connection, declareTopology), DECLARE_TIMEOUT_MS)
      const abandon = (reason: string) => lose(new Abandoned(reason))
      await unlessLost(this.#openChannels(connection, abandon), stepTimeoutMs)
      if (isDeclared) void this.#bindAgain(connection)
      return { lost }
    } catch (error) {
      lose(error)
      throw error
    }
  }

  /** The client has a timeout of its own for the handshake. This ends what it does not end. */
  async #openConnection(url: string, timeoutMs: number): Promise<ChannelModel> {
    const opening = connect(url, {
      timeout: timeoutMs,
      clientProperties: { connection_name: this.#name },
    })
    try {
      return await withDeadline(2 * timeoutMs, 'connecting to RabbitMQ', () => opening)
    } catch (error) {
      // Without a listener, an error of a connection that opens later would end the process.
      void opening.then((late) => late.on('error', () => undefined).close()).catch(() => undefined)
      throw error
    }
  }

  #watchAlarms(connection: ChannelModel): void {
    this.#blocked = undefined
    connection.on('blocked', (reason: string) => {
      if (connection !== this.#connection) return
      this.#blocked = `blocked by an alarm of the broker: ${reason}`
      this.#onStateChange(false, this.#blocked)
    })
    connection.on('unblocked', () => {
      if (connection !== this.#connection) return
      this.#blocked = undefined
      this.#onStateChange(true)
    })
  }

  async #openChannels(connection: ChannelModel, abandon: (reason: string) => void): Promise<void> {
    await Promise.all(this.#setups.map((setup) => setup(connection, abandon)))
  }

  /**
   * In case a binding is missing. Nothing waits for it, because bindings wait for a frozen node of a cluster.
   * It declares no queue: RabbitMQ does not always tell a consumer of a queue that is deleted and declared
   * again in the same moment.
   */
  async #bindAgain(connection: ChannelModel): Promise<void> {
    try {
      await declare(connection, declareBindings)
    } catch (error) {
      this.#logger.debug({ err: error }, 'could not declare the bindings')
    }
  }
}

async function declare(connection: ChannelModel, what: (channel: Channel) => Promise<void>): Promise<void> {
  const channel = await connection.createChannel()
  channel.on('error', () => undefined)
  await what(channel)
  await channel.close()
}

/**
 * RabbitMQ, with one connection for publishing and one for consuming. A broker that is short of memory or
 * disk stops reading from connections that publish, and acknowledgements must not wait behind that. The
 * broker is up while every connection in use is open and not blocked. Events are published while `publishing`
 * is up, whatever happens to the other connection.
 */
export class Broker implements Part {
  readonly name = 'rabbitmq'
  readonly publishing: Dependency
  readonly #state: DependencyState
  readonly #up = new Map<Connection, boolean>()
  readonly #publishing: Connection
  readonly #consuming: Connection

  constructor({ url, state, logger }: BrokerOptions) {
    this.#state = state
    const publishing = new DependencyState('rabbitmq, to publish', { critical: false, logger })
    this.publishing = publishing
    this.#publishing = new Connection('publishing', url, logger, (up, reason) => {
      publishing.set(up, reason)
      this.#stateChanged(this.#publishing, up, reason)
    })
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

  start(): void {
    for (const connection of this.#used) this.#up.set(connection, false)
    for (const connection of this.#used) connection.open()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#used.map((connection) => connection.close()))
  }

  get #used(): Connection[] {
    return [this.#publishing, this.#consuming].filter(({ isUsed }) => isUsed)
  }

  #stateChanged(connection: Connection, up: boolean, reason: unknown): void {
    this.#up.set(connection, up)
    const allUp = [...this.#up.values()].every(Boolean)
    // While connections are opened, one that is up says nothing about the others.
    if (allUp || !up) this.#state.set(allUp, reason)
  }
}

/** Whether the broker has rejected the user name or the password. */
const isRejectedLogin = (error: unknown): error is Error =>
  error instanceof Error && error.message.includes('ACCESS_REFUSED')

function inRandomOrder(urls: readonly string[]): string[] {
  return urls
    .map((url) => ({ url, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ url }) => url)
}
