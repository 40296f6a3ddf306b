import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express, { type Request, type Response } from 'express'

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const HERE = import.meta.dirname

/** Swagger UI sets styles by script, which this policy allows, and draws its icons from data: URLs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const files = (folder: string, headers: Readonly<Record<string, string>> = {}) => {
  const all = { 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', ...headers }
  const setHeaders = (response: ServerResponse) => void response.setHeaders(new Headers(all))
  return express.static(folder, { maxAge: 60_000, redirect: false, setHeaders })
}

/** Browsers show plain text, and download Markdown. */
const AS_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' }

/** The API reference: our own page around the bundle of Swagger UI. It makes no request to another host. */
const reference = express()
  .disable('x-powered-by')
  .get(/^\/(docs)?$/, (_request, response) => response.redirect('/docs/'))
  .use('/docs/guide', files(join(HERE, '../../../../docs/guide'), AS_TEXT))
  .use('/docs', files(join(HERE, '../../page')))
  .use('/docs', files(SWAGGER_UI))

const REFERENCE_PATH = /^\/(docs([/?]|$)|\?|$)/

/** Serves the reference at /docs/. All other requests go to `api`. */
export const withReference =
  (api: RequestListener): RequestListener =>
  (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !REFERENCE_PATH.test(request.url ?? '')) return api(request, response)
    reference(request as Request, response as Response, () => api(request, response))
  }
