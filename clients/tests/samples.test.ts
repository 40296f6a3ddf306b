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
  const system = wholeSystem()

  it('succeed in curl, with the status that the operation declares', async () => {
    const samples = await samplesFor(system, 'curl', 1)
    const faults: string[] = []
    await runOneByOne(samples, async (source, { operationId, status }) => {
      const { stdout } = await run('bash', ['-c', `${source} -sS -w '\n%{http_code}'`])
      if (!stdout.endsWith(`\n${status}`)) faults.push(`${operationId}: ${stdout}`)
    })
    expect(faults).toEqual([])
  })

  it('succeed in TypeScript, with @rollcall/client', async () => {
    const samples = await samplesFor(system, 'TypeScript', 2)
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
