import { messageOf, Refusal } from '../../support/refusal.ts'
import type { Child } from '../processes/child.ts'
import type { BackingName, Found, Recipe, Site } from './server.ts'

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

export type OnUnexpectedEnd = (name: BackingName, how: string) => void

const ENOUGH_TIME_MS = 15_000

/**
 * Goes down the chain of a recipe and stops at the first link that serves. A server named by a variable is the one that is
 * wanted: when it does not answer, that is an error and no reason to look further.
 * @throws Refusal that lists every link that was tried and the ways to provide the server
 */
export async function provide(
  recipe: Recipe,
  site: Site,
  onUnexpectedEnd: OnUnexpectedEnd = () => undefined,
): Promise<BackingServer> {
  const { name, title, variable, providers, remedies } = recipe
  const given = site.env[variable]
  if (given) return await named(recipe, given, site)
  const tried = [`${variable}: not set`]
  for (const provider of providers) {
    const { label } = provider
    try {
      const found = await provider.find(site)
      const first = await site.report.during(name, `starting ${label}`, () => found.start())
      site.report.say(name, `ready: ${label}`)
      return handle(name, label, found, first, onUnexpectedEnd)
    } catch (fault) {
      if (fault instanceof Refusal) throw fault
      tried.push(`${label}: ${messageOf(fault)}`)
    }
  }
  throw new Refusal(
    [
      `${title} can't be had here. Tried in this order:`,
      ...tried.map((line) => `  - ${line}`),
      'Provide it in one of these ways, then start again:',
      ...remedies.map((line, index) => `  ${index + 1}. ${line}`),
    ].join('\n'),
  )
}

async function named(
  { name, title, variable, check }: Recipe,
  url: string,
  { report }: Site,
): Promise<BackingServer> {
  await check(url).catch((fault: unknown) => {
    throw new Refusal(
      `${variable} names a server that can't be used: ${messageOf(fault)}\n` +
        `Check the address, or unset ${variable} to have a server provided.`,
    )
  })
  const providedBy = `the one named by ${variable}`
  report.say(name, `ready: ${providedBy}`)
  const refuse = () =>
    Promise.reject(new Refusal(`${title} is ${providedBy}; it is not ours to stop or start.`))
  const server = { name, providedBy, url, alsoAt: {}, ours: false, running: true }
  return { ...server, pids: () => ({}), stop: refuse, start: refuse }
}

function handle(
  name: BackingName,
  providedBy: string,
  { url, alsoAt = {}, start }: Found,
  first: readonly Child[],
  onUnexpectedEnd: OnUnexpectedEnd,
): BackingServer {
  let now: readonly Child[] = []
  const run = (children: readonly Child[]): void => {
    now = children
    void children[0]?.ended.then(async (how) => {
      if (now !== children) return // stopped on purpose
      now = []
      await stopAll(children.slice(1), 1_000)
      onUnexpectedEnd(name, how)
    })
  }
  run(first)
  return {
    ...{ name, providedBy, url, alsoAt, ours: true },
    get running() {
      return now.length > 0
    },
    pids: () => Object.fromEntries(now.map((child) => [child.name, child.pid])),
    async stop(graceMs = ENOUGH_TIME_MS) {
      const children = now
      now = []
      await stopAll(children, graceMs)
    },
    async start() {
      if (now.length === 0) run(await start())
    },
  }
}

async function stopAll(children: readonly Child[], graceMs: number): Promise<void> {
  for (const child of children) await child.stop(graceMs)
}
