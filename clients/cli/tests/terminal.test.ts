import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../../local/support/files.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { EXIT } from '../src/exit-codes.ts'

let folder: string
let terminal: ChildProcess | undefined
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-terminal-'))))
afterEach(async () => {
  terminal?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/**
 * Runs `rollcall users erase 5` on a terminal of its own, which script(1) makes.
 * @param redirection of the shell, for its messages
 */
async function eraseOnTerminal(redirection = '') {
  const facts = { reason: 'left', withRegistrations: false, requestedAt: '2027-01-31T00:00:00Z' }
  const erasure = { userId: 5, status: 'running', ...facts, finishedAt: null, services: [] }
  const { url, received } = await scriptedServer({ status: 202, body: erasure })
  const main = join(ROOT, 'clients/cli/dist/src/main.js')
  const rollcall = `"${process.execPath}" "${main}" users erase 5 --reason left`
  const command = `echo $$ >pid; exec ${rollcall} ${redirection}`
  const args =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', 'sh', '-c', command]
      : ['--quiet', '--return', '--command', command, '/dev/null']
  const child = spawn('script', args, {
    cwd: folder,
    env: { ...process.env, SHELL: '/bin/sh', ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' },
  })
  terminal = child
  const exit = once(child, 'exit')
  const output = text(child.stdout)
  return {
    asked: new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('[y/N]') && resolve())
    }),
    type: (keys: string) => void child.stdin.write(keys),
    signal: async (name: NodeJS.Signals) =>
      process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), name),
    /** How it ended, what it wrote to the terminal, and what it asked the service to change. */
    async end() {
      const [code] = (await exit) as [number]
      return {
        code,
        output: await output,
        changes: received.filter(({ method }) => method !== 'GET').map(({ url: path }) => path),
      }
    },
  }
}

describe('a command that removes, on a terminal', () => {
  it('asks, and does it after "y"', async () => {
    const command = await eraseOnTerminal()
    await command.asked
    command.type('y\n')
    expect(await command.end()).toMatchObject({ code: EXIT.done, changes: ['/admin/users/5/erase/'] })
  })

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('takes %s at its question for no', async (name) => {
    const command = await eraseOnTerminal()
    await command.asked
    await command.signal(name)
    const { output, ...result } = await command.end()
    expect(result).toEqual({ code: EXIT.failed, changes: [] })
    expect(output).toContain('Nothing was changed.')
  })

  it('needs --yes if its messages go to a file, where no one reads a question', async () => {
    const { code, changes } = await (await eraseOnTerminal('2>messages')).end()
    expect([code, changes]).toEqual([EXIT.usage, []])
    expect(await readFile(join(folder, 'messages'), 'utf8')).toContain('this needs --yes')
  })
})
