import { execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { verifyWebhook, WebhookVerificationError, type RollcallEvent } from '../typescript/src/webhooks.ts'
import { blocksOf } from '../../testing/clients/documents.ts'
import { command, settings } from '../../testing/clients/command.ts'
import { client } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { webhookScene } from '../../testing/notification/webhooks.ts'
import { parseResponse, sendBytes } from '../../testing/send-bytes.ts'
import { expectBody } from '../../testing/portal.ts'

const ROOT = join(__dirname, '../..')
const guide = blocksOf(readFileSync(join(ROOT, 'docs/guide/webhooks.md'), 'utf8'))
const codeOf = (language: string) => guide.find((block) => block.language === language)?.text ?? ''

const { system, aSubscriber, aUser } = webhookScene()
let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-webhooks-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Programs that run the code of the guide, as its readers do. */
const RECEIVERS = {
  ts() {
    const module = pathToFileURL(join(ROOT, 'clients/typescript/src/webhooks.ts')).href
    writeFileSync(join(folder, 'receiver.ts'), codeOf('ts').replace("'@rollcall/client'", `'${module}'`))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    return { program: process.execPath, args: [join(folder, 'receiver.ts')], port: /port: (\d+)/ }
  },
  python() {
    // Without the package itself, which imports what is generated.
    mkdirSync(join(folder, 'rollcall'))
    writeFileSync(join(folder, 'rollcall/__init__.py'), '')
    cpSync(join(ROOT, 'clients/python/rollcall/webhooks.py'), join(folder, 'rollcall/webhooks.py'))
    writeFileSync(join(folder, 'receiver.py'), codeOf('python'))
    return { program: 'python3', args: [join(folder, 'receiver.py')], port: /, (\d+)\)/ }
  },
}

it('computes a signature as the guide says (W3)', async () => {
  const { secret, path, api, receiver } = await aSubscriber()
  expectBody(await api.post(`${path}test/`), 200)
  const [sent] = receiver.received
  writeFileSync(join(folder, 'body'), sent?.body ?? '')
  const header = (name: string) => String(sent?.headers[name])
  const env = {
    ...process.env,
    WEBHOOK_SECRET: secret,
    ID: header('webhook-id'),
    TIMESTAMP: header('webhook-timestamp'),
  }
  const computed = execFileSync('bash', ['-c', codeOf('bash')], { cwd: folder, env })
    .toString()
    .trim()
  expect(header('webhook-signature')).toBe(`v1,${computed}`)
})

it.each(['ts', 'python'] as const)(
  'the receiver of the guide in %s verifies what is sent (W3)',
  async (language) => {
    const { api, path, secret, deliveries } = await aSubscriber()
    const { program, args, port } = RECEIVERS[language]()
    const env = { ...process.env, NODE_OPTIONS: '', PORT: '0', WEBHOOK_SECRET: secret, PYTHONPATH: folder }
    const receiver = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [receiver.stdout, receiver.stderr])
      stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
    const idle = new Socket()
    try {
      const url = await eventually(() => {
        const [, number] = port.exec(printed) ?? []
        if (number === undefined) throw new Error(`no port: ${printed}`)
        return `http://127.0.0.1:${number}/`
      }, 20_000)
      // Another caller that is connected and sends nothing must not hold up the events.
      await once(idle.connect(Number(new URL(url).port), '127.0.0.1'), 'connect')
      expectBody(await api.post(path, { url }), 200)
      const { id } = await aUser()
      await eventually(() => expect(printed).toMatch(new RegExp(`^\\S+ user.created ${id}, version 1$`, 'm')))
      expect(expectBody(await api.post(`${path}test/`), 200)).toMatchObject({ delivered: true })
      await eventually(() => expect(printed).toMatch(/^\S+ is a test$/m))
      expect(printed).not.toMatch(/undefined|Traceback/)
      // The attempt is recorded after the receiver has responded.
      await eventually(async () => {
        const [delivery] = await deliveries('?status=delivered')
        expect(printed).toContain(delivery.eventId)
      })
      const forged = {
        'webhook-id': 'x',
        'webhook-timestamp': String(Date.now()),
        'webhook-signature': 'v1,x',
      }
      const rejected = await fetch(url, {
        method: 'POST',
        body: '{}',
        headers: { ...forged, 'content-type': 'application/json' },
      })
      expect(rejected.status).toBe(400)
      const withoutBody = await sendBytes(url, 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      expect(parseResponse(withoutBody).status).toBe({ ts: 400, python: 411 }[language])
    } finally {
      idle.destroy()
      receiver.kill('SIGKILL')
    }
  },
  60_000,
)

