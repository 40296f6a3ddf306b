import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express, { type Request, type Response } from 'express'

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const HERE = import.meta.dirname

/** Swagger UI sets styles by script, which this allows, and draws its icons from data: addresses (docs/decisions/0017). */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const files = (folder: string, headers: Readonly<Record<string, string>> = {}) => {
  const all = { 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', ...headers }
  const setHeaders = (response: ServerResponse) => void response.setHeaders(new Headers(all))
  return express.static(folder, { maxAge: 60_000, redirect: false, setHeaders })
}

/** A browser shows text and downloads Markdown. */
const AS_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' }

/** The API reference: a page of ours around Swagger UI's bundle. Nothing is fetched from anywhere else. */
const reference = express()
  .disable('x-powered-by')
  .get(/^\/(docs)?$/, (_request, response) => response.redirect('/docs/'))
  .use('/docs/guide', files(join(HERE, '../../../../docs/guide'), AS_TEXT))
  .use('/docs', files(join(HERE, '../../page')))
  .use('/docs', files(SWAGGER_UI))

const PLACE = /^\/(docs([/?]|$)|\?|$)/

/** Answers below /docs/ by the files of the reference, and leaves everything else to `api`, which then sees nothing of it. */
export const withReference =
  (api: RequestListener): RequestListener =>
  (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !PLACE.test(request.url ?? '')) return api(request, response)
    reference(request as Request, response as Response, () => api(request, response))
  }
