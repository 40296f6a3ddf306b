import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { DEFAULT_PATIENCE, repeating } from '../../../clients/typescript/src/repeat.ts'
import {
  probeServer,
  smtpOptions,
  SMTP_TIMEOUTS,
} from '../../../services/notification/src/emails/smtp-options.ts'
import { WebhookHttpClient } from '../../../services/notification/src/webhooks/deliveries/http-client.ts'
import { InternalService } from '../../../services/platform/http/internal-service.ts'
import { forMany, type Reader } from './work.ts'

/** The sender decides how small the pieces of a response are. */
const PIECE_BYTES = 500
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n'
const ONCE = { ...DEFAULT_PATIENCE, attempts: 1 }

/** Those that read what another server responds to its end, which comes in pieces. */
export async function readersOfResponses() {
  let response = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true).on('error', () => undefined))
    socket.on('close', () => sockets.delete(socket))
    if (response.startsWith('HTTP')) socket.once('data', () => void send(socket, response))
    else void send(socket, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  /** Each piece in a turn of its own, so that it is read before the next one comes. */
  async function send(socket: Socket, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    for (let sent = 0; sent < bytes.length && !socket.destroyed; sent += PIECE_BYTES) {
      socket.write(bytes.subarray(sent, sent + PIECE_BYTES))
      await setImmediate()
    }
    socket.end()
  }
  const reader =
    (read: () => Promise<unknown>): Reader =>
    (text) => {
      response = `${HEAD}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
      return read()
    }
  const service = new InternalService('user', { url, token: 'token' })
  const body = { userIds: [1] }
  const receivers = new WebhookHttpClient({
    addressGuard: { addressesOf: () => Promise.resolve(['127.0.0.1']) } as never,
    proxyUrl: '',
  })
  const options = { clientName: 'rollcall.example', socketTimeoutMs: SMTP_TIMEOUTS.replyMs }
  const mail = createTransport(smtpOptions(`smtp://127.0.0.1:${port}`, SMTP_TIMEOUTS, options))
  const readers: Readonly<Record<string, Reader>> = {
    'a response of another service': reader(() =>
      service.call({ operationId: 'findUserGroups', method: 'POST', template: '/', body }),
    ),
    'a response to the TypeScript client': reader(() => repeating(fetch, ONCE)(url)),
    'the response of a receiver': reader(() => receivers.post(new URL(url), '{}', {})),
    'the greeting of a mail server': (text) => {
      response = `${forMany(text, (i) => `220-${i} is welcome\r\n`).join('')}220 end\r\n`
      return probeServer(mail)
    },
  }
  const close = async () => {
    await receivers.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { readers, close }
}
