import { Agent, IncomingMessage, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import express from 'express'

/** What a request has cost, in milliseconds of CPU of the thread that runs the services. */
export interface Cost {
  readonly ms: number
  readonly status: number
}

export interface Sent {
  readonly method: string
  readonly url: string
  /** Percent-encoded by the sender. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

/** As many callers send at a time. */
const MAX_SOCKETS = 64
const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })

/** Sends a request as it is, and reads its response. A connection that was cut off counts as status 0. */
function send({ method, url, path, headers, body }: Sent): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const sent = request(
      { agent, method, hostname, port, path, headers: { ...headers, ...length } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** The CPU that the thread of the services has used, in milliseconds. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Sends a request. The services run in this thread, and what the sender costs is counted too. */
export async function costOf(sent: Sent): Promise<Cost> {
  const before = threadMs()
  const status = await send(sent)
  return { ms: threadMs() - before, status }
}

setFlagsFromString('--expose-gc')
/** On a busy machine this thread has to collect all garbage itself: what others left is not to be counted. */
const collectGarbage = runInNewContext('gc') as () => void

/** What costs more than this is not measured again: no garbage of others does. */
const MAX_NOISE_MS = 500

/** The least of several, without the garbage of others. */
export async function leastCostOf(sent: Sent, repetitions = 3): Promise<Cost> {
  collectGarbage()
  let least = await costOf(sent)
  for (let i = 1; i < repetitions && least.ms < MAX_NOISE_MS; i++) {
    const cost = await costOf(sent)
    if (cost.ms < least.ms) least = cost
  }
  return least
}

/** How long the event loop is held at most while the request is served, in milliseconds of CPU. */
export async function longestHoldOf(sent: Sent): Promise<number> {
  let longest = 0
  let isDone = false
  let last = threadMs()
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await send(sent)
  isDone = true
  return longest
}

/** What it costs, in milliseconds of CPU. */
export async function costOfRun(run: () => unknown): Promise<number> {
  const before = threadMs()
  await run()
  return threadMs() - before
}

/** The same, without the garbage of others. */
export function cleanCostOfRun(run: () => unknown): Promise<number> {
  collectGarbage()
  return costOfRun(run)
}

/** Collects the names of all headers of requests that are read until `stop` is called. */
export function watchHeaders() {
  const names = new Set<string>()
  const { get } = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers') ?? {}
  Object.defineProperty(express.request, 'headers', {
    configurable: true,
    get(this: IncomingMessage) {
      return new Proxy(get?.call(this) as IncomingMessage['headers'], {
        get(headers, name) {
          names.add(String(name).toLowerCase())
          return headers[String(name)]
        },
      })
    },
  })
  return { names, stop: () => Reflect.deleteProperty(express.request, 'headers') }
}
