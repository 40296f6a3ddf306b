/**
 * `npm run bench -- import [--rows N]`: how fast operators import registrations, beside the batch create, and
 * what the callers of the same services notice meanwhile.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf, headersOf } from '../../local/demo/call.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { printError } from '../../local/support/command-error.ts'
import { BATCH, LISTED_COURSES, mailsArrived, onOwnServers, startServices, USERS } from './sides.ts'

const USAGE = `npm run bench -- import [--rows 1000000]
  Imports so many finished registrations, and prints rows a second beside those of the batch create, the
  memory of the registration service, and how long reads, creates and e-mails take meanwhile.
`
/** As many as one request of the command-line tool has. */
const ROWS_EACH = 500
const CREATED = 100
const PROGRESS_EVERY = 50_000
/** What callers may notice during an import, as p99 in ms. */
const LIMITS = { read: 100, create: 500, 'e-mail': 2_000 } as const
const MIN_RATIO = 2
/** The memory at the end may be so much larger than after the first tenth. */
const MAX_GROWTH = 1.25
/** An e-mail that has not come by then is lost. */
const MAX_MAIL_MS = 60_000
const READ_EVERY_MS = 100
const CREATE_EVERY_MS = 500

const { values } = readArguments(USAGE, { options: { rows: { type: 'string', default: '1000000' } } })
const ROWS = Number(values.rows)
if (!(ROWS >= ROWS_EACH)) {
  process.stderr.write(`--rows must be a number of at least ${ROWS_EACH}\n\n${USAGE}`)
  process.exit(2)
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
const perSecondOf = (count: number, ms: number): number => (count * 1_000) / ms
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** @returns whether the import is fast enough, and the others notice it no more than they may */
const main = (): Promise<boolean> =>
  onOwnServers(async (servers) => {
    const { ours, operator, credential, userIds } = await startServices(servers)
    const caller = callerOf(ours.url, headersOf(credential))

    let pairs = 0
    const pair = () => {
      const n = pairs++
      return { userId: userIds[n % USERS], courseId: LISTED_COURSES + 1 + Math.floor(n / USERS) }
    }
    /** Does this work while others read and create. @returns how long it took, and what the others noticed */
    async function beside(work: () => Promise<unknown>) {
      const times: Record<keyof typeof LIMITS, number[]> = { read: [], create: [], 'e-mail': [] }
      const memory: number[] = []
      let isWorking = true
      const repeat = async (everyMs: number, call: (turn: number) => Promise<unknown>) => {
        for (let turn = 0; isWorking; turn++) await Promise.all([call(turn), sleep(everyMs)])
      }
      const others = Promise.all([
        repeat(READ_EVERY_MS, async (turn) => {
          const id = 1 + (turn % (LISTED_COURSES * BATCH))
          times.read.push(await timed(() => caller('GET', `/registrations/${id}/`)))
          memory.push(memoryOf(ours.pids.registration))
        }),
        repeat(CREATE_EVERY_MS, async () => {
          const mails = ours.mails.count
          times.create.push(await timed(() => caller('POST', '/registrations/', pair())))
          const arrived = async () => {
            while (ours.mails.count === mails) await sleep(5)
          }
          times['e-mail'].push(await Promise.race([timed(arrived), sleep(MAX_MAIL_MS, MAX_MAIL_MS)]))
        }),
      ])
      // It is awaited below. Until then a call that fails must not end the process.
      others.catch(() => undefined)
      const took = await timed(work).finally(() => (isWorking = false))
      await others
      return { took, times, memory }
    }

    async function createBatches(): Promise<number> {
      const { took } = await beside(async () => {
        for (let n = 0; n < CREATED; n++)
          await caller('POST', '/registrations/batch/', Array.from({ length: BATCH }, pair))
      })
      return perSecondOf(CREATED * BATCH, took)
    }

    const before = await createBatches()
    print(`batch create, before the import: ${before.toFixed(0)} registrations a second`)
    await ours.allPublished()
    const purged = await ours.purgeMails()
    await mailsArrived(ours.mails, LISTED_COURSES * BATCH + pairs - purged)

    let last = performance.now()
    const { took, times, memory } = await beside(async () => {
      for (let first = 0; first < ROWS; first += ROWS_EACH) {
        await operator('POST', '/admin/registrations/import/', rowsFrom(first, userIds))
        const done = first + ROWS_EACH
        if (done % PROGRESS_EVERY !== 0) continue
        const now = performance.now()
        process.stderr.write(
          `  ${done} rows, ${perSecondOf(PROGRESS_EVERY, now - last).toFixed(0)} a second\n`,
        )
        last = now
      }
    })
    const imported = perSecondOf(ROWS, took)
    print(`import: ${imported.toFixed(0)} registrations a second`)
    // Both are slower in a larger database.
    const after = await createBatches()
    print(`batch create, after the import: ${after.toFixed(0)} registrations a second`)

    const ratio = imported / ((before + after) / 2)
    print(`the import stores ${ratio.toFixed(2)} times as many a second as the batch create`)
    const early = Math.max(...memory.slice(0, memory.length / 10))
    const late = Math.max(...memory.slice((memory.length * 9) / 10))
    print(`memory: ${early.toFixed(0)} MB in the first tenth, ${late.toFixed(0)} MB in the last`)
    for (const [name, limit] of Object.entries(LIMITS)) {
      const found = times[name as keyof typeof LIMITS]
      print(`${name}: p99 ${p99(found).toFixed(0)} ms of ${found.length}, at most ${limit}`)
    }
    const areBelow = Object.entries(LIMITS).every(
      ([name, limit]) => p99(times[name as keyof typeof LIMITS]) <= limit,
    )
    return ratio >= MIN_RATIO && late <= MAX_GROWTH * early && areBelow
  })

/** Finished registrations of the past, each with dates of its own. */
function rowsFrom(first: number, userIds: readonly number[]): object[] {
  return Array.from({ length: Math.min(ROWS_EACH, ROWS - first) }, (_, i) => {
    const n = first + i
    const began = Date.UTC(2010, 0, 1) + 60_000 * n
    return {
      courseId: 1 + (n % LISTED_COURSES),
      userId: userIds[n % USERS],
      externalId: `old-${n}`,
      statusName: 'Completed',
      registrationDate: new Date(began).toISOString(),
      completionDate: new Date(began + 86_400_000).toISOString(),
      score: 87.5,
      success: true,
    }
  })
}

process.exit(await main().then((isGood) => (isGood ? 0 : 1), printError))
