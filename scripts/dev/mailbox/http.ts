import { createReadStream } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import PostalMime from 'postal-mime'
import type { MailLog } from './log.ts'

const PAGE: Readonly<Record<string, { file: string; type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/mailbox.css': { file: 'mailbox.css', type: 'text/css; charset=utf-8' },
  '/mailbox.js': { file: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'"
/** A mail is somebody else's HTML: no scripts, no forms, nothing fetched, an origin of its own. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const MOST_LISTED = 1_000

/** The page where mails can be read, and the same as JSON: `/api/messages?to=&offset=&limit=`, `/api/messages/{id}`. */
export function createMailboxServer(log: MailLog): Server {
  return createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', 'no-store')
    answer(request.url ?? '/', response, log).catch(() => {
      if (response.headersSent) response.destroy()
      else json(response, 500, { detail: 'Internal server error' })
    })
  })
}

async function answer(target: string, response: ServerResponse, log: MailLog): Promise<void> {
  // Taken apart by hand: `new URL` throws on a target such as `//`.
  const [path = '', query] = target.split('?', 2)
  const parameters = new URLSearchParams(query)
  const page = PAGE[path]
  if (page !== undefined) {
    response.setHeader('Content-Type', page.type)
    response.setHeader('Content-Security-Policy', PAGE_POLICY)
    return pipeline(createReadStream(join(import.meta.dirname, 'page', page.file)), response)
  }
  if (path === '/api/messages') {
    const to = parameters.get('to')
    const messages = log.list({
      offset: count(parameters.get('offset'), 0),
      limit: Math.min(count(parameters.get('limit'), 100), MOST_LISTED),
      ...(to === null ? {} : { to }),
    })
    response.setHeader('X-Total-Count', log.size)
    return json(response, 200, messages)
  }
  const [, id, form] = /^\/api\/messages\/(\d+)(\/raw|\/html)?$/.exec(path) ?? []
  const entry = id === undefined ? undefined : log.read(Number(id))
  if (entry === undefined) return json(response, 404, { detail: 'Not found.' })

  const raw = Buffer.from(entry.raw, 'latin1')
  if (form === '/raw') return text(response, 'text/plain; charset=utf-8', raw)
  const { raw: _raw, ...summary } = entry
  const mail = await PostalMime.parse(raw)
  if (form === '/html') {
    response.setHeader('Content-Security-Policy', MAIL_POLICY)
    return text(response, 'text/html; charset=utf-8', mail.html ?? '')
  }
  json(response, 200, {
    ...summary,
    from: mail.from?.address ?? '',
    date: mail.date ?? entry.at,
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
    text: mail.text ?? '',
    html: mail.html ?? '',
  })
}

function count(text: string | null, otherwise: number): number {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) && number >= 0 ? number : otherwise
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function text(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'Content-Type': type }).end(body)
}
