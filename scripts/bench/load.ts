import { readdirSync, readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { quantiles } from '../support/quantiles.ts'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Share of other answers that is borne: a limit's first request of a minute, a time-out on a busy machine. */
const MAX_OTHER_LOAD = 0.02

/** Sends `count` requests over `connections`, each sending its next one when it has its answer. */
export async function load(
  base: string,
  count: number,
  connections: number,
  request: (turn: number) => Request,
  expected: number,
): Promise<Measured> {
  const pool = new Pool(base, { connections, pipelining: 1 })
  const times: number[] = []
  let turn = 0
  let others = 0
  const began = performance.now()
  const work = async () => {
    while (turn < count) {
      const { body, headers, ...rest } = request(turn++)
      const sent = performance.now()
      const answer = await pool.request({ ...rest, headers: headers ?? {}, ...jsonOf(body) })
      const text = await answer.body.text()
      times.push(performance.now() - sent)
      if (answer.statusCode !== expected && ++others > count * MAX_OTHER_LOAD)
        throw new Error(`${rest.path}: ${answer.statusCode} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - began) / 1_000
  await pool.close()
  return { perSecond: count / seconds, ...quantiles(times) }
}

export const jsonOf = (body: unknown) => (body === undefined ? {} : { body: JSON.stringify(body) })

/** The CPU that all threads of a process have used, in µs. /proc/PID/stat would count in ticks of 10 ms. */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(nanoseconds) / 1_000
  }, 0)

/** The memory that a process holds now, or the most that it has held, in MB. */
export const memoryOf = (pid: number, when: 'now' | 'most'): number => {
  const line = when === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
