import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../../local/support/files.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { EXIT } from '../src/exit-codes.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-closed-output-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs the command as its own process, and reads only the first piece of its output, as `| head -1` does. */
async function withHead(args: readonly string[], env: NodeJS.ProcessEnv) {
  const main = join(ROOT, 'clients/cli/dist/src/main.js')
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...env } })
  const stderr = text(child.stderr)
  const exit = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exit])
  child.stdout.destroy()
  const [code] = (await exit) as [number]
  return { code, stderr: await stderr }
}

describe('a command whose output is no longer read', () => {
  it('that imports stops, says so, and does not end with 0', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => `p-${n},l-${n},p${n}@example.org,Ada,Byron,1`)
    const header = 'externalId,loginName,email,firstName,lastName,groupIds'
    await writeFile(join(folder, 'people.csv'), [header, ...rows].join('\n'))
    const args = ['import', 'users', 'people.csv', '--results', '-', '--parallel', '1']
    // Longer than what a pipe holds.
    const result = { status: 400, code: 'invalid-request', detail: 'x'.repeat(200) }
    const { url, received } = await scriptedServer({ status: 200, body: Array(1_000).fill(result) })
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const { code, stderr } = await withHead(args, env)
    // A batch is being sent while the results of the one before it are written.
    expect(received.length).toBeLessThan(rows.length / 1_000)
    expect([code, stderr]).toEqual([
      EXIT.outputClosed,
      expect.stringContaining('Run it again to do the rest.'),
    ])
  })

  it('that changes records one by one stops, says so, and does not end with 0', async () => {
    const record = { id: 'x'.repeat(5_000), registrationId: 1, to: 'ada@example.org', status: 'queued' }
    const { url, received } = await scriptedServer({ status: 200, body: record })
    const ids = Array.from({ length: 5_000 }, (_, n) => String(n))
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const { code, stderr } = await withHead(['deliveries', 'resend', ...ids, '--json'], env)
    expect([code, stderr]).toEqual([
      EXIT.outputClosed,
      expect.stringMatching(/has stopped after \d+ records?\./),
    ])
    expect(received.length).toBeLessThan(ids.length)
  })

  it('that only reads ends without a message', async () => {
    const page = Array.from({ length: 1_000 }, (_, id) => ({ id, name: 'x'.repeat(500), parentId: null }))
    const { url } = await scriptedServer({
      status: 200,
      headers: { link: '</admin/groups/?cursor=x>; rel="next"' },
      body: page,
    })
    const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
    const result = await withHead(['groups', 'list', '--all', '--json'], env)
    expect(result).toEqual({ code: EXIT.outputClosed, stderr: '' })
  })
})
