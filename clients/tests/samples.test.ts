import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runOneByOne, samplesFor } from '../../testing/clients/samples.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { rollcall } from '../typescript/src/index.ts'

const run = promisify(execFile)
const AsyncFunction = (async () => Promise.resolve()).constructor as new (
  ...code: string[]
) => (...args: unknown[]) => Promise<unknown>

describe('the samples of the reference, executed one after the other (B6)', () => {
  // The samples test an endpoint again and again.
  const system = wholeSystem({ notificationOverrides: { webhookTrialEveryMs: 1 } })

  it.each([
    ['of an integrator', { sender: 'integrator', turn: 1 } as const],
    ['of a directory', { sender: 'directory', turn: 2 } as const],
  ])('%s succeed in curl, with the status that the operation declares', async (_, whose) => {
    const samples = await samplesFor(system, { label: 'curl', ...whose })
    const faults: string[] = []
    await runOneByOne(samples, async (source, { operationId, status }) => {
      // Proxies return 411 for a POST without Content-Length.
      if (source.includes('-X POST') && !source.includes(' -d ')) faults.push(`${operationId}: no body`)
      const { stdout } = await run('bash', ['-c', `${source} -sS -w '\n%{http_code}'`])
      if (!stdout.endsWith(`\n${status}`)) faults.push(`${operationId}: ${stdout}`)
    })
    expect(faults).toEqual([])
  })

  it.each([
    ['of an integrator', { sender: 'integrator', turn: 3 } as const],
    ['of a directory', { sender: 'directory', turn: 4 } as const],
  ])('%s succeed in TypeScript, with @rollcall/client', async (_, whose) => {
    const samples = await samplesFor(system, { label: 'TypeScript', ...whose })
    const faults: string[] = []
    await runOneByOne(samples, async (source, { operationId }) => {
      const execute = new AsyncFunction('rollcall', 'console', source.replace(/^import .*$/m, ''))
      const quiet = { log: () => undefined }
      await execute(rollcall, quiet).catch((fault: unknown) =>
        faults.push(`${operationId}: ${String(fault)}`),
      )
    })
    expect(faults).toEqual([])
  })
})
