import express, { type Express } from 'express'
import type { Metrics } from '../observability/metrics.ts'
import type { Readiness } from '../process/health.ts'
import { errorResponse } from './error-response.ts'

/**
 * The admin port, which Kubernetes and Prometheus call: `/livez` checks only the process, `/readyz` also what
 * the service needs, `/metrics` is in the Prometheus text format.
 */
export function createAdminApp(readiness: Readiness, metrics: Metrics): Express {
  const app = express()
  app.disable('x-powered-by')
  app.use((_request, response, next) => {
    response.setHeader('x-content-type-options', 'nosniff')
    next()
  })
  app.get('/livez', (_request, response) => void response.json({ status: 'alive' }))
  app.get('/readyz', (_request, response) => {
    const health = readiness.health()
    response.status(health.status === 'not ready' ? 503 : 200).json(health)
  })
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  app.use((_request, response) => {
    const detail = 'No such path. Known are: GET /livez, /readyz and /metrics.'
    const { status, headers, body } = errorResponse({ code: 'path-not-found', detail }, 'plain')
    response.writeHead(status, headers).end(body)
  })
  return app
}
