import { readdirSync, readFileSync } from 'node:fs'
import { Pool } from 'undici'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends `count` requests over `connections`, each of which sends its next request when it has its response.
 * @returns requests a second. @throws Error for a response that is not a success
 */
export async function load(
  baseUrl: string,
  count: number,
  connections: number,
  requestOf: (turn: number) => Request,
): Promise<number> {
  const pool = new Pool(baseUrl, { connections, pipelining: 1 })
  let turn = 0
  const began = performance.now()
  const work = async () => {
    while (turn < count) {
      const request = requestOf(turn++)
      const { statusCode, body } = await pool.request(request)
      const text = await body.text()
      if (statusCode >= 300) throw new Error(`${request.path}: ${statusCode} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - began) / 1_000
  await pool.close()
  return count / seconds
}

/** The CPU that all threads of some processes have used, in µs. /proc/PID/stat counts in ticks of 10 ms. */
export function cpuOf(...pids: readonly number[]): number {
  const threads = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`),
  )
  const nanoseconds = threads.map((path) => Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
