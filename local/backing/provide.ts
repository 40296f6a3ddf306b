import { readVariable } from './read-variable.ts'
import { messageOf, CommandError } from '../support/command-error.ts'
import type { Child } from '../processes/child.ts'
import type { BackingName, Recipe, Site, Startable } from './server.ts'

/** A backing server of the running system. */
export interface BackingServer {
  readonly name: BackingName
  readonly providedBy: string
  readonly url: string
  readonly alsoAt: Readonly<Record<string, string>>
  /** False for a server named by a variable, which is never stopped or emptied. */
  readonly ours: boolean
  readonly running: boolean
  pids(): Record<string, number>
  stop(graceMs?: number): Promise<void>
  /** Starts it again on the same address with its data. */
  start(): Promise<void>
}

export type OnUnexpectedEnd = (name: BackingName, how: string) => void

const GRACE_MS = 15_000

/**
 * Tries the providers of a recipe in order and takes the first whose server can be used. A server named by a
 * variable is the only one that is tried.
 * @throws CommandError that lists what was tried and how to provide the server
 */
export async function provide(
  recipe: Recipe,
  site: Site,
  onUnexpectedEnd: OnUnexpectedEnd = () => undefined,
): Promise<BackingServer> {
  const { name, title, variable, providers, remedies, check } = recipe
  if (site.env[variable.name]) return useNamed(recipe, site)
  const tried = [`${variable.name}: not set`]
  for (const { label, unchecked = false, find } of providers) {
    try {
      const found = await find(site)
      const children = await site.progress.runStep(name, `starting ${label}`, () => found.start())
      if (!unchecked)
        await check(found.url, site.env).catch(async (error: unknown) => {
          await stopAll(children, GRACE_MS)
          throw error
        })
      site.progress.print(name, `ready: ${label}`)
      return handleOf(name, label, found, children, onUnexpectedEnd)
    } catch (error) {
      if (error instanceof CommandError) throw error
      tried.push(`${label}: ${messageOf(error)}`)
    }
  }
  throw new CommandError(
    [
      `${title} is not available here. Tried in this order:`,
      ...tried.map((line) => `  - ${line}`),
      'Provide it in one of these ways, then start again:',
      ...remedies.map((line, index) => `  ${index + 1}. ${line}`),
    ].join('\n'),
  )
}

async function useNamed(
  { name, title, variable, check }: Recipe,
  { env, progress }: Site,
): Promise<BackingServer> {
  const url = readVariable(variable, env)
  await check(url, env).catch((error: unknown) => {
    throw new CommandError(
      `${variable.name} names a server that can't be used: ${messageOf(error)}\n` +
        `Check its address, user name and password, or unset ${variable.name} to have a server provided.`,
    )
  })
  const providedBy = `the server named by ${variable.name}`
  progress.print(name, `ready: ${providedBy}`)
  const reject = () =>
    Promise.reject(new CommandError(`${title} is ${providedBy}; it is not stopped or started here.`))
  return {
    name,
    providedBy,
    url,
    alsoAt: {},
    ours: false,
    running: true,
    pids: () => ({}),
    stop: reject,
    start: reject,
  }
}

function handleOf(
  name: BackingName,
  providedBy: string,
  { url, alsoAt = {}, start }: Startable,
  started: readonly Child[],
  onUnexpectedEnd: OnUnexpectedEnd,
): BackingServer {
  let running: readonly Child[] = []
  const watch = (children: readonly Child[]): void => {
    running = children
    void children[0]?.ended.then(async (how) => {
      if (running !== children) return // stopped on purpose
      running = []
      await stopAll(children.slice(1), 1_000)
      onUnexpectedEnd(name, how)
    })
  }
  watch(started)
  return {
    name,
    providedBy,
    url,
    alsoAt,
    ours: true,
    get running() {
      return running.length > 0
    },
    pids: () => Object.fromEntries(running.map((child) => [child.name, child.pid])),
    async stop(graceMs = GRACE_MS) {
      const children = running
      running = []
      await stopAll(children, graceMs)
    },
    async start() {
      if (running.length === 0) watch(await start())
    },
  }
}

async function stopAll(children: readonly Child[], graceMs: number): Promise<void> {
  for (const child of children) await child.stop(graceMs)
}
