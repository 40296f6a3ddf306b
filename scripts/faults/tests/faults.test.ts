import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

it('loses nothing, doubles nothing and answers nothing wrong through twelve seconds of faults (design, "Ready, degraded, down")', async () => {
  const options = ['--registrations', '200', '--faults', '20', '--seconds', '12']
  const campaign = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...options])
  let said = ''
  for (const stream of [campaign.stdout, campaign.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(campaign, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the campaign ended with ${code}\n${said}`)
}, 400_000)