describe('verifyWebhook (W3, W6)', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = '{"type":"user.created","timestamp":"2024-01-15T14:58:41Z","data":{"id":1,"version":1}}'
  const headersAt = (seconds: number, key = Buffer.alloc(32, 7)) => {
    const signature = createHmac('sha256', key).update(`id-1.${seconds}.${body}`).digest('base64')
    return {
      'Webhook-Id': 'id-1',
      'Webhook-Timestamp': String(seconds),
      'Webhook-Signature': `v1a,other v1,${signature}`,
    }
  }
  const now = () => Math.floor(Date.now() / 1_000)

  it('accepts one of several secrets, headers of any kind, and the bytes of the body', async () => {
    const headers = headersAt(now())
    for (const given of [headers, new Headers(headers)])
      expect(await verifyWebhook({ body, headers: given, secret })).toMatchObject({
        id: 'id-1',
        event: { data: { id: 1 } },
      })
    const two = [`whsec_${Buffer.alloc(32, 8).toString('base64')}`, secret]
    expect(await verifyWebhook({ body: Buffer.from(body), headers, secret: two })).toMatchObject({
      id: 'id-1',
    })
  })

  it('computes one signature for each secret, however many are sent', async () => {
    const headers = { ...headersAt(now()), 'Webhook-Signature': 'v1,AA '.repeat(MANY_SIGNATURES) }
    const before = process.cpuUsage()
    const verification = verifyWebhook({ body: ' '.repeat(LONG_BODY), headers, secret })
    await expect(verification).rejects.toBeInstanceOf(WebhookVerificationError)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(MAX_CPU_MS)
  })
  /** As many as a header has room for. */
  const MANY_SIGNATURES = 2_500
  const [LONG_BODY, MAX_CPU_MS] = [2_000_000, 500]

  it('tells by the type what the data is, with date-times as texts', async () => {
    const { event } = await verifyWebhook({ body, headers: headersAt(now()), secret })
    if (event.type !== 'user.created') throw new Error(event.type)
    const { version, createdDate, email }: { version: number; createdDate: string; email: string } =
      event.data
    expect([version, createdDate, email]).toEqual([1, undefined, undefined])
    const later = { ...event, type: 'registration.completed' as const }
    // @ts-expect-error: the data of a user event has no fields of a registration
    const asRegistration: RollcallEvent = later
    expect(asRegistration).toBe(later)
  })

  it.each([
    ['another body', { body: body.replace('1', '2') }],
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
    ['an invalid secret', { secret: 'whsec_§' }],
    ['an empty secret', { secret: '' }],
    ['a secret that is only a prefix', { secret: 'whsec_' }],
    ['no secrets', { secret: [] }],
    ['an empty secret beside the valid one', { secret: ['', secret] }],
    ['an empty secret after the valid one', { secret: [secret, 'whsec_'] }],
    ['an old event', { headers: headersAt(now() - 600) }],
    ['an event of the future', { headers: headersAt(now() + 600) }],
    ['an invalid time', { headers: { ...headersAt(now()), 'Webhook-Timestamp': 'soon' } }],
    ['no signature', { headers: { 'webhook-id': 'id-1', 'webhook-timestamp': String(now()) } }],
  ])('rejects %s', async (_, changed) => {
    const verification = verifyWebhook({ body, headers: headersAt(now()), secret, ...changed })
    await expect(verification).rejects.toBeInstanceOf(WebhookVerificationError)
  })
})

describe('a body that a web framework has parsed (W3)', () => {
  const headers = {
    'webhook-id': 'id-1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': 'v1,c2lnbmVk',
  }
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const rawBody = /^pass the raw body/

  it.each([[undefined], [null], [{}], [{ type: 'user.created' }], [[]]])(
    'is rejected by verifyWebhook, which asks for the raw one: %j',
    async (body) => {
      const rejection = verifyWebhook({ body: body as unknown as string, headers, secret })
      await expect(rejection).rejects.toBeInstanceOf(WebhookVerificationError)
      await expect(rejection).rejects.toThrow(rawBody)
    },
  )

  it.each(['None', '{}', '{"type": "user.created"}', '7'])(
    'is rejected by verify_webhook, which asks for the raw one: %s',
    (body) => {
      const program = `
from webhooks import WebhookVerificationError, verify_webhook
try:
    verify_webhook(${body}, ${JSON.stringify(headers)}, "${secret}")
except WebhookVerificationError as error:
    print(error)
`
      const PYTHONPATH = join(ROOT, 'clients/python/rollcall')
      const env = { ...process.env, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' }
      expect(execFileSync('python3', ['-c', program], { env, encoding: 'utf8' })).toMatch(rawBody)
    },
  )
})

describe('rollcall webhooks (W8)', () => {
  it('show prints an endpoint with its deliveries', async () => {
    const { id, receiver } = await aSubscriber()
    await aUser()
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const show = (...more: string[]) =>
      command(['webhooks', 'show', String(id), ...more], { env: settings(system) })
    expect((await show()).stdout).toContain('user.created')
    expect((await show('--json')).json()).toMatchObject({ id, deliveries: [{ eventType: 'user.created' }] })
  })

  it('listen prints the events of an account, and deletes its endpoint at the end', async () => {
    const key = await system.issueKey()
    const api = client(system.url, key.credential)
    const interruption = new AbortController()
    const listening = command(['webhooks', 'listen', '--events', 'user.created', '--json'], {
      env: settings(system, key),
      interrupted: interruption.signal,
    })
    const [endpoint] = await eventually(async () => {
      const { body } = await api.get('/webhook-endpoints/')
      expect(body).toHaveLength(1)
      return body
    })
    const user = await aUser()
    await eventually(async () => {
      const { body } = await api.get(`/webhook-endpoints/${endpoint.id}/deliveries/`)
      expect(body).toMatchObject([{ status: 'delivered' }])
    })
    interruption.abort()
    const { code, stdout } = await listening
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ type: 'user.created', data: { id: user.id } })
    expect((await api.get('/webhook-endpoints/')).body).toEqual([])
  })
})
