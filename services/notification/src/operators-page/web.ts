import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express from 'express'
import { pageFiles, pageShell, withPages, type PageLinks } from '../../../platform/http/shell.ts'

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

/** The folder of lit-html. The one resolved is for Node; the one for browsers lies above it. */
const LIBRARY = join(dirname(createRequire(import.meta.url).resolve('lit-html')), '..')

const files = (folder: string) => pageFiles(folder, POLICY)

const pagesFor = (links: PageLinks) =>
  express()
    .disable('x-powered-by')
    .get(/^\/ops$/, (_request, response) => response.redirect('ops/'))
    .use('/ops', pageShell(links, POLICY), files(join(import.meta.dirname, 'web')))
    .use('/ops/lit-html.js', files(join(LIBRARY, 'lit-html.js')))

const PAGE_PATH = /^\/ops([/?]|$)/

/**
 * Serves the operators' page at /ops/. All other requests go to the listener that it is given. The page
 * itself is public: it contains no data, and calls the operator operations of the same address with the token
 * of the operator.
 */
export const withOperatorsPage = (links: PageLinks = {}) =>
  withPages(PAGE_PATH, pagesFor({ operations: 'ops/', ...links }))
