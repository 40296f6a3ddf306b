import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express from 'express'
import { ROOT } from '../../support/files.ts'

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Swagger UI sets styles by script, which this allows, and draws its icons from data: addresses (docs/decisions/0017). */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const staticOptions = { maxAge: 60_000, redirect: false }
/** A browser shows text and downloads Markdown. */
const asText = (response: ServerResponse) => response.setHeader('Content-Type', 'text/plain; charset=utf-8')

/** The API reference: a page of ours around Swagger UI's bundle. Nothing is fetched from anywhere else. */
export const reference = express()
  .disable('x-powered-by')
  .get(/^\/(docs)?$/, (_request, response) => response.redirect('/docs/'))
  .use('/docs', (_request, response, next) => {
    response.set({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff' })
    next()
  })
  .use('/docs/guide', express.static(join(ROOT, 'docs/guide'), { ...staticOptions, setHeaders: asText }))
  .use('/docs', express.static(join(import.meta.dirname, 'page'), staticOptions))
  .use('/docs', express.static(SWAGGER_UI, staticOptions))
