import type { RequestListener, ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Express, type Handler, type Request, type Response } from 'express'

/** What the bar at the top of every page leads to, besides the page itself. */
export interface PageLinks {
  /** The address of the documentation; empty where the page itself is at that address. */
  readonly docs?: string
  /** Only `npm start` has a mailbox. */
  readonly mailbox?: string
  /** Only on an address of operators. */
  readonly operations?: string
}

/** Sends the files of a page. They load nothing from elsewhere, as the policy says. */
export const pageFiles = (folder: string, policy: string): Handler =>
  express.static(folder, {
    cacheControl: false,
    redirect: false,
    extensions: ['html'],
    setHeaders: (response: ServerResponse) => void response.setHeaders(headersFor(policy)),
  })

const headersFor = (policy: string) =>
  new Headers({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // After an upgrade, the files of two releases must not be mixed.
    'Cache-Control': 'no-cache',
  })

const SHELL = join(import.meta.dirname, 'shell')

/** What all pages share, below the path of each: shell.css, shell.js and favicon.svg. */
export function pageShell(links: PageLinks, policy: string): Handler {
  const script = readFileSync(join(SHELL, 'shell.js'), 'utf8')
  const withLinks = `globalThis.pageLinks = ${JSON.stringify(links)}\n${script}`
  return express
    .Router()
    .get('/shell.js', (_request, response) =>
      response.setHeaders(headersFor(policy)).type('js').send(withLinks),
    )
    .use(pageFiles(SHELL, policy))
}

/** Serves pages at paths of this form, and lets everything else pass to `api`. */
export const withPages =
  (path: RegExp, pages: Express) =>
  (api: RequestListener): RequestListener =>
  (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !path.test(request.url ?? '')) return api(request, response)
    pages(request as Request, response as Response, () => api(request, response))
  }
