import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response } from 'express'
import PostalMime from 'postal-mime'
import { pageFiles, pageShell, type PageLinks } from '../../services/platform/http/shell.ts'
import type { MailLog } from './log.ts'

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
].join('; ')
/** An e-mail contains foreign HTML: no scripts, no forms, nothing fetched, its own origin. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const WEB = join(import.meta.dirname, 'web')
const MAX_LISTED = 1_000

/**
 * Serves a page to read e-mails on, and the same as JSON: `/api/messages?to=&offset=&limit=`,
 * `/api/messages/{id}`.
 *
 * @param links where the bar leads to; the mailbox itself is known
 */
export function createMailboxServer(log: MailLog, links: PageLinks = {}): Server {
  const app = express().disable('x-powered-by').disable('etag')
  app.use((_request, response, next) => {
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    next()
  })
  app.get('/api/messages', ({ query }, response) => {
    const messages = log.list({
      to: typeof query['to'] === 'string' ? query['to'] : '',
      offset: count(query['offset'], 0),
      limit: Math.min(count(query['limit'], 100), MAX_LISTED),
    })
    response.set('X-Total-Count', String(log.size)).json(messages)
  })
  app.get('/api/messages/:id{/:form}', async ({ params: { id, form } }, response, next) => {
    const entry = log.read(Number(id))
    if (entry === undefined) return next()
    const { raw: bytes, ...summary } = entry
    const raw = Buffer.from(bytes, 'latin1')
    if (form === 'raw') return void response.type('text/plain').send(raw)
    const { html = '', text = '', headers, from, date } = await PostalMime.parse(raw)
    if (form === 'html') return void response.set('Content-Security-Policy', MAIL_POLICY).send(html)
    response.json({
      ...summary,
      from: from?.address ?? '',
      date: date ?? entry.at,
      headers: headers.map(({ key, value }) => ({ name: key, value })),
      text,
      html,
    })
  })
  app.use(pageShell({ ...links, mailbox: '/' }, PAGE_POLICY), pageFiles(WEB, PAGE_POLICY))
  app.use((_request, response) => void response.status(404).json({ detail: 'Not found.' }))
  app.use((_fault: Error, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy()
    else response.status(500).json({ detail: 'Internal server error' })
  })
  return createServer(app)
}

function count(text: unknown, otherwise: number): number {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) && number >= 0 ? number : otherwise
}
