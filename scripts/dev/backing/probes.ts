import { readFileSync } from 'node:fs'
import { connect as connectAmqp } from 'amqplib'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { createTransport } from 'nodemailer'

/** One look whether a server answers in its own protocol; each throws when it does not. */

const PATIENCE_MS = 5_000

const authority = (env: NodeJS.ProcessEnv): { ca: Buffer } | undefined =>
  env['CA_FILE'] === undefined ? undefined : { ca: readFileSync(env['CA_FILE']) }

export async function probeMongodb(url: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const client = mongoClient(url, env)
  try {
    await client.db('admin').command({ ping: 1 })
  } finally {
    await client.close()
  }
}

export function mongoClient(url: string, env: NodeJS.ProcessEnv = {}): MongoClient {
  return new MongoClient(url, {
    serverSelectionTimeoutMS: PATIENCE_MS,
    connectTimeoutMS: PATIENCE_MS,
    ...(env['CA_FILE'] === undefined ? {} : { tlsCAFile: env['CA_FILE'] }),
  })
}

export async function probeRedis(url: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const tls = authority(env)
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    retryStrategy: () => null,
    ...(tls === undefined || !url.startsWith('rediss:') ? {} : { tls }),
  })
  client.on('error', () => undefined) // the rejection below carries it
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}

export async function probeRabbitmq(url: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const connection = await connectAmqp(url, { timeout: PATIENCE_MS, ...authority(env) })
  await connection.close()
}

export async function probeSmtp(url: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: PATIENCE_MS, tls: { ...authority(env) } })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
