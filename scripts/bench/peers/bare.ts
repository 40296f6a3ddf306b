/** Bare node:http with the steps of one read: the limit of what any framework can reach. */
import { createServer } from 'node:http'
import type { RegistrationRecord } from '../../../services/registration/src/registrations/record.ts'
import { beginTrace } from '../../../services/shared/trace.ts'
import { config, database, gate, metrics, note, Refusal, write, type Account } from './kit.ts'
import { present, readable } from './registrations.ts'

const registrations = (await database()).collection<RegistrationRecord>('registrations')
const { pass } = gate()

createServer((request, response) => {
  const began = performance.now()
  const trace = beginTrace(
    request.headers['x-request-id'] as string,
    request.headers['traceparent'] as string,
  )
  response.setHeader('x-request-id', trace.requestId)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cache-control', 'no-store')
  let account: Account | undefined
  response.once('close', () =>
    note(trace, 'getRegistration', response.statusCode, performance.now() - began, account),
  )
  const handle = async () => {
    account = await pass(
      request.headers,
      () => request.socket.remoteAddress ?? '',
      (name, value) => response.setHeader(name, value),
    )
    const [, id] = /^\/registrations\/(\d{1,15})\/$/.exec(request.url ?? '') ?? []
    const record = id === undefined ? null : await registrations.findOne({ _id: Number(id) })
    write(response, 200, present(readable(record, account)))
  }
  handle().catch((error: unknown) => {
    const { status, code, message } =
      error instanceof Refusal ? error : new Refusal(500, 'internal-error', '')
    metrics.rejections.inc({ operation: 'getRegistration', code })
    write(response, status, { detail: message })
  })
}).listen(config.port, '127.0.0.1')
