import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { onFreePort } from '../../testing/gateway.ts'
import { createMailboxServer } from '../mailbox/http.ts'
import { MailLog, type Entry } from '../mailbox/log.ts'
import { createSmtpServer } from '../mailbox/smtp.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-mailbox-'))
const file = join(dir, 'messages.ndjson')
const closing: (() => Promise<void>)[] = []

async function aMailbox() {
  const log = new MailLog(file)
  const smtp = createSmtpServer(log)
  const { url, close } = await onFreePort(createMailboxServer(log))
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  const { port } = smtp.server.address() as AddressInfo
  const transport = createTransport({ host: '127.0.0.1', port, pool: true })
  closing.push(async () => {
    transport.close()
    close()
    await new Promise<void>((done) => smtp.close(done))
  })
  return {
    send: (message: object) =>
      transport.sendMail({ from: 'no-reply@rollcall.example', subject: 's', text: 't', ...message }),
    url,
    get: (path: string) => fetch(`${url}${path}`),
  }
}

const lines = (): Entry[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(file, { force: true })
})
afterAll(() => rmSync(dir, { recursive: true }))

describe('the mailbox', () => {
  it('logs each of many concurrent messages once, before it responds to the sender', async () => {
    const { send } = await aMailbox()
    const told = async (_: unknown, n: number) => {
      const message = { to: [`u${n}@example.com`], subject: `Välkommen ${n}`, messageId: `<${n}@x>` }
      await send(message)
      expect(lines().filter(({ messageId }) => messageId === message.messageId)).toMatchObject([message])
    }
    await Promise.all(Array.from({ length: 60 }, told))
    expect(lines().map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  })

  it('reads its log again, and removes an incomplete line after a kill', async () => {
    const first = await aMailbox()
    await first.send({ to: 'ada@example.com', subject: 'before' })
    await closing.pop()?.()
    appendFileSync(file, '{"id":2,"messageId":"<ha')
    const second = await aMailbox()
    await second.send({ to: 'ada@example.com', subject: 'after' })
    expect(lines().map(({ id, subject }) => [id, subject])).toEqual([
      [1, 'before'],
      [2, 'after'],
    ])
    expect(await (await second.get('/api/messages/1')).json()).toMatchObject({
      subject: 'before',
      text: 't\n',
    })
  })

  it('lists newest first, and finds by recipient in any case', async () => {
    const { send, get } = await aMailbox()
    for (const to of ['ada@example.com', 'bob@example.com', 'Ada@Example.com']) await send({ to })
    const all = (await (await get('/api/messages')).json()) as Entry[]
    expect(all.map(({ id }) => id)).toEqual([3, 2, 1])
    const found = (await (await get('/api/messages?to=ada%40example.com')).json()) as Entry[]
    expect(found.map(({ id }) => id)).toEqual([3, 1])
  })

  it('shows an e-mail without running its scripts, with a separate origin', async () => {
    const { send, get } = await aMailbox()
    await send({ to: 'ada@example.com', html: '<script>alert(1)</script>' })
    const html = await get('/api/messages/1/html')
    expect(html.headers.get('content-security-policy')).toContain('sandbox')
    const page = await get('/')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('returns 404 as a usual error for an e-mail that it does not have', async () => {
    const response = await (await aMailbox()).get('/api/messages/7')
    expect([response.status, await response.json()]).toEqual([404, { detail: 'Not found.' }])
  })
})
