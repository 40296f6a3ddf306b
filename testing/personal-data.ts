import mongoose from 'mongoose'
import { manage } from './servers.ts'

/** Everything that databases and queues hold, as lines of text: a record or a message each. */
export async function everythingStored(
  databaseUrls: readonly string[],
  rabbitmqUrl: string,
): Promise<string[]> {
  const stored = await Promise.all([...databaseUrls.map(recordsOf), messagesOf(rabbitmqUrl)])
  return stored.flat()
}

async function recordsOf(url: string): Promise<string[]> {
  const connection = await mongoose.createConnection(url, { autoIndex: false, autoCreate: false }).asPromise()
  try {
    const lines: string[] = []
    for (const { name } of await connection.listCollections())
      for await (const record of connection.collection(name).find())
        lines.push(`${name}: ${JSON.stringify(record, readableBytes)}`)
    return lines
  } finally {
    await connection.close()
  }
}

/** Bytes are written as text, so that a search finds what is in them. */
function readableBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const own = this[name]
  return own instanceof mongoose.mongo.Binary ? Buffer.from(own.buffer).toString('utf8') : value
}

interface QueuedMessage {
  readonly payload: string
  readonly properties: unknown
}

/** The messages that wait in queues, which stay there. */
async function messagesOf(rabbitmqUrl: string): Promise<string[]> {
  const vhost = new URL(rabbitmqUrl).pathname.slice(1)
  const queues = await manage<{ name: string }[]>('GET', `/api/queues/${vhost}`)
  const take = { count: 10_000, ackmode: 'ack_requeue_true', encoding: 'auto' }
  const messages = await Promise.all(
    queues.map(async ({ name }) => {
      const path = `/api/queues/${vhost}/${encodeURIComponent(name)}/get`
      const taken = await manage<QueuedMessage[]>('POST', path, take)
      return taken.map(({ payload, properties }) => `${name}: ${payload} ${JSON.stringify(properties)}`)
    }),
  )
  return messages.flat()
}
