/**
 * Part of jest's set-up: notes which answers the services gave in this test file, by operation and status, as their own
 * metric counts them. `npm test` compares the sum with what the contract declares (check.ts).
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Registry, type Histogram, type Metric } from 'prom-client'
import { FOLDER } from './answers.ts'

const METRIC = 'rollcall_http_request_duration_seconds'
/** Tests of the shared pipeline put handlers behind it that only tell what reached them: not answers of a service. */
const NOT_SERVICES = /services[\\/]shared[\\/]tests[\\/]/

type Requests = Histogram<'operation' | 'status'>

if (!NOT_SERVICES.test(expect.getState().testPath ?? '')) {
  const counted: Requests[] = []
  const { registerMetric } = Registry.prototype
  Registry.prototype.registerMetric = function (this: Registry, metric: Metric) {
    if ('name' in metric && metric.name === METRIC) counted.push(metric as Requests)
    return registerMetric.call(this, metric)
  }
  afterAll(async () => {
    const values = await Promise.all(counted.map((requests) => requests.get()))
    const met = values.flatMap((one) =>
      one.values.map(({ labels }) => `${labels.operation} ${labels.status}`),
    )
    if (met.length === 0) return
    mkdirSync(FOLDER, { recursive: true })
    appendFileSync(join(FOLDER, `${process.pid}.txt`), [...new Set(met), ''].join('\n'))
  })
}
