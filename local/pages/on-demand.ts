import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { messageOf } from '../support/command-error.ts'
import { buildGuides } from './guides.ts'
import { GUIDE_SITE } from './paths.ts'

const GUIDE_PATH = /^\/docs\/guide([/?]|$)/
/** What the site is made from. */
const SOURCES = [
  'docs/guide/**/*.md',
  'clients/*/README.md',
  'local/pages/**/*.{ts,js,css}',
  'package-lock.json',
]
/** In the site, and not served: a hash of its sources. */
const STAMP = join(GUIDE_SITE, '.sources')
const RELOAD_SECONDS = 3

const WAIT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Guides · Rollcall</title>
<p role="status">The guides are being rendered. This takes some seconds, once after each change of them;
the page reloads.</p>`

/**
 * Renders the guides for `npm start` when the first reader asks for them, if they have changed since the last
 * time: a start does not wait for them. Wraps what serves the pages.
 */
export function guidesOnDemand(): (pages: RequestListener) => RequestListener {
  let building: Promise<unknown> | undefined
  let error: string | undefined
  let isCurrent = false
  return (pages) => (request, response) => {
    if (!GUIDE_PATH.test(request.url ?? '')) return pages(request, response)
    isCurrent ||= building === undefined && readStamp() === stamp()
    if (isCurrent) return pages(request, response)
    building ??= build().catch((failed: unknown) => (error = messageOf(failed)))
    const text = error ?? WAIT
    const type = error === undefined ? 'text/html' : 'text/plain'
    response.writeHead(503, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'Retry-After': String(RELOAD_SECONDS),
      ...(error === undefined ? { Refresh: String(RELOAD_SECONDS) } : {}),
    })
    response.end(text)
  }

  async function build(): Promise<void> {
    const made = stamp()
    await buildGuides(GUIDE_SITE)
    writeFileSync(STAMP, made)
    isCurrent = true
  }
}

function stamp(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort())
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
