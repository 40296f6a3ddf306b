import { tracingChannel, type TracingChannelSubscribers } from 'node:diagnostics_channel'
import { endSpan, errorType, isRecording, startSpan, type Attributes, type Span } from './tracing.ts'

/** What mongoose tells of an operation. `args` has the values of the query, which no span may contain. */
interface MongoOperation {
  readonly operation: string
  readonly collection?: string
  readonly database?: string
  readonly serverAddress?: string
  readonly serverPort?: number
  readonly args?: { readonly docs?: unknown; readonly ops?: unknown }
}

/** What ioredis tells of a command. `args` has keys, which may contain the address of a caller. */
interface RedisCommand {
  readonly command: string
  readonly serverAddress?: string
  readonly serverPort?: number
}

const MONGOOSE_CHANNELS = ['query', 'aggregate', 'model:insertMany', 'model:bulkWrite'] as const

/**
 * Records a span for each operation of MongoDB and Redis that is done for a recorded span. mongoose and
 * ioredis publish their operations on channels of Node; without a subscriber that costs them one comparison.
 *
 * @returns ends it
 */
export function recordStoreSpans(): () => void {
  const stops = [
    ...MONGOOSE_CHANNELS.map((name) => record(`mongoose:${name}`, describeOperation)),
    record('ioredis:command', describeCommand),
  ]
  return () => stops.forEach((stop) => stop())
}

interface Description {
  readonly name: string
  readonly attributes: Attributes
}

function record<T extends object>(channelName: string, describe: (message: T) => Description): () => void {
  const channel = tracingChannel<T, T>(channelName)
  const spans = new WeakMap<object, Span>()
  const end = (message: object, error?: string): void => {
    endSpan(spans.get(message), { error })
    spans.delete(message)
  }
  const subscribers: TracingChannelSubscribers<T> = {
    start(message) {
      if (!isRecording()) return
      const span = startSpan({ kind: 'client', ...describe(message) })
      if (span) spans.set(message, span)
    },
    end() {},
    asyncStart() {},
    asyncEnd: (message) => end(message),
    error: (message) => end(message, errorType(message.error)),
  }
  channel.subscribe(subscribers)
  return () => channel.unsubscribe(subscribers)
}

function describeOperation(message: MongoOperation): Description {
  const { operation, collection = '', database = '', args } = message
  const batch = [args?.docs, args?.ops].find((each) => Array.isArray(each))?.length ?? 0
  return {
    name: `${operation} ${collection}`,
    attributes: {
      'db.system.name': 'mongodb',
      'db.operation.name': operation,
      'db.collection.name': collection,
      'db.namespace': database,
      ...(batch > 1 ? { 'db.operation.batch.size': batch } : {}),
      ...serverOf(message),
    },
  }
}

function describeCommand(message: RedisCommand): Description {
  return {
    name: message.command,
    attributes: {
      'db.system.name': 'redis',
      'db.operation.name': message.command,
      ...serverOf(message),
    },
  }
}

const serverOf = ({ serverAddress, serverPort }: RedisCommand | MongoOperation): Attributes => ({
  ...(serverAddress === undefined ? {} : { 'server.address': serverAddress }),
  ...(serverPort === undefined ? {} : { 'server.port': serverPort }),
})
