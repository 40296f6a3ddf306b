import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express, { type Request, type Response } from 'express'

/** The page loads nothing from elsewhere, and no other page can show it in a frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const HEADERS = new Headers({
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // After an upgrade, the files of two releases must not be mixed.
  'Cache-Control': 'no-cache',
})

/** The folder of lit-html. The one resolved is for Node; the one for browsers lies above it. */
const LIBRARY = join(dirname(createRequire(import.meta.url).resolve('lit-html')), '..')

const files = (folder: string) =>
  express.static(folder, {
    redirect: false,
    cacheControl: false,
    setHeaders: (response: ServerResponse) => void response.setHeaders(HEADERS),
  })

const page = express()
  .disable('x-powered-by')
  .get(/^\/ops$/, (_request, response) => response.redirect('/ops/'))
  .use('/ops', files(join(import.meta.dirname, 'page')))
  .use('/ops/lit-html.js', files(join(LIBRARY, 'lit-html.js')))

const PAGE_PATH = /^\/ops([/?]|$)/

/**
 * Serves the operators' page at /ops/. All other requests go to `api`. The page itself is public: it contains
 * no data, and calls the operator operations of the same address with the token of the operator.
 */
export const withOperatorsPage =
  (api: RequestListener): RequestListener =>
  (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !PAGE_PATH.test(request.url ?? '')) return api(request, response)
    page(request as Request, response as Response, () => api(request, response))
  }
