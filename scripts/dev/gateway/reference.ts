import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream'

const OWN = join(import.meta.dirname, 'page')
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The API reference: a page of ours around Swagger UI's bundle. Nothing is fetched from anywhere else. */
const FILES: Readonly<Record<string, { path: string; type: string }>> = {
  '/docs/': { path: join(OWN, 'index.html'), type: 'text/html; charset=utf-8' },
  '/docs/reference.js': { path: join(OWN, 'reference.js'), type: 'text/javascript; charset=utf-8' },
  '/docs/reference.css': { path: join(OWN, 'reference.css'), type: 'text/css; charset=utf-8' },
  '/docs/swagger-ui.css': { path: join(SWAGGER_UI, 'swagger-ui.css'), type: 'text/css; charset=utf-8' },
  '/docs/swagger-ui-bundle.js': {
    path: join(SWAGGER_UI, 'swagger-ui-bundle.js'),
    type: 'text/javascript; charset=utf-8',
  },
}

/** Swagger UI sets styles on elements and draws its icons from data: addresses. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"

/** Answers a request for a part of the reference page; false when the path is none of its own. */
export function serveReference(path: string, response: ServerResponse): boolean {
  if (path === '/' || path === '/docs') {
    response.writeHead(302, { Location: '/docs/' }).end()
    return true
  }
  const file = FILES[path]
  if (file === undefined) return false
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'max-age=60',
  })
  pipeline(createReadStream(file.path), response, () => undefined)
  return true
}
