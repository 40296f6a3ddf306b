import { connect as connectAmqp } from 'amqplib'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { createTransport } from 'nodemailer'

/** One look whether a server answers in its own protocol; each throws when it does not. */

const PATIENCE_MS = 5_000

export async function probeMongodb(url: string): Promise<void> {
  const client = mongoClient(url)
  try {
    await client.db('admin').command({ ping: 1 })
  } finally {
    await client.close()
  }
}

export const mongoClient = (url: string): MongoClient =>
  new MongoClient(url, { serverSelectionTimeoutMS: PATIENCE_MS, connectTimeoutMS: PATIENCE_MS })

export async function probeRedis(url: string): Promise<void> {
  const limits = { connectTimeout: PATIENCE_MS, commandTimeout: PATIENCE_MS, retryStrategy: () => null }
  const client = new Redis(url, { lazyConnect: true, ...limits })
  client.on('error', () => undefined) // the rejection below carries it
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}

export async function probeRabbitmq(url: string): Promise<void> {
  const connection = await connectAmqp(url, { timeout: PATIENCE_MS })
  await connection.close()
}

export async function probeSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: PATIENCE_MS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
