import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../local/backing/programs.ts'
import { eventually } from '../../../testing/eventually.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'

const INSTALL_MS = 200_000

describe('the package standardwebhooks of PyPI (W3, W6)', () => {
  const { aSubscriber, aUser } = webhookScene()
  const receivers: ChildProcess[] = []
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-standardwebhooks-'))
    const options = { env: process.env, timeoutMs: INSTALL_MS }
    await run('python3', ['-m', 'venv', folder], options)
    const install = ['-m', 'pip', 'install', '--quiet', 'standardwebhooks==1.1.0']
    await run(join(folder, 'bin/python'), install, options)
  }, INSTALL_MS)
  afterAll(async () => {
    for (const receiver of receivers) receiver.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })

  /** A receiver that knows this secret only. */
  async function aReceiver(secret: string) {
    const receiver = spawn(join(folder, 'bin/python'), [join(__dirname, 'receiver.py'), secret])
    receivers.push(receiver)
    let printed = ''
    for (const stream of [receiver.stdout, receiver.stderr])
      stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
    const port = await eventually(() => {
      const [, found] = /^port (\d+)$/m.exec(printed) ?? []
      if (found === undefined) throw new Error(`no port: ${printed}`)
      return found
    }, 20_000)
    return { url: `http://127.0.0.1:${port}/`, printed: () => printed }
  }

  it('verifies what is sent, with the new and the old secret during a rotation', async () => {
    const { api, path, secret } = await aSubscriber()
    const sendTo = async ({ url, printed }: Awaited<ReturnType<typeof aReceiver>>) => {
      expectBody(await api.post(path, { url }), 200)
      const { id } = await aUser()
      await eventually(() => expect(printed()).toContain(`verified user.created ${id}`))
    }
    const old = await aReceiver(secret)
    await sendTo(old)
    const rotated = expectBody(await api.post(`${path}rotate-secret/`), 200)
    await sendTo(old)
    await sendTo(await aReceiver(rotated.secret))
    const third = expectBody(await api.post(`${path}rotate-secret/`), 200)
    await sendTo(await aReceiver(third.secret))
    expectBody(await api.post(path, { url: old.url }), 200)
    await aUser()
    await eventually(() => expect(old.printed()).toContain('rejected No matching signature'))
  }, 60_000)
})
