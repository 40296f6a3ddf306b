import { messageOf, Refusal } from '../../support/refusal.ts'
import type { Child } from '../processes/child.ts'
import type { BackingName, Found, Provider, Recipe, Running, Site } from './server.ts'

/** A backing server under our hand: what it is, where it answers, and how to take it away and bring it back. */
export interface BackingServer {
  readonly name: BackingName
  readonly providedBy: string
  readonly url: string
  readonly alsoAt: Readonly<Record<string, string>>
  /** False for a server named by a variable: it is not ours to stop. */
  readonly ours: boolean
  readonly running: boolean
  pids(): Record<string, number>
  stop(graceMs?: number): Promise<void>
  /** Brings it back on the same address with its data. */
  start(): Promise<void>
}

const ENOUGH_TIME_MS = 15_000

/**
 * Goes down the chain of a recipe and stops at the first link that serves.
 * @throws Refusal that lists every link that was tried and the ways to provide the server
 */
export async function provide(
  recipe: Recipe,
  site: Site,
  onUnexpectedEnd: (name: BackingName, how: string) => void = () => undefined,
): Promise<BackingServer> {
  const tried: string[] = []
  for (const provider of recipe.providers) {
    if (site.guardian.closing) throw new Refusal('Stopped.')
    try {
      const found = await provider.find(site)
      const running = await site.report.during(recipe.name, `starting ${found.label}`, () => found.start())
      site.report.say(recipe.name, `ready: ${found.label}`)
      return handle(recipe, found, running, onUnexpectedEnd, () => site.guardian.closing)
    } catch (fault) {
      if (fault instanceof Refusal) throw fault
      tried.push(`${provider.looksFor}: ${messageOf(fault)}`)
    }
  }
  throw new Refusal(
    [
      `${recipe.title} can't be had here. Tried in this order:`,
      ...tried.map((line) => `  - ${line}`),
      'Provide it in one of these ways, then start again:',
      ...recipe.remedies.map((line, index) => `  ${index + 1}. ${line}`),
    ].join('\n'),
  )
}

function handle(
  { name, title, variable }: Recipe,
  found: Found,
  first: Running,
  onUnexpectedEnd: (name: BackingName, how: string) => void,
  closing: () => boolean,
): BackingServer {
  let now: Running | undefined = first
  const ours = first.processes.length > 0

  const notice = (running: Running): void => {
    const main = running.processes[0]
    void main?.ended.then(async (how) => {
      if (now !== running) return // stopped on purpose
      now = undefined
      await stopAll(running.processes.slice(1), 1_000)
      if (!closing()) onUnexpectedEnd(name, how)
    })
  }
  notice(first)

  return {
    name,
    providedBy: found.label,
    url: first.url,
    alsoAt: first.alsoAt ?? {},
    ours,
    get running() {
      return now !== undefined
    },
    pids: () => Object.fromEntries((now?.processes ?? []).map((child) => [child.name, child.pid])),
    async stop(graceMs = ENOUGH_TIME_MS) {
      if (!ours) throw new Refusal(`${title} is the one named by ${variable}; it is not ours to stop.`)
      const running = now
      now = undefined
      await stopAll(running?.processes ?? [], graceMs)
    },
    async start() {
      if (!ours) throw new Refusal(`${title} is the one named by ${variable}; it is not ours to start.`)
      if (now !== undefined) return
      const running = await found.start()
      now = running
      notice(running)
    },
  }
}

/**
 * The first link of every chain: a server that runs already, named by a variable. It is the one that is wanted: when it
 * does not answer, that is an error and no reason to look further.
 */
export const elsewhere = (
  variable: string,
  check: (url: string, env: NodeJS.ProcessEnv) => Promise<void>,
): Provider => ({
  looksFor: variable,
  find({ env }) {
    const url = env[variable]
    if (url === undefined || url === '') return Promise.reject(new Error('not set'))
    const start = async (): Promise<Running> => {
      await check(url, env).catch((fault: unknown) => {
        throw new Refusal(
          `${variable} names a server that can't be used: ${messageOf(fault)}\n` +
            `Check the address, or unset ${variable} to have a server provided.`,
        )
      })
      return { url, processes: [] }
    }
    return Promise.resolve({ label: `the one named by ${variable}`, start })
  },
})

async function stopAll(children: readonly Child[], graceMs: number): Promise<void> {
  for (const child of children) await child.stop(graceMs)
}
