import { join } from 'node:path'
import express from 'express'
import type { Audience } from '../../../platform/contract/operation.ts'
import { pageFiles, pageShell, withPages, type PageLinks } from '../../../platform/http/page.ts'

const PAGE = join(import.meta.dirname, 'page')
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
    .use('/docs', pageShell(links, POLICY), files(PAGE))
    .use('/docs', files(join(BUILT, 'site')))

const REFERENCE_PATH = /^\/(docs([/?]|$)|\?|$)/

/** Serves the pages of an audience at /docs/. All other requests go to the listener that it is given. */
export const withReference = (audience: Audience, links: PageLinks = {}) =>
  withPages(REFERENCE_PATH, pagesFor(audience, links))
