import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import express, { type Handler } from 'express'
import type { Audience } from '../../../platform/contract/operation.ts'
import { pageFiles, pageShell, withPages, type PageLinks } from '../../../platform/http/shell.ts'

const WEB = join(import.meta.dirname, 'web')
/** Written by `local/pages`: the bundle of Scalar, the contract of each audience, the guides. */
const BUILT = join(import.meta.dirname, '../../built')

/**
 * Scripts come from this address only. Scalar and the highlighted code of the guides set styles in
 * attributes, so inline styles are allowed; without a foreign image, font or address they can't send anything
 * away (docs/decisions/README.md).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files = (folder: string) => pageFiles(folder, POLICY)

/**
 * The pages under /docs/ for one audience: the reference of its operations, and the guides. No request leaves
 * this address.
 */
const pagesFor = (audience: Audience, links: PageLinks) =>
  express()
    .disable('x-powered-by')
    .get(/^\/(docs)?$/, (_request, response) => response.redirect('docs/'))
    .get(/^\/docs\/guide$/, (_request, response) => response.redirect('guide/'))
    .use('/docs/contract.json', files(join(BUILT, `${audience}.json`)))
    .use('/docs/scalar.js', files(join(BUILT, 'scalar.js')))
    .use('/docs', pageShell(links, POLICY), files(WEB))
    .use('/docs', files(join(BUILT, 'site')))
    .use('/docs/guide', otherAddress)

/** Leads to the page with or without a slash at the end, or says that there is none. */
const otherAddress: Handler = (request, response) => {
  const [, page = '', slash] = /^\/([\w/-]+?)(\/?)$/.exec(request.path) ?? []
  const exists = (file: string) => page !== '' && existsSync(join(BUILT, 'site/guide', file))
  if (slash === '/' && exists(`${page}.html`)) return response.redirect(`../${basename(page)}`)
  if (slash === '' && exists(join(page, 'index.html'))) return response.redirect(`${basename(page)}/`)
  // Pages may be served below a path.
  const docs = '../'.repeat(request.path.split('/').length - 1)
  response.status(404).setHeader('Content-Security-Policy', POLICY).type('html').send(notFound(docs))
}

const notFound = (docs: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>No such page · Rollcall</title>
    <link rel="icon" href="${docs}favicon.svg" />
    <link rel="stylesheet" href="${docs}shell.css" />
    <link rel="stylesheet" href="${docs}guide.css" />
    <script src="${docs}shell.js"></script>
  </head>
  <body>
    <page-bar page="Guides"></page-bar>
    <main id="text">
      <h1>There is no such page</h1>
      <p>It may have another name now. <a href="${docs}guide/">All guides</a> have a search.</p>
    </main>
  </body>
</html>
`

const REFERENCE_PATH = /^\/(docs([/?]|$)|\?|$)/

/** Serves the pages of an audience at /docs/. All other requests go to the listener that it is given. */
export const withReference = (audience: Audience, links: PageLinks = {}) =>
  withPages(REFERENCE_PATH, pagesFor(audience, links))
