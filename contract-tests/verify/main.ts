/** `npm run verify:pact -- FILE-or-URL …`: verifies pacts of others against services started here. */
import { parseArgs } from 'node:util'
import { startGuardian } from '../../scripts/processes/guardian.ts'
import { explain } from '../../scripts/support/refusal.ts'
import { reportTo } from '../../scripts/support/report.ts'
import { SERVERS_VARIABLE } from '../../scripts/test/servers.ts'
import { serversAlreadyUp, startTestServers } from '../../scripts/test/start-servers.ts'
import './hooks.ts'
import { verifyOutsider, type StartProvider } from './outsider.ts'
import { readSource, UNREADABLE } from './source.ts'

const HELP = `npm run verify:pact -- FILE-or-URL …

Verifies pacts of any consumer with Rollcall against services that it starts on this machine, on stores of their own.
The states that a pact may ask for, and what to know when you write one: docs/provider-states.md

Exit code  0  every interaction is kept
           1  one is not, and what differs is printed
           2  a pact could not be read, or is not one with us
`
const BREAK_OFF_MS = 5_000

const start: StartProvider = async (service) => {
  const { startProvider } = await import(`../providers/${service}.ts`)
  return await (startProvider as () => ReturnType<StartProvider>)()
}

/** The servers behind the services: those that are up for tests, or others for this run. */
async function withServers<T>(work: () => Promise<T>): Promise<T> {
  const guardian = startGuardian()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void guardian.endEverything(BREAK_OFF_MS).then(() => process.exit(130)))
  const up = serversAlreadyUp()
  const started = up === undefined ? await startTestServers(progress, guardian) : undefined
  process.env[SERVERS_VARIABLE] = JSON.stringify(up ?? started?.servers)
  try {
    return await work()
  } finally {
    await started?.stop()
    guardian.release()
  }
}

const progress = reportTo((line) => process.stderr.write(line))

async function main(sources: readonly string[]): Promise<number> {
  const pacts = await Promise.all(sources.map(readSource))
  return await withServers(async () => {
    let kept = true
    for (const pact of pacts) {
      const { ok, output } = await verifyOutsider(pact, start)
      process.stdout.write(`${output}\n`)
      kept &&= ok
    }
    process.stdout.write(
      kept ? '\nEvery interaction is kept.\n' : '\nNot every interaction is kept; see above.\n',
    )
    return kept ? 0 : 1
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
})
if (values.help) process.stdout.write(HELP)
else if (positionals.length === 0) {
  process.stderr.write(HELP)
  process.exitCode = UNREADABLE
} else process.exitCode = await main(positionals).catch(explain)
